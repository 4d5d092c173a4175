package inspect

import (
	"sync"
)

// lot is the readers of texts of a length, and of those that are compared with them.
type lot struct {
	readers []*reader
	mutex   sync.Mutex
	weights map[shape][]strength
}

// lots are those of an Inspector, by the shortest text and the longest.
type lots struct {
	mutex  sync.Mutex
	ranges map[[2]int]*lot
}

// lotOf returns the readers of texts of a shape.
func (in *Inspector) lotOf(key *shapeKey) *lot {
	const mostMarks = 5 // that a form adds to the symbols of a text
	place := [2]int{key.length - key.marks, key.length + mostMarks}
	d := &in.lots
	d.mutex.Lock()
	defer d.mutex.Unlock()
	l := d.ranges[place]
	if l == nil {
		l = &lot{readers: newReaders(in.members(place[0], place[1])), weights: map[shape][]strength{}}
		if d.ranges == nil || key.length > maxPattern {
			d.ranges = map[[2]int]*lot{}
		}
		d.ranges[place] = l
	}
	return l
}

// weigh returns the evidence of the candidates for a shape, by index.
func (l *lot) weigh(s shape) []strength {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	w := l.weights[s]
	if w == nil {
		w = weigh(l.readers, s)
		l.weights[s] = w
	}
	return w
}

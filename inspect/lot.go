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

// lots are those of an Inspector, by the families that they read.
type lots struct {
	mutex sync.Mutex
	known map[string]*lot
}

// lotOf returns the readers of texts of a shape.
func (in *Inspector) lotOf(key *shapeKey) *lot {
	set := make([]byte, (len(in.used)+7)/8)
	for i, f := range in.used {
		if f.mayRead(key) {
			set[i/8] |= 1 << (i % 8)
		}
	}
	d := &in.lots
	d.mutex.Lock()
	defer d.mutex.Unlock()
	l := d.known[string(set)]
	if l == nil {
		l = &lot{readers: newReaders(in.membersOf(set)), weights: map[shape][]strength{}}
		if key.length > maxPattern { // its shape is kept nowhere
			return l
		}
		if d.known == nil {
			d.known = map[string]*lot{}
		}
		d.known[string(set)] = l
	}
	return l
}

// membersOf are the compiled schemes of a set, which has a bit for each family.
func (in *Inspector) membersOf(set []byte) (list []*member) {
	for i, f := range in.used {
		if set[i/8]>>(i%8)&1 == 1 {
			list = append(list, in.compiled(f))
		}
	}
	return list
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

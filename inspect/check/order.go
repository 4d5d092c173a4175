package check

import (
	"bytes"
	"sync"

	"idscope/gen"
	"idscope/inspect/lines"
)

// most is how many examples the report has of each thing.
const most = 10

// A summary is what a chunk has to say that depends on the chunks before it.
type summary struct {
	input        int
	lines, blank int64
	invalid      int64
	bad          []Invalid // the first ones; lines counted from the chunk's start
	kinds        []passage
	descents     []descent // the first ones of each kind that still wants some
}

// A passage is the identifiers of one kind in a chunk.
type passage struct {
	kind        int
	of          *kind
	first, last gen.ID
	firstLine   int64
	descents    int64
}

// A descent is an identifier below the one of its kind before it.
type descent struct {
	kind       int
	line       int64
	id, before gen.ID
}

// An order adds up the summaries of chunks, which come in the order of the lines.
type order struct {
	inputs []lines.Input

	mu sync.Mutex

	input   int
	line    int64 // lines of the input so far
	lines   int64 // of all inputs
	blank   int64
	invalid int64
	bad     []Invalid
	kinds   map[int]*course
}

// A course is how one kind went so far.
type course struct {
	last     gen.ID
	input    int // that last is of
	descents int64
	first    []Descent
}

func newOrder(inputs []lines.Input) *order {
	return &order{inputs: inputs, kinds: map[int]*course{}}
}

// wants reports whether the examples of a kind are not complete.
func (o *order) wants(kind int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	c := o.kinds[kind]
	return c == nil || len(c.first) < most
}

// add adds the chunk that follows.
func (o *order) add(s *summary) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if s.input != o.input {
		o.input, o.line = s.input, 0
	}
	for _, b := range s.bad {
		if len(o.bad) < most {
			b.Place = o.place(b.Line)
			o.bad = append(o.bad, b)
		}
	}
	for _, p := range s.kinds {
		c := o.kinds[p.kind]
		if c == nil {
			c = &course{input: -1}
			o.kinds[p.kind] = c
		}
		c.descents += p.descents
		if c.input == s.input && p.first.Cmp(c.last) < 0 {
			c.descents++
			o.example(c, p.of, descent{p.kind, p.firstLine, p.first, c.last})
		}
		c.last, c.input = p.last, s.input
		for _, d := range s.descents {
			if d.kind == p.kind {
				o.example(c, p.of, d)
			}
		}
	}
	o.invalid += s.invalid
	o.blank += s.blank
	o.lines += s.lines
	o.line += s.lines
}

// place is where a line of the present chunk is.
func (o *order) place(line int64) Place {
	return Place{File: o.inputs[o.input].Name, Line: o.line + line}
}

func (o *order) example(c *course, k *kind, d descent) {
	if len(c.first) < most {
		c.first = append(c.first, Descent{o.place(d.line), k.write(d.id), k.write(d.before)})
	}
}

// summary takes from the reader what it counted of a chunk.
func (r *reader) summary(text []byte) *summary {
	s := &summary{input: r.chunk.Input, lines: r.line, blank: r.blank, invalid: r.invalid, bad: r.bad}
	wanted := map[int]int64{}
	for kind, t := range r.tallies {
		if t == nil || !t.inBlock {
			continue
		}
		s.kinds = append(s.kinds, passage{kind, t.kind, t.first, t.last, t.firstLine, t.descents})
		if t.descents > 0 && r.order.wants(kind) {
			wanted[kind] = min(t.descents, most)
		}
		t.inBlock, t.descents = false, 0
	}
	if len(wanted) > 0 {
		s.descents = r.descents(text, wanted)
	}
	return s
}

// descents reads a chunk again, line by line, for the first descents of the
// kinds that are wanted, so many of each. It is rare: the report wants ten.
func (r *reader) descents(text []byte, wanted map[int]int64) (found []descent) {
	last := map[int]gen.ID{}
	var line int64
	for text := range bytes.Lines(text) {
		line++
		text = lines.Trim(text)
		if lines.Blank(text) {
			continue
		}
		is := r.kinds.read(text, r.classify)
		if is.kind < 0 || wanted[is.kind] == 0 {
			continue
		}
		before, ok := last[is.kind]
		last[is.kind] = is.id
		if !ok || is.id.Cmp(before) >= 0 {
			continue
		}
		found = append(found, descent{is.kind, line, is.id, before})
		if wanted[is.kind]--; wanted[is.kind] == 0 {
			delete(wanted, is.kind)
		}
		if len(wanted) == 0 {
			break
		}
	}
	return found
}

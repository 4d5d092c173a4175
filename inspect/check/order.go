package check

import (
	"cmp"
	"fmt"
	"slices"

	"idscope/gen"
	"idscope/inspect/lines"
)

// most is how many examples the report has of each thing.
const most = 10

// A summary is what a chunk has to say that depends on the chunks before it. Lines
// count from its start.
type summary struct {
	input        int
	lines, blank int64
	invalid      int64
	bad          []Invalid // the first ones
	kinds        []passage
}

// A passage is the identifiers of one kind in a chunk.
type passage struct {
	number      int
	kind        *kind
	ids         int64
	first, last gen.ID
	firstLine   int64 // 0 is none
	descents    int64
	found       []descent // the first ones
	possible    int64     // that are no more than possibly of the kind
	letters     int64     // of those, that have no digit
	doubtful    []Invalid // the first ones of those; their reason comes later
}

// A descent is an identifier below the one of its kind before it.
type descent struct {
	line       int64
	id, before gen.ID
}

// An order adds up the summaries of chunks, which come in the order of the lines.
type order struct {
	inputs  []lines.Input
	input   int
	line    int64 // lines of the input so far
	lines   int64 // of all inputs
	blank   int64
	invalid int64
	bad     []example
	kinds   map[int]*course
}

// An example is a line that is invalid, or may be: the at-th of all inputs.
type example struct {
	at int64
	Invalid
}

// A course is how one kind went so far.
type course struct {
	kind     *kind
	ids      int64
	last     gen.ID
	input    int // that last is of
	descents int64
	first    []Descent
	possible int64
	letters  int64
	doubtful []example
}

func newOrder(inputs []lines.Input) *order {
	return &order{inputs: inputs, kinds: map[int]*course{}}
}

// add adds the chunk that follows.
func (o *order) add(s *summary) {
	if s.input != o.input {
		o.input, o.line = s.input, 0
	}
	o.bad = o.examples(o.bad, s.bad)
	for i := range s.kinds {
		p := &s.kinds[i]
		c := o.kinds[p.number]
		if c == nil {
			c = &course{kind: p.kind, input: -1}
			o.kinds[p.number] = c
		}
		c.ids += p.ids
		c.descents += p.descents
		if c.input == s.input && p.first.Cmp(c.last) < 0 {
			c.descents++
			o.descent(c, descent{p.firstLine, p.first, c.last})
		}
		c.last, c.input = p.last, s.input
		for _, d := range p.found {
			o.descent(c, d)
		}
		c.possible += p.possible
		c.letters += p.letters
		c.doubtful = o.examples(c.doubtful, p.doubtful)
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

// examples appends lines of the present chunk, if some are wanted.
func (o *order) examples(to []example, list []Invalid) []example {
	for _, one := range list[:min(len(list), most-len(to))] {
		at := o.lines + one.Line
		one.Place = o.place(one.Line)
		to = append(to, example{at, one})
	}
	return to
}

func (o *order) descent(c *course, d descent) {
	if len(c.first) < most {
		c.first = append(c.first, Descent{o.place(d.line), c.kind.write(d.id), c.kind.write(d.before)})
	}
}

// rareIn is of how many identifiers of the main kind one of another is rare.
const rareIn = 10

// reject counts the identifiers of a kind as invalid where none is more than
// possibly of it, and the most frequent kind has at least rareIn times as many, or
// most of them have no digit: such lines fit by chance.
func (o *order) reject() {
	var main *course
	for _, c := range o.kinds {
		if main == nil || cmp.Or(cmp.Compare(c.ids, main.ids), cmp.Compare(main.kind.name, c.kind.name)) > 0 {
			main = c
		}
	}
	for number, c := range o.kinds {
		if c.possible < c.ids || c.ids > main.ids/rareIn && 2*c.letters <= c.ids {
			continue
		}
		c.kind.rare = true
		o.invalid += c.ids
		for _, one := range c.doubtful {
			one.Reason = fmt.Sprintf("is an id of %s only by chance: ten times as many are of %s", c.kind.name,
				main.kind.name)
			if c.ids > main.ids/rareIn {
				one.Reason = fmt.Sprintf("is an id of %s only by chance: most of those lines have no digit",
					c.kind.name)
			}
			o.bad = append(o.bad, one)
		}
		delete(o.kinds, number)
	}
	slices.SortFunc(o.bad, func(a, b example) int { return cmp.Compare(a.at, b.at) })
	o.bad = o.bad[:min(len(o.bad), most)]
}

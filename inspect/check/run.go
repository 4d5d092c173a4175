package check

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"idscope/inspect/lines"
)

// Run checks the inputs, one after the other. It reads each to its end and
// closes none. Line numbers and the order of identifiers start anew with each
// input; duplicates are found across all of them.
//
// It fails if an input or a temporary file does, and when ctx ends: at once,
// even if a read blocks, which then is left behind in a goroutine until it
// returns. Temporary files are gone in every case.
func Run(ctx context.Context, inputs []lines.Input, o Options) (*Report, error) {
	if o.Memory <= 0 {
		o.Memory = DefaultMemory
	}
	if o.Goroutines <= 0 {
		o.Goroutines = runtime.GOMAXPROCS(0)
	}
	if o.blockSize <= 0 {
		o.blockSize = defaultBlock
	}
	kinds, err := newKinds(o)
	if err != nil {
		return nil, err
	}
	temp := &tempDir{parent: o.TempDir}
	defer temp.remove()

	cutter := lines.NewCutter(inputs, lines.Options{Size: o.blockSize, Longest: lines.Longest, Full: true,
		Progress: o.reading(inputs)})
	order := newOrder(inputs)
	var readers []*reader
	err = lines.Run(ctx, lines.Pool{Workers: o.Goroutines, Leave: true}, func() lines.Worker[*summary] {
		r := newReader(ctx, o, cutter, kinds, temp)
		readers = append(readers, r)
		return r
	}, func(s *summary) error { order.add(s); return nil })
	if err != nil {
		return nil, err
	}
	order.reject()
	found, err := compareAll(ctx, o, kinds, readers, temp)
	if err != nil {
		return nil, err
	}
	return report(order, readers, found), nil
}

// reading returns what tells Progress how much was read; nil where nobody asks.
func (o *Options) reading(inputs []lines.Input) func(done int64) {
	if o.Progress == nil {
		return nil
	}
	total := int64(0)
	for _, in := range inputs {
		if in.Size <= 0 {
			total = 0
			break
		}
		total += in.Size
	}
	return func(done int64) { o.Progress(done, total) }
}

func report(o *order, readers []*reader, found *found) *Report {
	r := &Report{Lines: o.lines, Blank: o.blank, IDs: o.lines - o.blank - o.invalid}
	r.Invalid = InvalidLines{o.invalid, make([]Invalid, 0, len(o.bad))}
	for _, one := range o.bad {
		r.Invalid.First = append(r.Invalid.First, one.Invalid)
	}
	r.Duplicates = found.duplicates
	r.Gaps = found.gaps
	for number, c := range o.kinds {
		r.Kinds = append(r.Kinds, c.report(number, readers))
	}
	slices.SortFunc(r.Kinds, func(a, b Kind) int {
		return cmp.Or(cmp.Compare(b.IDs, a.IDs), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Bits, b.Bits))
	})
	return r
}

func (c *course) report(number int, readers []*reader) Kind {
	k := c.kind
	var sum tally
	for _, r := range readers {
		if number < len(r.tallies) && r.tallies[number] != nil {
			sum.merge(r.tallies[number])
		}
	}
	return Kind{Name: k.name, Bits: k.bits, IDs: c.ids, Ordered: k.ordered, Descents: c.descents, First: c.first,
		Span: sum.times.span(k.clock), Workers: sum.workers.workers()}
}

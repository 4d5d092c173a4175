package check

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// Run checks the inputs, one after the other. It reads each to its end and
// closes none. Line numbers and the order of identifiers start again with each input;
// duplicates are found across all of them.
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
	r := &Report{Lines: o.lines, Blank: o.blank, IDs: o.lines - o.blank - o.invalid, Kinds: []Kind{}}
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
	bits := k.bits
	if k.writes != nil {
		bits = 0
	}
	return Kind{Name: k.name, Bits: bits, IDs: c.ids, Ordered: k.ordered, Descents: c.descents, First: c.first,
		Span: sum.times.span(k.clock), Workers: sum.workers.workers()}
}

// Report is what a check found. It does not depend on memory or goroutines.
type Report struct {
	Lines      int64        `json:"lines"` // of all inputs, blank ones included
	Blank      int64        `json:"blank"` // lines without anything
	IDs        int64        `json:"ids"`   // lines that are identifiers
	Invalid    InvalidLines `json:"invalid"`
	Duplicates Duplicates   `json:"duplicates"`
	Kinds      []Kind       `json:"kinds"`          // the most frequent first, then by name
	Gaps       *Gaps        `json:"gaps,omitempty"` // nil unless Options.As has a sequence
}

// OK reports whether no line is invalid, and no identifier is a duplicate.
func (r *Report) OK() bool { return r.Invalid.Lines == 0 && r.Duplicates.IDs == 0 }

// Place is a line of an input; lines count from 1.
type Place struct {
	File string `json:"file"`
	Line int64  `json:"line"`
}

// InvalidLines are the lines that are no identifiers.
type InvalidLines struct {
	Lines int64     `json:"lines"`
	First []Invalid `json:"first"` // at most 10
}

// Invalid is a line that is no identifier.
type Invalid struct {
	Place
	Text   string `json:"text"`   // of a long one the start, and "..."
	Reason string `json:"reason"` // as a predicate: "is negative; use ..."
}

// Kind is what is known of the identifiers of one scheme, or of one shape.
type Kind struct {
	Name     string    `json:"kind"`
	Bits     int       `json:"size_bits,omitempty"` // 0 of texts that are no bits
	IDs      int64     `json:"ids"`
	Ordered  bool      `json:"ordered"`                  // a generator's identifiers increase, as declared
	Descents int64     `json:"descents"`                 // that are, as integers, below the one before in their input
	First    []Descent `json:"first_descents,omitempty"` // at most 10
	Span     *Span     `json:"time,omitempty"`           // nil where there are no times
	Workers  *Workers  `json:"workers,omitempty"`        // nil where there are no workers
}

// Descent is an identifier below the one of its kind before it.
type Descent struct {
	Place
	Text   string `json:"text"`
	Before string `json:"before"`
}

// Span is the time of identifiers.
type Span struct {
	IDs       int64            `json:"ids"` // that have a time
	First     quantity.Instant `json:"first"`
	Last      quantity.Instant `json:"last"`
	PerSecond float64          `json:"per_second,omitempty"` // from the first to the last; 0 where they have one time
	Future    int64            `json:"future"`               // after Options.Now
	Peak      int64            `json:"peak,omitempty"`       // most in a second; 0 of more than a million seconds
	PeakAt    quantity.Instant `json:"peak_at,omitzero"`     // the start of the first such second
}

// rate is the mean number of identifiers per second.
func (s *Span) rate() float64 {
	if !s.Last.After(s.First.Time) {
		return 0
	}
	seconds := float64(s.Last.Unix()-s.First.Unix()) + float64(s.Last.Nanosecond()-s.First.Nanosecond())/1e9
	return float64(s.IDs-1) / seconds
}

// Workers are the workers that made the identifiers.
type Workers struct {
	Count  int      `json:"count"`  // at most 65536
	More   bool     `json:"more"`   // there are more than Count, and Lowest is empty
	Lowest []string `json:"lowest"` // at most 64, in decimal digits
}

const mostWorkers = 64

// Duplicates are identifiers that are there more than once, in any input.
type Duplicates struct {
	IDs     int64       `json:"ids"`     // different identifiers that do
	Surplus int64       `json:"surplus"` // lines that would have to go, so that each is there once
	Lowest  []Duplicate `json:"lowest"`  // at most 10, by kind and integer
}

// Duplicate is an identifier that is there more than once.
type Duplicate struct {
	Kind  string `json:"kind"`
	Text  string `json:"id"` // as its scheme writes it
	Lines int64  `json:"lines"`

	kind *kind
	id   gen.ID
}

func (d Duplicate) compare(o Duplicate) int {
	return cmp.Or(cmp.Compare(d.Kind, o.Kind), cmp.Compare(d.kind.bits, o.kind.bits), d.id.Cmp(o.id))
}

// Gaps are sequence numbers that no identifier has, though some of the same
// worker and tick have a lower one and some a higher one; where each tick starts
// at 0, also those below the lowest, but for those that the scheme calls Skipped.
// Where the sequence goes on from tick to tick and round (StartCarry), the widest
// gap of a tick is not one: it is where the numbers start and end.
type Gaps struct {
	Ticks   int64  `json:"ticks"`          // of a worker, in which numbers are missing
	Missing uint64 `json:"missing,string"` // numbers
}

// write writes an identifier as its scheme does, masked where it is secret: but bits of
// the scheme that was asked for never are.
func (k *kind) write(id gen.ID) string {
	if k.writes != nil {
		return inspect.Redact(string(k.writes(nil, id)))
	}
	text := string(k.text.Append(nil, id, k.bits))
	if k.asked {
		return text
	}
	return inspect.Redact(text)
}

// found is what comparing finds.
type found struct {
	duplicates Duplicates
	gaps       *Gaps
}

func newFound(k *kinds) *found {
	f := &found{duplicates: Duplicates{Lowest: []Duplicate{}}}
	if k.seq != nil {
		f.gaps = &Gaps{}
	}
	return f
}

// add counts an identifier of so many lines.
func (f *found) add(k *kind, id gen.ID, lines int64) {
	if k.rare {
		return // its lines are invalid
	}
	f.duplicates.IDs++
	f.duplicates.Surplus += lines - 1
	f.keep(Duplicate{Kind: k.name, Lines: lines, kind: k, id: id})
}

// keep keeps the lowest.
func (f *found) keep(d Duplicate) {
	low := f.duplicates.Lowest
	if len(low) == most {
		if d.compare(low[most-1]) >= 0 {
			return
		}
		low = low[:most-1]
	}
	d.Text = d.kind.write(d.id)
	i, _ := slices.BinarySearchFunc(low, d, Duplicate.compare)
	f.duplicates.Lowest = slices.Insert(low, i, d)
}

func (f *found) merge(o *found) {
	f.duplicates.IDs += o.duplicates.IDs
	f.duplicates.Surplus += o.duplicates.Surplus
	for _, d := range o.duplicates.Lowest {
		f.keep(d)
	}
	if o.gaps != nil {
		f.gaps.add(o.gaps.Ticks, o.gaps.Missing)
	}
}

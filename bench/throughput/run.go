package throughput

import (
	"context"
	"time"

	"idscope/bench/stats"
)

// Options are how to measure. The zero value works.
type Options struct {
	Samples int                   // of each case; 0 is DefaultSamples
	Time    time.Duration         // of a sample, about; 0 is DefaultTime
	Threads []int                 // goroutines on one maker, one case each; nil is 1 alone
	Hows    []How                 // nil is all
	Check   int                   // ids to search for duplicates, of each subject; 0 searches none
	Now     func() time.Time      // nil is time.Now; it has to run on
	Step    func(done, total int) // called between samples; nil is not
	// Within is how long all samples may take together: none of a further round is begun
	// after that, once [FewestSamples] are taken. 0 is as long as they take.
	Within time.Duration

	real bool // the clock is the system's
}

// The defaults of Options.
const (
	DefaultSamples = 10
	DefaultTime    = 50 * time.Millisecond
	DefaultCheck   = 1 << 20
)

// FewestSamples are those that an interval of 95 % needs.
const FewestSamples = 6

// Report is what was measured, in the order of the subjects.
type Report struct {
	Subjects []Measured
	Samples  int  // of each case; where it is partial, those asked for
	Partial  bool // the context ended before all samples were taken
}

// Measured is one subject with its cases.
type Measured struct {
	Subject    Subject
	Cases      []Case
	Lead       time.Duration // the longest that a sample ended ahead of the clock
	Checked    int           // ids searched for duplicates, exactly, of one maker
	Duplicates int           // those found; anything but 0 is a fault
	Err        error         // why it was given up; its cases are those finished before
}

// Case is one way of making ids by a number of goroutines.
type Case struct {
	How     How
	Threads int
	N       int       // ids in a sample
	Samples []float64 // ns per id: the time of the sample by its ids, of all goroutines
	Ns      stats.Interval
	Allocs  float64 // heap objects per id, over all samples
	Bytes   float64 // heap bytes per id
	Versus  *Versus // nil for what others are compared with, and for Strict

	Lead time.Duration // the longest that a sample ended ahead of the clock

	goal time.Duration
	heap heap
}

// Versus compares a case with the same case of another subject.
type Versus struct {
	Against string  `json:"against" csv:"versus"`
	Ratio   float64 `json:"ratio"` // of the medians, above 1 is slower
	P       float64 `json:"p"`     // as stats.Differ says
	Noise   bool    `json:"noise"` // the difference may be chance
}

// PerSecond is the ids a second of the median; 0 where nothing was measured.
func (c *Case) PerSecond() float64 {
	if c.Ns.Median <= 0 {
		return 0
	}
	return 1e9 / c.Ns.Median
}

// Case returns the case of a way and a number of goroutines; nil for none.
func (m *Measured) Case(how How, threads int) *Case {
	for i := range m.Cases {
		if c := &m.Cases[i]; c.How == how && c.Threads == threads && len(c.Samples) > 0 {
			return c
		}
	}
	return nil
}

// Run measures. A subject whose maker fails is given up, with its error. When ctx
// ends, the report has the samples taken so far and says that it is partial; so
// Run itself never fails.
func Run(ctx context.Context, subjects []Subject, o Options) *Report {
	o = o.complete()
	r := &Report{Samples: o.Samples, Subjects: make([]Measured, len(subjects))}
	total := 0
	for i, s := range subjects {
		r.Subjects[i] = Measured{Subject: s, Cases: o.cases(&s)}
		total += len(r.Subjects[i].Cases) * (o.Samples + 1)
		if o.Check > 0 {
			total++
		}
	}
	done := 0
	step := func() bool {
		if o.Step != nil {
			o.Step(done, total)
		}
		done++
		return ctx.Err() == nil
	}
	begun := o.Now()
	late := func(taken int) bool {
		return o.Within > 0 && taken >= FewestSamples && o.Now().Sub(begun) > o.Within
	}
	rounds := -1 // the first finds out how many ids a sample takes
	for ; rounds < o.Samples && !r.Partial && !late(rounds); rounds++ {
		for i := range r.Subjects {
			m := &r.Subjects[i]
			for j := 0; j < len(m.Cases) && m.Err == nil && !r.Partial; j++ {
				if !step() {
					r.Partial = true
				} else if rounds < 0 {
					m.Err = o.calibrate(ctx, &m.Subject, &m.Cases[j])
				} else {
					m.Err = o.sample(ctx, &m.Subject, &m.Cases[j])
				}
				if m.Err != nil && ctx.Err() != nil {
					m.Err, r.Partial = nil, true
				}
			}
		}
	}
	if !r.Partial {
		r.Samples = min(r.Samples, rounds)
	}
	for i := range r.Subjects {
		m := &r.Subjects[i]
		if m.Err == nil && !r.Partial && o.Check > 0 && step() {
			m.Err = m.search(ctx, o)
		}
		if m.Err != nil && ctx.Err() != nil {
			m.Err = nil
		}
		m.finish()
	}
	r.Partial = r.Partial || ctx.Err() != nil
	r.compare()
	return r
}

func (o Options) complete() Options {
	if o.Samples <= 0 {
		o.Samples = DefaultSamples
	}
	if o.Time <= 0 {
		o.Time = DefaultTime
	}
	if o.Threads == nil {
		o.Threads = []int{1}
	}
	if o.Hows == nil {
		o.Hows = []How{Next, NextText, Fill, FillText, Gen, Strict}
	}
	if o.Now == nil {
		o.Now, o.real = time.Now, true
	}
	return o
}

// cases are those of the options that the subject can do.
func (o Options) cases(s *Subject) []Case {
	var list []Case
	for _, how := range o.Hows {
		if !s.can(how) {
			continue
		}
		if how == Strict { // the clock is the limit, not the number of goroutines
			if goal, ok := strictTime(s.Tick, o.Time); ok {
				list = append(list, Case{How: how, Threads: 1, goal: goal})
			}
			continue
		}
		for _, n := range o.Threads {
			list = append(list, Case{How: how, Threads: n, goal: o.Time})
		}
	}
	return list
}

// strictTime is that of a sample that has to see enough ticks: 20, which leaves
// an error of 5 % at its two ends. Where that takes 10 ordinary samples and more,
// and half a second, it is not measured.
func strictTime(tick, ordinary time.Duration) (time.Duration, bool) {
	need := strictTicks * tick
	return max(ordinary, need), need <= max(10*ordinary, 500*time.Millisecond)
}

const strictTicks = 20

// StrictFrom returns the least time of a sample with which [Strict] is measured,
// where some are too short for it; else 0.
func (s *Subject) StrictFrom() time.Duration {
	if _, any := strictTime(s.Tick, 0); any || !s.can(Strict) {
		return 0
	}
	return strictTicks * s.Tick / 10
}

// finish sums a subject's samples up; what has none is left out.
func (m *Measured) finish() {
	kept := m.Cases[:0]
	for _, c := range m.Cases {
		if len(c.Samples) == 0 {
			continue
		}
		c.Ns = stats.Summarize(c.Samples)
		ids := float64(c.N) * float64(len(c.Samples))
		c.Allocs, c.Bytes = float64(c.heap.objects)/ids, float64(c.heap.bytes)/ids
		m.Lead = max(m.Lead, c.Lead)
		kept = append(kept, c)
	}
	m.Cases = kept
}

// compare sets each case against that of the subject it names, or of the first.
func (r *Report) compare() {
	for i := range r.Subjects {
		m := &r.Subjects[i]
		base := r.base(i)
		if base == nil {
			continue
		}
		for j := range m.Cases {
			c := &m.Cases[j]
			if b := base.Case(c.How, c.Threads); b != nil && c.How != Strict { // which is a layout's, not a code's
				p := stats.Differ(c.Samples, b.Samples)
				c.Versus = &Versus{base.Subject.Name, c.Ns.Median / b.Ns.Median, p, stats.Noise(p)}
			}
		}
	}
}

func (r *Report) base(of int) *Measured {
	against := r.Subjects[of].Subject.Against
	if against == "" {
		if of == 0 {
			return nil
		}
		return &r.Subjects[0]
	}
	for i := range r.Subjects {
		if s := &r.Subjects[i].Subject; s.Name == against && s.Package == "" {
			return &r.Subjects[i]
		}
	}
	return nil
}

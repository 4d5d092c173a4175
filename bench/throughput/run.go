package throughput

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"idscope/bench/stats"
)

// Options are how to measure. Samples, Time and each of Threads are above 0.
type Options struct {
	Samples int                   // of each case
	Time    time.Duration         // of a sample, about
	Threads []int                 // goroutines on one maker, one case each
	Hows    []How                 // nil is all
	Check   int                   // ids to search for duplicates, of each subject; 0 searches none
	Now     func() time.Time      // nil is time.Now; it has to run on
	Step    func(done, total int) // called between samples; nil is not
	// Within is how long all samples may take together: none of a further round is begun
	// after that, once [FewestSamples] are taken. 0 is as long as they take.
	Within time.Duration

	real bool // the clock is the system's
}

// The usual Options.
const (
	DefaultSamples = 10
	DefaultTime    = 50 * time.Millisecond
	DefaultCheck   = 1 << 20
)

// FewestSamples are those that an interval of 95 % needs.
const FewestSamples = 6

// Report is what was measured, in the order of the subjects.
type Report struct {
	Subjects []*Measured
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

// Case is one way of making ids by a number of goroutines: a row of a [Record].
type Case struct {
	How       How           `json:"how"`
	Threads   int           `json:"threads"`
	Samples   []float64     `json:"samples_ns_per_id" csv:"samples,count"` // each the time of all goroutines by all ids
	IDs       int           `json:"ids"`                                   // of a sample
	NsPerID   float64       `json:"ns_per_id"`                             // median of the samples
	Low       float64       `json:"low"`
	High      float64       `json:"high"`
	Level     float64       `json:"level"`            // confidence of low to high
	PerSecond float64       `json:"per_second"`       // of the median
	Allocs    float64       `json:"allocs_per_id"`    // heap objects, the mean of all samples
	Bytes     float64       `json:"bytes_per_id"`     // of the heap
	Lead      time.Duration `json:"lead_ns"`          // the longest that a sample ended ahead of the clock
	Versus    *Versus       `json:"versus,omitempty"` // nil for what others are compared with, and for Strict

	goal time.Duration // length of a sample
}

// Versus compares a case with the same case of another subject.
type Versus struct {
	Against string  `json:"against" csv:"versus"`
	Ratio   float64 `json:"ratio"` // of the medians, above 1 is slower
	P       float64 `json:"p"`     // as stats.Differ says
	Noise   bool    `json:"noise"` // the difference may be chance
}

// Interval is the median with its interval.
func (c *Case) Interval() stats.Interval {
	return stats.Interval{Median: c.NsPerID, Low: c.Low, High: c.High, Level: c.Level}
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

// All goes through the cases of all subjects.
func (r *Report) All() iter.Seq2[*Measured, *Case] {
	return func(yield func(*Measured, *Case) bool) {
		for _, m := range r.Subjects {
			for j := range m.Cases {
				if !yield(m, &m.Cases[j]) {
					return
				}
			}
		}
	}
}

// Threads lists the numbers of goroutines of a report, smallest first.
func (r *Report) Threads() (list []int) {
	for _, c := range r.All() {
		list = append(list, c.Threads)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Taken is how many samples the case with the most has.
func (r *Report) Taken() (n int) {
	for _, c := range r.All() {
		n = max(n, len(c.Samples))
	}
	return n
}

// Found says what was found among the ids that were searched for duplicates; empty where none were.
func (r *Report) Found() string {
	var searched, found []string
	least, most := math.MaxInt, 0
	for _, m := range r.Subjects {
		if m.Err != nil {
			continue
		}
		least, most = min(least, m.Checked), max(most, m.Checked)
		searched = append(searched, fmt.Sprintf("%d of %s", m.Checked, m.Subject.Label()))
		if m.Duplicates > 0 {
			found = append(found, fmt.Sprintf("%d of %d of %s", m.Duplicates, m.Checked, m.Subject.Label()))
		}
	}
	switch {
	case most == 0:
		return ""
	case found != nil:
		return strings.Join(found, ", ")
	case least < most:
		return "none among " + strings.Join(searched, ", ")
	}
	return fmt.Sprintf("none among %d ids of each", most)
}

// Run measures. A subject whose maker fails is given up, with its error. When ctx
// ends, the report has the samples taken so far and says that it is partial; so
// Run itself never fails.
func Run(ctx context.Context, subjects []Subject, o Options) *Report {
	if o.Now == nil {
		o.Now, o.real = time.Now, true
	}
	r := &Report{Samples: o.Samples}
	total := 0
	for _, s := range subjects {
		m := &Measured{Subject: s, Cases: o.cases(&s)}
		r.Subjects = append(r.Subjects, m)
		total += len(m.Cases)*(o.Samples+1) + min(o.Check, 1)
	}
	done := 0
	step := func(m *Measured, do func() error) {
		if m.Err != nil || r.Partial {
			return
		}
		if o.Step != nil {
			o.Step(done, total)
		}
		done++
		if ctx.Err() == nil {
			m.Err = do()
		}
		if ctx.Err() != nil {
			m.Err, r.Partial = nil, true
		}
	}
	begun, rounds := o.Now(), 0
	take := o.calibrate // the first round finds out how many ids a sample takes
	for ; rounds <= o.Samples && !r.Partial; rounds++ {
		if o.Within > 0 && rounds > FewestSamples && o.Now().Sub(begun) > o.Within {
			break
		}
		for m, c := range r.All() {
			step(m, func() error { return take(ctx, &m.Subject, c) })
		}
		take = o.sample
	}
	if !r.Partial {
		r.Samples = rounds - 1
	}
	for _, m := range r.Subjects {
		if o.Check > 0 {
			step(m, func() error { return o.search(ctx, m) })
		}
		m.finish()
	}
	r.compare()
	return r
}

// cases are those of the options that the subject can do.
func (o Options) cases(s *Subject) (list []Case) {
	for _, way := range hows {
		how := How(way.Name)
		switch {
		case !s.can(how) || o.Hows != nil && !slices.Contains(o.Hows, how):
		case how != Strict:
			for _, n := range o.Threads {
				list = append(list, Case{How: how, Threads: n, goal: o.Time})
			}
		case o.Time >= s.StrictFrom(): // the clock is the limit, not the number of goroutines
			list = append(list, Case{How: how, Threads: 1, goal: max(o.Time, strictTicks*s.Tick)})
		}
	}
	return list
}

// finish sums a subject's samples up; what has none is left out.
func (m *Measured) finish() {
	m.Cases = slices.DeleteFunc(m.Cases, func(c Case) bool { return len(c.Samples) == 0 })
	for i := range m.Cases {
		c := &m.Cases[i]
		v := stats.Summarize(c.Samples)
		c.NsPerID, c.Low, c.High, c.Level, c.PerSecond = v.Median, v.Low, v.High, v.Level, 1e9/v.Median
		ids := float64(c.IDs) * float64(len(c.Samples))
		c.Allocs, c.Bytes = c.Allocs/ids, c.Bytes/ids
		m.Lead = max(m.Lead, c.Lead)
	}
}

// compare sets each case of a rival against that of our scheme, and else of the first.
func (r *Report) compare() {
	for m, c := range r.All() {
		if base := r.base(m); base != nil && c.How != Strict { // which is a layout's, not a code's
			if b := base.Case(c.How, c.Threads); b != nil {
				p := stats.Differ(c.Samples, b.Samples)
				c.Versus = &Versus{base.Subject.Name, c.NsPerID / b.NsPerID, p, stats.Noise(p)}
			}
		}
	}
}

// base is what a subject is compared with: a rival with our scheme, ours with the first; nil where that is itself.
func (r *Report) base(of *Measured) *Measured {
	ours := of.Subject.Package == ""
	i := slices.IndexFunc(r.Subjects, func(m *Measured) bool {
		return ours || m.Subject.Package == "" && m.Subject.Name == of.Subject.Name
	})
	if i < 0 || r.Subjects[i] == of {
		return nil
	}
	return r.Subjects[i]
}

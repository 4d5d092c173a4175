// Package throughput measures how fast ids are made: one by one and in bulk, by
// one goroutine and by several on one generator, as values and with their text.
//
// No figure comes from one reading of the clock: each case is sampled several
// times, every sample lasts long enough for the clock, and the samples of all
// cases take turns, so that a machine that grows slower slows all of them. What
// is reported is the median with its interval ([stats.Interval]), and a difference is
// one only where [stats.Differ] says so. Generators of ours come from the caller, who opens
// them as it does for its users ([Source]).
package throughput

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// How is the name of a way of making ids.
type How string

// The ways.
const (
	Next     How = "next"      // one call for each id
	NextText How = "next+text" // the same, and the text of each into a buffer
	Fill     How = "fill"      // blocks of [Block] ids
	FillText How = "fill+text" // the same, and the text of each into a buffer
	Gen      How = "gen"       // as the command gen: what is reserved at a time, and its lines into a buffer
	Strict   How = "strict"    // blocks, never ahead of the clock: what the layout allows
)

// Block is how many ids one call of bulk making asks for.
const Block = 4096

// hows are in the order in which they are measured.
var hows = [...]gen.Choice{
	{Name: string(Next), Help: "one call for each id"},
	{Name: string(NextText), Help: "one call for each id, and its text"},
	{Name: string(Fill), Help: "in bulk, 4096 a call"},
	{Name: string(FillText), Help: "in bulk, and the text of each"},
	{Name: string(Gen), Help: "as idscope gen generates and writes them, but to nowhere"},
	{Name: string(Strict), Help: "in bulk, never with a lead over the clock: against the layout's ceiling"},
}

// Hows lists the ways with their help, in the order in which they are measured.
func Hows() []gen.Choice { return hows[:] }

// Subject is something that makes ids: a scheme of ours, or another library's.
type Subject struct {
	Name    string
	Package string        // import path of another library; empty for ours
	Form    string        // of that library, where it is not the default: "pool"
	Against string        // name of the subject to compare with; empty for the first one
	Hows    []How         // what it can do
	Ceiling float64       // ids a second that the layout allows one worker; 0 is no limit
	Tick    time.Duration // of the layout, 0 where it has no time
	Lead    time.Duration // how far it may run ahead of the clock; of a ceiling only

	// Open returns a maker that has made nothing yet, for one way. With Strict it is never
	// ahead of the clock.
	Open func(how How) (*Maker, error)
}

// Maker makes ids of one subject. Any number of goroutines may call it.
type Maker struct {
	// Loop makes n ids in one of the subject's ways and forgets them. It is the
	// loop that is timed: nothing is between the ids.
	Loop func(ctx context.Context, how How, n int) error
	// Take fills dst, one by one or in bulk where the subject can.
	Take func(ctx context.Context, dst []gen.ID, bulk bool) error
	// Close gives back what the maker holds; nil is nothing.
	Close func() error
	// Ahead is how far the last id's time is ahead of the clock; nil is never.
	Ahead func() time.Duration
}

func (m *Maker) close() error {
	if m.Close == nil {
		return nil
	}
	return m.Close()
}

// Against returns those of the subjects that are compared with a name.
func Against(all []Subject, name string) []Subject {
	return slices.DeleteFunc(slices.Clone(all), func(s Subject) bool { return s.Against != name })
}

// can reports whether the subject makes ids in that way.
func (s *Subject) can(how How) bool { return slices.Contains(s.Hows, how) }

// most is how many ids one maker may make without waiting for the clock.
func (s *Subject) most() float64 {
	if s.Ceiling == 0 || s.Lead == 0 {
		return 1 << 40
	}
	return max(1, s.Ceiling*s.Lead.Seconds())
}

// strictTicks are those of a sample that sees enough of them: its two ends are an error of 5 %.
const strictTicks = 20

// StrictFrom returns the least time of a sample with which [Strict] is measured, where some are
// too short for it: where enough ticks take 10 samples and more, and half a second. Else 0.
func (s *Subject) StrictFrom() time.Duration {
	if !s.can(Strict) || strictTicks*s.Tick <= 500*time.Millisecond {
		return 0
	}
	return strictTicks * s.Tick / 10
}

// Label is the name in a table or a picture: that of a rival is its library's, with
// the form after a plus.
func (s *Subject) Label() string {
	if s.Package == "" {
		return s.Name
	}
	text := path.Join(path.Base(path.Dir(s.library())), s.By())
	if version, ok := strings.CutPrefix(s.Name, "uuid"); ok {
		text += " " + version
	}
	return text
}

// By is who makes the ids: idscope, or the last part of a library's path with the
// form after a plus, as uuid+pool.
func (s *Subject) By() string {
	switch {
	case s.Package == "":
		return "idscope"
	case s.Form == "":
		return path.Base(s.library())
	}
	return path.Base(s.library()) + "+" + s.Form
}

// library is the import path without a major version at its end.
func (s *Subject) library() string {
	if dir, name := path.Split(s.Package); len(name) == 2 && name[0] == 'v' {
		return path.Clean(dir)
	}
	return s.Package
}

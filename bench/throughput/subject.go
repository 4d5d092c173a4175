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
	"cmp"
	"context"
	"crypto/sha1"
	"fmt"
	"math"
	"path"
	"runtime"
	"slices"
	"strconv"
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
	Name    string        // of a library that of the scheme of ours which it is compared with
	Package string        // import path of another library; empty for ours
	Form    string        // of that library, where it is not the default: "pool"
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
	// Take fills dst, in bulk where the subject can.
	Take func(ctx context.Context, dst []gen.ID) error
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

// Against returns those of the rivals that are compared with a scheme of that name.
func Against(rivals []Subject, name string) []Subject {
	return slices.DeleteFunc(slices.Clone(rivals), func(s Subject) bool { return s.Name != name })
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

// DefaultLead is how far ahead of the clock measured generators may run, so that
// the code is timed and not the layout.
const DefaultLead = time.Hour

// Source opens a generator of a scheme as the command gen does, with the clock and the
// ledger that it has there, for a total of IDs; overflow 0 is the scheme's own policy. What close returns
// belongs to the generator alone: its record is gone after that.
type Source func(s *gen.Scheme, overflow gen.Overflow, lead time.Duration, total uint64) (g *gen.Generator,
	close func() error, err error)

// Own returns one of our schemes as a subject, whose generators come from a source. A
// scheme whose sequence may carry into the time does so, with a lead of at most lead. It
// refuses a scheme that generates no more than one ID, or none; if its time has ended, or
// has not begun, the cause of the error is a *gen.ClockError.
func Own(s *gen.Scheme, lead time.Duration, from Source) (Subject, error) {
	switch {
	case s.Counter != "":
		return Subject{}, fmt.Errorf("%s is counted in a store, which is what would be measured: %s", s.Name, s.Counter)
	case s.ReadOnly != "":
		return Subject{}, fmt.Errorf("%s is only read, never generated: %s", s.Name, s.ReadOnly)
	case s.Pattern != nil:
		return Subject{Name: s.Name, Hows: []How{NextText}, Open: func(How) (*Maker, error) { return composed(s) }}, nil
	case s.Named():
		return Subject{Name: s.Name, Hows: []How{Next, NextText}, Open: func(How) (*Maker, error) { return named(s) }},
			nil
	case !s.Varies():
		return Subject{}, fmt.Errorf("%s is always the same id; use a scheme that generates many", s.Name)
	}
	sub := Subject{Name: s.Name, Hows: []How{Next, NextText, Fill, FillText, Gen}}
	if s.Timed() {
		sub.Tick = s.Timeline().Span(1) // that may be a fraction of its unit
	}
	if n, ok := s.PerSecond(); ok {
		sub.Ceiling, _ = n.Float64()
		sub.Lead = lead
		sub.Hows = append(sub.Hows, Strict)
	}
	sub.Open = func(how How) (*Maker, error) { return open(s, lead, how, from) }
	m, err := sub.Open(Next)
	if err == nil {
		err = m.close()
	}
	return sub, err
}

// open makes a generator that borrows, or waits, where the scheme has the choice.
func open(s *gen.Scheme, lead time.Duration, how How, from Source) (*Maker, error) {
	overflow := s.Overflow
	switch {
	case overflow == 0:
	case how == Strict:
		overflow = gen.OverflowWait
	default:
		overflow = gen.OverflowBorrow
	}
	total := uint64(0)
	if how == Gen {
		total = math.MaxInt64
	}
	g, done, err := from(s, overflow, lead, total)
	if err != nil {
		return nil, err
	}
	if _, err := g.Next(context.Background()); err != nil { // creates the record; a layout that has ended says so here
		return nil, cmp.Or(err, done())
	}
	m := maker(g.Scheme(), g, gen.Texts(g.Scheme(), g, g.Scheme().Lines()))
	m.Close, m.Ahead = done, g.Lead
	return m, nil
}

// named generates the ids of the names 0, 1, 2 ... in a namespace of zeros.
func named(s *gen.Scheme) (*Maker, error) {
	namer, err := gen.NewNamer(s)
	if err != nil {
		return nil, err
	}
	var name []byte
	used := uint64(0)
	ids := namer.Of([16]byte{}, func() ([]byte, error) {
		name = strconv.AppendUint(name[:0], used, 10)
		used++
		return name, nil
	})
	return maker(s, ids, gen.Texts(s, ids, s.Lines())), nil
}

// composed generates ids that are texts and no bits. Duplicates are found by their SHA-1.
func composed(s *gen.Scheme) (*Maker, error) {
	c, err := gen.NewComposer(s, gen.ComposerOptions{})
	return &Maker{
		Loop: func(ctx context.Context, _ How, n int) error { return loopNextText(ctx, c, n) },
		Take: func(_ context.Context, dst []gen.ID) error {
			for i := range dst {
				text, err := c.Append(nil)
				if err != nil {
					return err
				}
				sum := sha1.Sum(text)
				dst[i] = gen.FromBytes(sum[:])
			}
			return nil
		},
	}, err
}

// maker times ids, and how they are written.
func maker(s *gen.Scheme, ids gen.IDs, written gen.IDSource) *Maker {
	return &Maker{
		Take: func(ctx context.Context, dst []gen.ID) error {
			_, err := ids.Fill(ctx, dst)
			return err
		},
		Loop: func(ctx context.Context, how How, n int) error {
			switch how {
			case Next:
				return loopNext(ctx, ids, n)
			case NextText:
				return loopNextText(ctx, written, n)
			case FillText:
				return loopFill(ctx, ids, n, s)
			case Gen:
				return gen.NewLoop(ctx, written, uint64(n)).Run(func([]byte) error { return nil })
			}
			return loopFill(ctx, ids, n, nil)
		},
	}
}

func loopNext(ctx context.Context, from gen.IDs, n int) error {
	var one [1]gen.ID
	for range n {
		if _, err := from.Fill(ctx, one[:]); err != nil {
			return err
		}
	}
	return nil
}

func loopNextText(ctx context.Context, from gen.IDSource, n int) (err error) {
	buf := make([]byte, 0, 256)
	for range n {
		if buf, err = gen.AppendNext(ctx, from, buf[:0]); err != nil {
			return err
		}
	}
	runtime.KeepAlive(buf)
	return nil
}

// loopFill also writes each id into a buffer, where written is not nil.
func loopFill(ctx context.Context, from gen.IDs, n int, written *gen.Scheme) error {
	ids, buf := make([]gen.ID, Block), make([]byte, 0, 256)
	for n > 0 {
		got, err := from.Fill(ctx, ids[:min(n, Block)])
		if err != nil {
			return err
		}
		for i := 0; i < got && written != nil; i++ {
			buf = written.Append(buf[:0], ids[i])
		}
		n -= got
	}
	runtime.KeepAlive(buf)
	return nil
}

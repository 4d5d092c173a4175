package lease

import (
	"errors"
	"fmt"
	"math"
	"time"

	"idscope/gen"
)

// DefaultLease is how long a grant lasts where nobody says otherwise.
const DefaultLease = time.Minute

// Skew is how far the clocks of hosts and store may be apart.
const Skew = 10 * time.Second

// Config are what is leased and on which terms: the numbers of a layout, its ticks,
// and how many of those at a time. All decisions of this package are functions of
// terms, registers and instants.
//
// A grant counts in the ticks of the sequencer, fraction included. A layout without
// time has one tick; there the numbers of its sequence are granted in blocks, and
// "tick" means such a number.
type Config struct {
	Key    string // fingerprint of the layout: letters and digits
	Scheme string // for people
	Layout string // epoch, tick and bits, for people
	Field  string // what is leased: [WorkerField], or the name of a data field
	Top    uint64 // highest number of the field

	// Mask and Value restrict the choice to numbers of which these bits are so.
	Mask, Value uint64

	Line     gen.Timeline
	Timed    bool
	Last     uint64        // last tick, or last number of the sequence
	Rollback int           // bits of the rollback count
	Lead     time.Duration // longest lead of the generators
	Lease    time.Duration // how long a grant lasts
}

// WorkerField names all worker fields of a layout together.
const WorkerField = "worker"

// ConfigOf returns the terms of a scheme. Field is [WorkerField] or the name of a data
// field; key is the fingerprint of the layout, whatever the value of the field.
func ConfigOf(s *gen.Scheme, key, field string, lead, lease time.Duration) (Config, error) {
	t := Config{Key: key, Scheme: s.Name, Field: field, Line: s.Timeline(), Timed: s.Timed(), Last: s.LastTick(),
		Rollback: s.Layout.Width(gen.Rollback), Lead: max(lead, 0), Lease: lease}
	t.Layout = fmt.Sprintf("epoch %s, tick %s, %s", s.Epoch.UTC().Format(time.RFC3339Nano), s.Tick, s.Layout)
	if !t.Timed {
		t.Layout = s.Layout.String()
	}
	bits := s.WorkerBits()
	if field != WorkerField {
		i := s.Layout.Index(field)
		if i < 0 || s.Layout[i].Source != gen.Data {
			return t, fmt.Errorf("field %q of %s cannot be leased; use its worker or a data field", field, s.Name)
		}
		bits = s.Layout[i].Bits
	}
	switch seq := s.Layout.Width(gen.Seq); {
	case bits == 0:
		return t, fmt.Errorf("%s has no worker to lease; use a data field", s.Name)
	case bits > 64:
		return t, fmt.Errorf("field %s of %s has %d bits; lease one of up to 64", field, s.Name, bits)
	case !t.Timed && (seq == 0 || seq > 63 || s.Growth != gen.GrowthNone):
		return t, fmt.Errorf("%s has neither a time nor a sequence of 1 to 63 bits; use a layout that has one", s.Name)
	case !t.Timed:
		t.Last = gen.Mask(seq).Lo
	}
	if lease <= 0 {
		return t, errors.New("a lease is longer than nothing; use a duration such as 1m")
	}
	t.Top = gen.Mask(bits).Lo
	return t, nil
}

// tick is the tick of an instant: 0 before the epoch, and where there is no time.
func (t *Config) tick(at time.Time) uint64 {
	if !t.Timed {
		return 0
	}
	n, _ := t.Line.Tick(at)
	return n
}

// ticks are so many as last for d, or longer.
func (t *Config) ticks(d time.Duration) uint64 {
	if !t.Timed || d <= 0 {
		return 0
	}
	n := t.Line.Ticks(d)
	if t.Line.Span(n) < d {
		n++
	}
	return n
}

// soon is the highest tick that a generator may want at an instant: it borrows the
// longest lead.
func (t *Config) soon(at time.Time) uint64 { return add(t.tick(at), t.ticks(t.Lead)) }

// span is how many ticks a grant has.
func (t *Config) span() uint64 {
	if !t.Timed { // few enough to lose, many enough for one reservation of a long run
		return max(2, min(t.Last/1024, 1<<20))
	}
	return add(max(2, t.ticks(t.Lease)), t.ticks(t.Lead))
}

// longest is the longest grant that a new group permits.
func (t *Config) longest() uint64 {
	c := *t
	c.Lease = max(t.Lease, DefaultLease)
	return c.span()
}

// reach is where a grant ends that begins after floor and is asked for at an
// instant. No grant of a group ends later than its longest one after the clock.
func (t *Config) reach(at time.Time, floor, longest uint64) uint64 {
	from := floor
	if t.Timed {
		from = t.tick(at)
	}
	return min(add(from, min(t.span(), longest)), t.Last)
}

// safe is a tick that no grant of the group passes, in any hands, where the store's
// clock is at theirs: a host whose clock was the Skew ahead of that may have asked just
// now. ok is false where there is no time that would tell.
func (t *Config) safe(theirs time.Time, longest uint64) (tick uint64, ok bool) {
	return min(add(t.tick(theirs.Add(Skew)), longest), t.Last), t.Timed
}

// wants reports whether the number is one of those to choose from.
func (t *Config) wants(n uint64) bool { return n <= t.Top && n&t.Mask == t.Value }

// Time is when a tick begins; zero where there is no time.
func (t *Config) Time(tick uint64) time.Time {
	if !t.Timed {
		return time.Time{}
	}
	return t.Line.Time(tick)
}

// add stops at the largest number.
func add(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

package lease

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/guard"
	"idscope/gen/quantity"
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
	fields gen.Layout
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

// LayoutOf is the layout of a scheme for people: epoch, tick and bits.
func LayoutOf(s *gen.Scheme) string {
	if !s.Timed() {
		return s.Layout.String()
	}
	return fmt.Sprintf("epoch %s, tick %s, %s", s.Epoch.UTC().Format(time.RFC3339Nano), s.Tick, s.Layout)
}

// WorkerField names all worker fields of a layout together.
const WorkerField = "worker"

// ConfigOf returns the terms of a scheme. Field is [WorkerField] or the name of a data
// field; key is the fingerprint of the layout, whatever the value of the field.
func ConfigOf(s *gen.Scheme, key, field string, lead, lease time.Duration) (Config, error) {
	t := Config{Key: key, Scheme: s.Name, Field: field, fields: s.Layout, Line: s.Timeline(), Timed: s.Timed(),
		Last: s.LastTick(), Rollback: s.Layout.Width(gen.Rollback), Lead: max(lead, 0), Lease: lease}
	t.Layout = LayoutOf(s)
	bits, shared := s.WorkerBits(), s.Shared()
	if i := shared.Index(gen.Random.String()); i >= 0 && shared[i].Source == gen.Data {
		return t, fmt.Errorf("the random bits of %s have a value, so its layout in a grant cannot be read; "+
			"remove --set %s", s.Name, shared[i].Name)
	}
	if field != WorkerField {
		i := s.Layout.Index(field)
		if i < 0 || shared[i].Source != gen.Data {
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

// FieldIn is the name that l has for a field of another layout with the same key, which has no names: a field of one
// name may be at different bits in each. That layout is as [Config.Layout]; of one that cannot be read the names count.
func FieldIn(l gen.Layout, field, layout string) string {
	if field == WorkerField {
		return field
	}
	theirs, err := gen.ParseLayout(layout[strings.LastIndexByte(layout, ',')+1:])
	if i := theirs.Index(field); err == nil && i >= 0 && i < len(l) {
		return l[i].Name
	}
	return field
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

// of is the terms in a group of that longest grant: a lead that leaves no room for the lease is cut off.
func (t *Config) of(longest uint64) Config {
	c := *t
	if t.Timed {
		c.Lead = min(t.Lead, t.Line.Span(longest-min(longest, max(2, t.ticks(t.Lease)))))
	}
	return c
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

// Permitting is a lease with which a group of a scheme permits grants of a lease and lead, and those of so many ticks.
func Permitting(s *gen.Scheme, lease, lead time.Duration, longest uint64) time.Duration {
	t := Config{Line: s.Timeline(), Timed: s.Timed(), Lease: lease, Lead: lead}
	usual := Config{Line: t.Line, Timed: t.Timed, Lead: s.Lead()}
	if longest = max(longest, t.longest()); !t.Timed || longest <= usual.longest() {
		return DefaultLease
	}
	return t.Line.Span(longest)
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
func add(a, b uint64) uint64 { return min(a, math.MaxUint64-b) + b }

// The reasons for which there is no grant. Each arrives inside a *fault.Error.
var (
	ErrNoGroup    = errors.New("there is no such group")
	ErrOtherGroup = errors.New("the group is another one")
	ErrElsewhere  = errors.New("the host belongs to a group in another store")
	ErrForgotten  = errors.New("the store forgot what it had confirmed")
	ErrField      = errors.New("the group leases another field")
	ErrClock      = errors.New("the clocks do not agree")
	ErrNoNumber   = errors.New("all numbers are taken")
	ErrLater      = errors.New("nothing can be granted yet")
	ErrTooLong    = errors.New("the lease is longer than the group permits")
	ErrBestEffort = errors.New("the store may lose what it confirmed")
	ErrDamaged    = errors.New("damaged")
	ErrOffline    = errors.New("the grant has ended, and there is no store at hand to renew it")
	ErrVoid       = errors.New("the grant is void")
)

// More such reasons.
const (
	ErrEarlier              = guard.ErrEarlier
	ErrStore   fault.Reason = "the store cannot be used" // the cause is wrapped beside it
)

// opening is ErrLater with the time at which something can be granted.
type opening struct{ at time.Time }

func (o opening) Error() string { return ErrLater.Error() }

// Is makes it the reason that callers ask for.
func (o opening) Is(reason error) bool { return reason == ErrLater }

// fresh is how many numbers that nobody ever had are proposed at a time.
const fresh = 16

// choose returns the numbers that a host may acquire at an instant, best first: the
// one that it had, those whose high tick is lowest, those that nobody ever had, and
// then those that it holds by others of its grants, but for those to avoid. A number whose high tick
// is beyond what a generator may want now is none of them: nothing could be generated
// before that tick comes. lost are numbers that were made and have no register: who knows what is granted of them.
// elsewhere is how many are left out for [Lease.Avoid] alone.
func (t *Config) choose(list []Number, m *Meta, at time.Time, home string, last uint64,
	others []Grant, avoid func(uint64) bool) (best []Number, lost []uint64, elsewhere int) {
	known := make(map[uint64]bool, len(list))
	var own []Number
	for _, x := range list {
		known[x.Worker] = true
		switch {
		case !t.wants(x.Worker) || !x.open(at, home) || t.late(max(x.High, m.Begin), at):
		case avoid != nil && avoid(x.Worker):
			elsewhere++
		case slices.ContainsFunc(others, func(g Grant) bool { return g.State == Held && g.Worker == x.Worker }):
			own = append(own, x)
		default:
			best = append(best, x)
		}
	}
	rank := func(x *Number) int { // the one that this home had comes first
		if x.Owner != nil && x.Owner.Home == home || x.Worker == last {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(best, func(a, b Number) int {
		return cmp.Or(cmp.Compare(rank(&a), rank(&b)), cmp.Compare(a.High, b.High))
	})
	for n := range m.Made.All {
		if !known[n] && t.wants(n) {
			lost = append(lost, n)
		}
		known[n] = true
	}
	begin := t.begin(at, m.Begin)
	for n, found := t.Value, 0; t.wants(n) && found < fresh && !t.late(begin.High, at); {
		switch {
		case known[n]:
		case avoid != nil && avoid(n):
			elsewhere++
		default:
			best = append(best, Number{Worker: n, Register: begin})
			found++
		}
		next := ((n|t.Mask)+1)&^t.Mask | t.Value
		if next <= n {
			break
		}
		n = next
	}
	return append(best, own...), lost, elsewhere
}

// late reports whether nothing above a tick can be generated at an instant.
func (t *Config) late(high uint64, at time.Time) bool {
	if t.Timed {
		return high > t.soon(at)
	}
	return high >= t.Last
}

// free is the first instant at which a high tick is not late.
func (t *Config) free(high uint64) time.Time { return t.Time(high - min(t.ticks(t.Lead), high)) }

// FreeFrom is when hosts can acquire a number that is free or expired, where they cannot at
// an instant: until then, its last owner may use what it was granted. Zero is at once.
func (t *Config) FreeFrom(m *Meta, r *Register, at time.Time) time.Time {
	high := max(r.High, m.Begin)
	if s := r.State(at); s != Free && s != Expired || !t.late(high, at) || !t.Timed {
		return time.Time{}
	}
	return t.free(high)
}

// begin is the register of a number that nobody ever had: it begins at once, or above
// the last fence, which knows of no number that the store forgot.
func (t *Config) begin(at time.Time, fence uint64) Register {
	tick := t.tick(at)
	if tick > 0 {
		tick--
	}
	return Register{High: max(tick, fence)}
}

// none is the error where there is nothing to choose: beginning are about to get a
// register.
func (t *Config) none(group string, list []Number, elsewhere, beginning, lost int, fence uint64, at time.Time) error {
	var next time.Time
	if t.late(fence, at) {
		next = t.free(fence)
	} else if beginning > 0 {
		next = at.Add(t.Lease + t.Lead + Skew)
	}
	var owners []string
	taken, reserved, later := beginning, 0, 0
	for i := range list {
		x := &list[i]
		if !t.wants(x.Worker) {
			continue
		}
		free := t.free(max(x.High, fence))
		switch x.State(at) {
		case Reserved:
			reserved++
			continue
		case Granted:
			taken++
			if until := x.Until.Add(Skew); until.After(free) {
				free = until
			}
			if len(owners) < 3 {
				owners = append(owners, fmt.Sprintf("%d of %s until %s", x.Worker, x.Owner.Host, clockTime(x.Until)))
			}
		default:
			if !t.late(max(x.High, fence), at) { // one of those elsewhere
				continue
			}
			later++
			if !t.Timed {
				continue
			}
		}
		if next.IsZero() || free.Before(next) {
			next = free
		}
	}
	text := fmt.Sprintf("no number of %s is free in group %s", t.Scheme, group)
	ways := []string{"end a host with idscope worker release", "use a layout with more numbers"}
	if t.Mask == t.Top {
		text = fmt.Sprintf("number %d of %s is not free in group %s", t.Value, t.Scheme, group)
		ways = []string{"name no number: another one may be free"}
	}
	part := func(n int, what string) {
		if n > 0 {
			text += fmt.Sprintf("; %d %s", n, what)
		}
	}
	part(taken, "taken")
	switch {
	case len(owners) == 0:
	case taken == len(owners):
		text += ": " + strings.Join(owners, ", ")
	default:
		text += fmt.Sprintf(": %s and %d more", strings.Join(owners, ", "), taken-len(owners))
	}
	part(reserved, "reserved")
	if t.Timed {
		part(later, "granted up to a later time")
	} else {
		part(later, "with an exhausted sequence")
	}
	part(elsewhere, "claimed by another state directory of this host")
	part(lost, "lost by the store")
	if !next.IsZero() {
		text += "; the next one is free at " + clockTime(next)
		ways = slices.Insert(ways, 0, "wait until then")
	}
	if elsewhere > 0 {
		ways = slices.Insert(ways, 0, "use that --state")
	}
	return fault.New(ErrNoNumber, quantity.FormatList(ways, "or"), "%s", text)
}

// clockStep is how exactly clockTime tells.
const clockStep = time.Second

func clockTime(t time.Time) string { return t.UTC().Truncate(clockStep).Format(time.RFC3339) }

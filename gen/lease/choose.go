package lease

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/gen/fault"
)

// fresh is how many numbers that nobody ever had are proposed at a time.
const fresh = 16

// choose returns the numbers that a host may acquire at an instant, best first: the
// one that it had, those whose high tick is lowest, and then those that nobody ever
// had. A number whose high tick is beyond what a generator may want now is none of
// them: nothing could be generated before that tick comes. lost are numbers that
// were made and have no register: who knows what is granted of them.
func (t *Config) choose(list []Number, m *Meta, at time.Time, home string, last uint64) (best []Number, lost []uint64) {
	known := make(map[uint64]bool, len(list))
	for _, x := range list {
		known[x.Worker] = true
		if !t.wants(x.Worker) || !x.open(at, home) || t.late(max(x.High, m.Begin), at) {
			continue
		}
		best = append(best, x)
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
		if !known[n] {
			best = append(best, Number{Worker: n, Register: begin})
			found++
		}
		next := (n | t.Mask) + 1&^t.Mask | t.Value
		if next <= n {
			break
		}
		n = next
	}
	return best, lost
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
func (t *Config) none(group string, list []Number, beginning, lost int, fence uint64, at time.Time) error {
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
	part(later, "granted up to a later time")
	part(lost, "lost by the store")
	if !next.IsZero() {
		text += "; the next one is free at " + clockTime(next)
	}
	return fault.New(ErrNoNumber,
		"wait until then, end a host with idscope worker release, or use a layout with more numbers", "%s", text)
}

// clockStep is how exactly clockTime tells.
const clockStep = time.Second

func clockTime(t time.Time) string { return t.UTC().Truncate(clockStep).Format(time.RFC3339) }

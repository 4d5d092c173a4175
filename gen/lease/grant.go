package lease

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"time"

	"idscope/gen/store"
)

// GrantState is what a host may do with its grant.
type GrantState string

// The states of a grant.
const (
	Void      GrantState = ""          // nothing
	Held      GrantState = "held"      // use its ticks
	Releasing GrantState = "releasing" // nothing: it is about to be given back
)

// Grant is what a host keeps of a group: which ticks of which number it may use, and
// what it remembers of the store, so as to notice that it forgot something.
type Grant struct {
	Group   string // name
	Field   string // that is leased
	From    string // the store that granted, as its user names it
	ID      string // of the group; empty is not known yet
	Fence   uint64 // of the group, as it was seen last
	Longest uint64 // ticks of its longest grant

	State   GrantState
	Worker  uint64
	Epoch   uint64        // of the register, 0 if there was never a grant
	Version store.Version // of the register
	Floor   uint64        // exclusive
	Ceiling uint64        // inclusive
	Nonce   string        // of the register

	Since time.Time // when this host acquired the number
	Until time.Time // of the register: nobody else takes the number before
	Lives uint64    // of the group, when the store was asked last
	Life  store.Incarnation

	// Pending is the nonce of a swap that was begun on the number PendingWorker.
	Pending       string
	PendingWorker uint64
}

var errGrant = errors.New("not a grant")

// grantVersion is the first byte of a grant.
const grantVersion = 2

// grantStates are the states by their second byte.
var grantStates = []GrantState{Void, Held, Releasing}

// encode writes the grant: numbers of 8 bytes, big-endian, and texts behind their
// length in two bytes. Each call reads it: package json takes a tenth of a call to begin.
func (g *Grant) encode() []byte {
	b := []byte{grantVersion, byte(slices.Index(grantStates, g.State))}
	for _, n := range []uint64{g.Fence, g.Longest, g.Worker, g.Epoch, g.Floor, g.Ceiling, g.PendingWorker, g.Lives,
		nanoseconds(g.Since), nanoseconds(g.Until), nanoseconds(g.Life.Start), g.Life.Term, g.Life.Revision} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	for _, text := range []string{g.Group, g.Field, g.From, g.ID, string(g.Version), g.Nonce, g.Pending,
		g.Life.History, g.Life.Life} {
		b = append(binary.BigEndian.AppendUint16(b, uint16(len(text))), text...)
	}
	return b
}

// nanoseconds are those since 1970; 0 is no instant.
func nanoseconds(t time.Time) uint64 {
	if t.IsZero() {
		return 0
	}
	return uint64(t.UnixNano())
}

func instant(ns uint64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, int64(ns)).UTC()
}

// decodeGrant reads what encode writes.
func decodeGrant(b []byte) (g Grant, err error) {
	if len(b) < 2+13*8 || b[0] != grantVersion || int(b[1]) >= len(grantStates) {
		return g, errGrant
	}
	var since, until, start uint64
	g.State, b = grantStates[b[1]], b[2:]
	for _, n := range []*uint64{&g.Fence, &g.Longest, &g.Worker, &g.Epoch, &g.Floor, &g.Ceiling, &g.PendingWorker,
		&g.Lives, &since, &until, &start, &g.Life.Term, &g.Life.Revision} {
		*n, b = binary.BigEndian.Uint64(b), b[8:]
	}
	var version string
	for _, text := range []*string{&g.Group, &g.Field, &g.From, &g.ID, &version, &g.Nonce, &g.Pending,
		&g.Life.History, &g.Life.Life} {
		if len(b) < 2 || len(b)-2 < int(binary.BigEndian.Uint16(b)) {
			return Grant{}, io.ErrUnexpectedEOF
		}
		n := int(binary.BigEndian.Uint16(b))
		*text, b = string(b[2:2+n]), b[2+n:]
	}
	g.Version, g.Since, g.Until, g.Life.Start = store.Version(version), instant(since), instant(until), instant(start)
	if len(b) > 0 || g.Floor > g.Ceiling {
		return Grant{}, errGrant
	}
	return g, nil
}

// enough reports whether the grant covers all ticks that generators may want at an
// instant; without a time it has to go beyond used.
func (t *Config) enough(g *Grant, at time.Time, used uint64) bool {
	switch {
	case g.State != Held:
		return false
	case t.Timed:
		return t.soon(at) <= g.Ceiling
	}
	return g.Ceiling > used
}

// usable reports whether there is still something to use at an instant.
func (t *Config) usable(g *Grant, at time.Time, used uint64) bool {
	return g.State == Held && max(t.tick(at), used) < g.Ceiling
}

// half reports whether more than half of a grant is left, of what it had beyond the lead
// when it was made.
func (t *Config) half(g *Grant, at time.Time, used uint64) bool {
	if t.Timed {
		used = t.soon(at)
	}
	whole, lead := min(t.span(), g.Longest), t.ticks(t.Lead)
	return g.State == Held && used < g.Ceiling && g.Ceiling-used > (whole-min(whole, lead))/2
}

// What is swapped, as functions of what was loaded. They read no clock, no file and
// no store.

// acquire is the register of a number that o takes: all that was granted before is
// below its floor, and all that the last fence is for.
func (r Register) acquire(t *Config, m *Meta, at time.Time, o Owner, nonce string) Register {
	o.Since, o.Clock = at, at
	floor := max(r.High, m.Begin)
	return Register{
		Schema: 1, Epoch: r.Epoch + 1, Floor: floor, High: max(floor, t.reach(at, floor, m.Longest)),
		Until: at.Add(t.Lease + t.Lead), Nonce: nonce, Owner: &o,
	}
}

// renew is the register of an owner that goes on: after the grant's end above all that
// the store may have forgotten.
func (r Register) renew(t *Config, m *Meta, live bool, at time.Time, o Owner, nonce string) Register {
	if o.Clock = at; r.Owner != nil {
		o.Since = r.Owner.Since
	}
	if !live {
		r.Floor = max(r.Floor, m.Begin)
		r.High = max(r.High, r.Floor)
	}
	r.High = max(r.High, t.reach(at, r.High, m.Longest))
	r.Until, r.Nonce, r.Owner = at.Add(t.Lease+t.Lead), nonce, &o
	return r
}

// release is the register of a number that its owner gives back: used is the
// highest tick that any of its processes used or reserved.
func (r Register) release(used uint64, at time.Time, nonce string) Register {
	r.High = min(r.High, max(r.Floor, used))
	r.Until, r.Nonce, r.Owner = at, nonce, nil
	return r
}

// evict is the register of a number that is taken from its owner: what was granted
// stays granted.
func (r Register) evict(at time.Time, nonce string) Register {
	r.Until, r.Nonce, r.Owner = at, nonce, nil
	return r
}

// fence is the register of a number of which nobody knows what was granted, but
// that it is not above the tick.
func (r Register) fence(tick uint64, at time.Time, nonce string) Register {
	high := max(r.High, tick)
	return Register{Schema: 1, Epoch: r.Epoch + 1, Floor: high, High: high, Until: at, Nonce: nonce, Note: r.Note}
}

// reserve is the register of a number that is kept out of the choice; no note
// returns it to the choice.
func (r Register) reserve(note string, at time.Time, nonce string) Register {
	r.Schema, r.Note, r.Nonce = 1, note, nonce
	if r.Owner == nil {
		r.Until = at
	}
	return r
}

// verdict is what a host makes of the register of the number that it held.
type verdict int

const (
	asGranted verdict = iota // nothing changed: it may be renewed
	ownChange                // the swap that this host began, and did not see the end of
	taken                    // another owner, or nobody: the grant is void
	behind                   // the store forgot what it had confirmed
)

// compare judges what the store has against what the host remembers.
func (g *Grant) compare(r *Register, found, sameVersion bool) verdict {
	switch {
	case !found, r.Epoch < g.Epoch, g.State == Held && r.Epoch == g.Epoch && r.High < g.Ceiling:
		return behind
	case g.Pending != "" && r.Nonce == g.Pending && g.PendingWorker == g.Worker:
		return ownChange
	case g.State == Held && sameVersion:
		if !g.same(r) { // a store that was restored gives versions out again
			return behind
		}
		return asGranted
	}
	return taken
}

// same reports whether the register is the one that the grant is of.
func (g *Grant) same(r *Register) bool {
	return r.Epoch == g.Epoch && r.Nonce == g.Nonce && r.High == g.Ceiling && r.Floor == g.Floor
}

// live reports whether nobody else can have had the number of a grant yet, also in a time
// that the store forgot, where its clock is at theirs.
func (g *Grant) live(theirs time.Time) bool { return g.State == Held && theirs.Before(g.Until) }

// change is what became of a store since this host and the group knew of it. Where others
// noted lives that this host does not know of, what it saw before is of no use.
func (m *Meta) change(g *Grant, life *store.Incarnation) store.Change {
	c := life.Since(&m.Incarnation)
	switch {
	case m.Lives < g.Lives:
		return store.Replaced
	case m.Lives == g.Lives:
		c = max(c, life.Since(&g.Life))
	}
	return c
}

// reborn notes another life of the store, of which this host knows so many: no grant of
// before passes Begin, where its clock is at theirs.
func (m *Meta) reborn(t *Config, known uint64, life *store.Incarnation, theirs time.Time) {
	m.Lives, m.Incarnation = max(m.Lives, known)+1, *life
	if tick, ok := t.safe(theirs, m.Longest); ok {
		m.Begin = max(m.Begin, tick)
	}
}

// granted is the grant of a register of ours.
func (g Grant) granted(n uint64, r *Register, v store.Version) Grant {
	g.State = Held
	g.Worker, g.Epoch, g.Version, g.Floor, g.Ceiling, g.Nonce = n, r.Epoch, v, r.Floor, r.High, r.Nonce
	if g.Until = r.Until; r.Owner != nil {
		g.Since = r.Owner.Since
	}
	g.Pending, g.PendingWorker = "", 0
	return g
}

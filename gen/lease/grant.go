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

package lease

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// Register is what the store knows of a number.
//
// High only grows, but where the owner itself gives ticks back that none of its
// processes used: so no tick is ever granted to two owners.
type Register struct {
	Schema int       `json:"schema"`          // 1
	Epoch  uint64    `json:"epoch"`           // counts the owners
	Floor  uint64    `json:"floor"`           // the owner may use ticks above it,
	High   uint64    `json:"high"`            // up to here: no tick above it was granted to anybody
	Until  time.Time `json:"until"`           // when the number may be taken over
	Nonce  string    `json:"nonce"`           // of the last change: its author recognises it
	Owner  *Owner    `json:"owner,omitempty"` // nil is nobody
	Note   string    `json:"note,omitempty"`  // why it is kept out of the choice; empty if it is not
}

// Owner is who holds a number, for people; Home alone decides anything.
type Owner struct {
	Host  string    `json:"host"`
	Boot  string    `json:"boot,omitempty"` // id of the kernel's start
	PID   int       `json:"pid"`            // of the process that renewed last
	Home  string    `json:"home"`           // of the machine and its state directory: equal is the same owner
	Since time.Time `json:"since"`          // when the number was acquired
	Clock time.Time `json:"clock"`          // what the owner's clock said at the last change
}

// Here is this process as an owner: since which start of its machine, and of which home.
func Here(boot, home string) Owner {
	host, _ := os.Hostname()
	return Owner{Host: host, Boot: boot, PID: os.Getpid(), Home: home}
}

// Meta is what the store knows of all numbers of a layout in a group.
type Meta struct {
	Schema  int    `json:"schema"` // 2
	ID      string `json:"id"`     // random: another one is another group
	Scheme  string `json:"scheme"` // that made it; others with the same layout share it
	Layout  string `json:"layout"` // epoch, tick and bits, for people
	Field   string `json:"field"`  // that is leased
	Longest uint64 `json:"longest"`
	Fence   uint64 `json:"fence"` // when all numbers were fenced last, in ns since 1970; 0 is never
	// what is acquired begins above it: no grant that the store forgot passes it
	Begin uint64 `json:"begin"`
	Nonce string `json:"nonce,omitempty"` // of the last change
	Made  Ranges `json:"made"`            // the numbers that ever had a register: one of them that is missing was lost

	// Lives counts the incarnations of the store that were noted, and Incarnation is the
	// last one of them.
	Lives       uint64            `json:"lives"`
	Incarnation store.Incarnation `json:"incarnation"`

	// Noted is when a number was added to Made last, by the store's clock: its register is
	// perhaps about to be written.
	Noted time.Time `json:"noted,omitzero"`
}

// beginning reports whether a number that was made may have no register yet, where the
// store's clock is at theirs: an acquisition takes less than [Skew].
func (m *Meta) beginning(theirs time.Time) bool { return theirs.Sub(m.Noted).Abs() < Skew }

// encode writes a register or a meta value.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // of numbers, texts and times of this century
	}
	return b
}

// decodeRegister reads a register.
func decodeRegister(key string, b []byte) (r Register, err error) {
	if err = json.Unmarshal(b, &r); err == nil && r.Schema != 1 {
		err = fmt.Errorf("schema %d is unknown; use a program that writes schema 1", r.Schema)
	}
	if err == nil && r.Floor > r.High {
		err = fmt.Errorf("the floor %d is above the high tick %d", r.Floor, r.High)
	}
	if err != nil {
		return r, fault.New(ErrDamaged, "", "the value of %s in the store is not a register: %v", key, err)
	}
	return r, nil
}

// decodeMeta reads a meta value.
func decodeMeta(key string, b []byte) (m Meta, err error) {
	err = json.Unmarshal(b, &m)
	switch {
	case err == nil && m.Schema == 1:
		return m, fault.New(ErrEarlier, "stop all hosts, then write it again: idscope worker fence "+m.Scheme+
			", with its --layout, and this --store and --group",
			"the lease group is one of an earlier build: its key is %s", key)
	case err == nil && m.Schema != 2:
		err = fmt.Errorf("schema %d is unknown; use a program that writes schema 2", m.Schema)
	case err == nil && m.ID == "":
		err = fmt.Errorf("there is no id")
	}
	if err != nil {
		return m, fault.New(ErrDamaged, "", "the value of %s in the store is not a group: %v", key, err)
	}
	return m, nil
}

// State is what a register says of its number at an instant.
type State string

// The states.
const (
	Free     State = "free"     // anybody may take it
	Granted  State = "granted"  // its owner may use it
	Expired  State = "expired"  // its owner did not renew: anybody may take it
	Reserved State = "reserved" // kept out of the choice by hand
)

// State of a register, by a clock that agrees with the store's.
func (r *Register) State(at time.Time) State {
	switch {
	case r.Note != "":
		return Reserved
	case r.Owner == nil:
		return Free
	case at.After(r.Until.Add(Skew)):
		return Expired
	}
	return Granted
}

// open reports whether that home may take the number over. Its own is its own.
func (r *Register) open(at time.Time, home string) bool {
	s := r.State(at)
	return s == Free || s == Expired || s == Granted && r.Owner.Home == home
}

// Ranges is a set of numbers, written as "0-12,77".
type Ranges []Range

// Range is the numbers from First to Last.
type Range struct{ First, Last uint64 }

// String writes the range as "7" or "0-12".
func (r Range) String() string {
	if r.Last == r.First {
		return fmt.Sprint(r.First)
	}
	return fmt.Sprintf("%d-%d", r.First, r.Last)
}

// Has reports whether a number is in the set.
func (r Ranges) Has(n uint64) bool {
	return slices.ContainsFunc(r, func(x Range) bool { return x.First <= n && n <= x.Last })
}

// With returns the set and one number more.
func (r Ranges) With(n uint64) Ranges {
	if r.Has(n) {
		return r
	}
	i, _ := slices.BinarySearchFunc(r, n, func(x Range, n uint64) int { return cmp.Compare(x.First, n) })
	out := slices.Insert(slices.Clone(r), i, Range{n, n})
	for j := len(out) - 1; j > 0; j-- {
		if out[j-1].Last+1 == out[j].First {
			out[j-1].Last = out[j].Last
			out = slices.Delete(out, j, j+1)
		}
	}
	return out
}

// All yields the numbers in their order.
func (r Ranges) All(yield func(uint64) bool) {
	for _, x := range r {
		for n := x.First; ; n++ {
			if !yield(n) {
				return
			}
			if n == x.Last {
				break
			}
		}
	}
}

// MarshalText writes the set.
func (r Ranges) MarshalText() ([]byte, error) {
	var parts []string
	for _, x := range r {
		parts = append(parts, x.String())
	}
	return []byte(strings.Join(parts, ",")), nil
}

// UnmarshalText reads what MarshalText writes, and nothing else.
func (r *Ranges) UnmarshalText(text []byte) error {
	if *r = nil; len(text) == 0 {
		return nil
	}
	for part := range strings.SplitSeq(string(text), ",") {
		from, to, two := strings.Cut(part, "-")
		if !two {
			to = from
		}
		first, err := strconv.ParseUint(from, 10, 64)
		last, e := strconv.ParseUint(to, 10, 64)
		apart := len(*r) == 0 || first > (*r)[len(*r)-1].Last && first-1 > (*r)[len(*r)-1].Last
		if err != nil || e != nil || last < first || !apart {
			return fmt.Errorf("%q is not a range of numbers apart from those before it; use N or N-M", part)
		}
		*r = append(*r, Range{first, last})
	}
	if written, _ := r.MarshalText(); string(written) != string(text) {
		return fmt.Errorf("%q is not written as %q", text, written)
	}
	return nil
}

// GrantState is what a host may do with its grant: the first byte of its text.
type GrantState byte

// The states of a grant.
const (
	Void      GrantState = iota // nothing
	Held                        // use its ticks
	Releasing                   // nothing: it is about to be given back
)

// Grant is what a host keeps of a group: which ticks of which number it may use, and
// what it remembers of the store, so as to notice that it forgot something.
type Grant struct {
	Group   string // name
	Field   string // that is leased
	Layout  string // whose bits are leased
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
	Asked time.Time // what the clock said then
	Lives uint64    // of the group, when the store was asked last
	Life  store.Incarnation

	// Pending is the nonce of a swap that was begun on the number PendingWorker.
	Pending       string
	PendingWorker uint64
}

var errGrant = errors.New("not a grant")

// fields are where the parts of a grant are, in the order of its text.
func (g *Grant) fields() []any {
	return []any{&g.Fence, &g.Longest, &g.Worker, &g.Epoch, &g.Floor, &g.Ceiling, &g.PendingWorker, &g.Lives, &g.Since,
		&g.Until, &g.Asked, &g.Life.Start, &g.Life.Term, &g.Life.Revision, &g.Group, &g.Field, &g.Layout, &g.From,
		&g.ID, (*string)(&g.Version), &g.Nonce, &g.Pending, &g.Life.History, &g.Life.Life}
}

// encode writes the grant: numbers of 8 bytes, big-endian, and texts behind their
// length in two bytes. Each call reads it: package json takes a tenth of a call to begin.
func (g *Grant) encode() []byte {
	b := []byte{byte(g.State)}
	for _, f := range g.fields() {
		switch f := f.(type) {
		case *uint64:
			b = binary.BigEndian.AppendUint64(b, *f)
		case *time.Time:
			b = binary.BigEndian.AppendUint64(b, nanoseconds(*f))
		case *string:
			b = append(binary.BigEndian.AppendUint16(b, uint16(len(*f))), *f...)
		}
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

// ReadGrant reads the content that a [Keeper] keeps, as encode writes it.
func ReadGrant(b []byte) (g Grant, err error) {
	if len(b) < 1+14*8 || GrantState(b[0]) > Releasing {
		return g, errGrant
	}
	g.State, b = GrantState(b[0]), b[1:]
	for _, f := range g.fields() {
		switch f := f.(type) {
		case *uint64:
			*f, b = binary.BigEndian.Uint64(b), b[8:]
		case *time.Time:
			*f, b = instant(binary.BigEndian.Uint64(b)), b[8:]
		case *string:
			if len(b) < 2 || len(b)-2 < int(binary.BigEndian.Uint16(b)) {
				return Grant{}, errGrant
			}
			n := int(binary.BigEndian.Uint16(b))
			*f, b = string(b[2:2+n]), b[2+n:]
		}
	}
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
		c := t.of(g.Longest)
		return c.soon(at) <= g.Ceiling
	}
	return g.Ceiling > used
}

// usable reports whether there is still something to use at an instant.
func (t *Config) usable(g *Grant, at time.Time) bool {
	return g.State == Held && t.tick(at) < g.Ceiling
}

// half reports whether more than half of a grant is left, of what it had beyond the lead
// when it was made.
func (t *Config) half(g *Grant, at time.Time, used uint64) bool {
	c := t.of(g.Longest)
	if t.Timed {
		used = c.soon(at)
	}
	whole, lead := min(c.span(), g.Longest), c.ticks(c.Lead)
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

// release is the register of a number that its owner gives back, or that is taken from it: used is the highest tick
// that any of its processes used or reserved; above what was granted, that stays granted.
func (r Register) release(used uint64, at time.Time, nonce string) Register {
	r.High = min(r.High, max(r.Floor, used))
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
		g.Since, g.Asked = r.Owner.Since, r.Owner.Clock
	}
	g.Pending, g.PendingWorker = "", 0
	return g
}

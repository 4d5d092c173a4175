package lease

import (
	"encoding/json"
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
		return m, fault.New(ErrEarlier, "stop all hosts, then write it again: idscope worker fence "+m.Scheme,
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
func (r Range) String() string { return string(r.append(nil)) }

func (r Range) append(b []byte) []byte {
	if b = strconv.AppendUint(b, r.First, 10); r.Last > r.First {
		b = strconv.AppendUint(append(b, '-'), r.Last, 10)
	}
	return b
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
	i, _ := slices.BinarySearchFunc(r, n, func(x Range, n uint64) int {
		if x.First < n {
			return -1
		}
		return 1
	})
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
	var b []byte
	for i, x := range r {
		if i > 0 {
			b = append(b, ',')
		}
		b = x.append(b)
	}
	return b, nil
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

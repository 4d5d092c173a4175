package lease

import (
	"encoding/json"
	"errors"
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
	Group   string `json:"group"`             // name
	Field   string `json:"field"`             // that is leased
	From    string `json:"from"`              // the store that granted, as its user names it
	ID      string `json:"id,omitempty"`      // of the group; empty is not known yet
	Fence   uint64 `json:"fence,omitempty"`   // of the group, as it was seen last
	Longest uint64 `json:"longest,omitempty"` // ticks of its longest grant

	State   GrantState    `json:"state,omitempty"`
	Worker  uint64        `json:"worker"`
	Epoch   uint64        `json:"epoch"`   // of the register, 0 if there was never a grant
	Version store.Version `json:"version"` // of the register
	Floor   uint64        `json:"floor"`   // exclusive
	Ceiling uint64        `json:"ceiling"` // inclusive
	Nonce   string        `json:"nonce"`   // of the register

	Since time.Time         `json:"since,omitzero"`  // when this host acquired the number
	Until time.Time         `json:"until,omitzero"`  // of the register: nobody else takes the number before
	Lives uint64            `json:"lives,omitempty"` // of the group, when the store was asked last
	Life  store.Incarnation `json:"incarnation,omitzero"`

	// Pending is the nonce of a swap that was begun on the number PendingWorker.
	Pending       string `json:"pending,omitempty"`
	PendingWorker uint64 `json:"pending_worker,omitempty"`
}

var errGrant = errors.New("not a grant")

// decodeGrant reads what encode writes.
func decodeGrant(b []byte) (g Grant, err error) {
	if json.Unmarshal(b, &g) != nil || g.Floor > g.Ceiling ||
		g.State != Void && g.State != Held && g.State != Releasing {
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

// Package election is how servers of a group agree on one that leads: a leader by a
// lease of a store, and values that nobody but the leader of an epoch can write. It
// keeps no time itself: when to renew, and how long to trust a lease, is of who uses it.
package election

import (
	"context"
	"errors"
	"net/url"
	"time"

	"idscope/gen/store"
)

// Member is a server as the others of its group see it. It has another ID each time
// that it joins: what was said of a lease that has ended is of no other.
type Member struct {
	ID      string `json:"id"`             // 40 hexadecimal digits
	Address string `json:"address"`        // HOST:PORT of the Redis protocol
	Web     string `json:"http,omitempty"` // HOST:PORT of HTTP; empty for none
	TLS     bool   `json:"tls,omitempty"`  // both are encrypted
}

// View is a group at some instant. Views of a later instant never come before.
type View struct {
	Leader  Member   // zero for none
	Epoch   uint64   // of the leader: each leadership of a group has a greater one than those before
	Ready   uint64   // the epoch whose leader said that it answers
	Wanted  string   // ID of a member that asked to lead; empty for none
	Members []Member // by ID
	File    []byte   // what those who manage the group wrote for all servers; nil for nothing
}

// Of returns the member of an ID.
func (v *View) Of(id string) (Member, bool) {
	for _, m := range v.Members {
		if m.ID == id {
			return m, true
		}
	}
	return Member{}, false
}

// Elector is one server's side of a group. Any number of goroutines may use it. Every
// method ends when its context does.
type Elector interface {
	// Join grants a lease, and registers the member for as long as it lasts. It
	// returns the member's ID, and how long the lease lasts from now without Keep,
	// which may be longer than ttl. What belonged to an earlier lease of this server
	// is left to end with it.
	Join(ctx context.Context, m Member, ttl time.Duration) (id string, lasts time.Duration, err error)

	// Keep renews the lease, from the instant that the store heard of it. ErrLost says
	// that it has ended.
	Keep(ctx context.Context) error

	// Campaign makes this member the leader if there is none: else ErrTaken.
	Campaign(ctx context.Context) error

	// Announce says that the leader of the epoch, this member, answers.
	Announce(ctx context.Context, epoch uint64) error

	// Request asks the leader to hand over to this member.
	Request(ctx context.Context) error

	// HandOver ends the leadership of an epoch: to is the next leader, nobody where it
	// is empty or no member. ErrFenced says that it had ended.
	HandOver(ctx context.Context, epoch uint64, to string) error

	// Load and Swap are those of [store.Store], of values of the group. Swap writes
	// only while this member leads in that epoch: else ErrFenced.
	Load(ctx context.Context, key string) (store.Value, error)
	Swap(ctx context.Context, epoch uint64, key string, old store.Version, data []byte) (store.Version, error)

	// File returns what those who manage the group wrote for all servers; SwapFile writes
	// it if that is of the version still, as [store.Store]'s Swap. Neither needs a member.
	File(ctx context.Context) (store.Value, error)
	SwapFile(ctx context.Context, old store.Version, data []byte) error

	// Watch calls see with the group as it is, and after every change, until the
	// context ends or the store cannot be heard any more.
	Watch(ctx context.Context, see func(View)) error

	// Close ends the lease, and with it membership and leadership.
	Close() error
}

// Driver opens groups in the stores of one engine.
type Driver interface {
	// Schemes are the URL schemes that it serves.
	Schemes() []string

	// Elector connects to the store that the URL names, as [store.Driver]'s Open. A
	// group that was not there yet is made.
	Elector(ctx context.Context, u *url.URL, group string) (Elector, error)
}

var (
	// ErrLost says that the lease of a member has ended.
	ErrLost = errors.New("the lease has ended")

	// ErrTaken says that another leads.
	ErrTaken = errors.New("another leads")

	// ErrFenced says that the leadership of an epoch has ended.
	ErrFenced = errors.New("the leadership has ended")
)

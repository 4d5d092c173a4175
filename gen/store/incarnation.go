package store

import "time"

// Incarnation is one life of a store. Another one means that writes which the store
// confirmed may be gone: the server was started again, perhaps on a backup, or another
// server took its place. It is kept in the store and on hosts, and compared later.
type Incarnation struct {
	// History names the data: another name is another history for certain. It is empty
	// where a server cannot tell that from a restart.
	History string `json:"history,omitempty"`

	// Life changes when the server starts; empty where no start is told.
	Life string `json:"life,omitempty"`

	// Start is when the server started, of one that tells no more than that.
	Start time.Time `json:"start,omitzero"`

	// Term and Revision never fall in one history; 0 where the server has none.
	Term     uint64 `json:"term,omitempty"`
	Revision uint64 `json:"revision,omitempty"`

	// Now is the clock of the store, read with the rest; zero if it has none.
	Now time.Time `json:"-"`
}

// Change is what became of a store since an incarnation was seen.
type Change int

const (
	Same      Change = iota // it is the same incarnation
	Restarted               // it was started again, perhaps on an older copy of its data
	Replaced                // its data have another history
)

func (c Change) String() string { return [...]string{"same", "restarted", "replaced"}[c] }

// startJitter is how far two readings of one start may be apart: a server counts the
// seconds since then.
const startJitter = 3 * time.Second

// Since compares an incarnation with one that was seen before; the zero value is none.
func (i *Incarnation) Since(before *Incarnation) Change {
	switch {
	case *before == Incarnation{}:
		return Same
	case i.History != before.History, i.Term < before.Term, i.Revision < before.Revision:
		return Replaced
	case i.Life != before.Life, i.Start.Sub(before.Start).Abs() > startJitter:
		return Restarted
	}
	return Same
}

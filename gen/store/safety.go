package store

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Class is how far the promise of a [Store] can be relied on.
type Class int

const (
	// BestEffort stores may forget writes that they confirmed.
	BestEffort Class = iota

	// Conditional stores keep them as long as a stated condition holds, which the store cannot check by itself.
	Conditional

	// Proven stores keep every write that they confirmed through crashes of the server and loss of power.
	Proven
)

func (c Class) String() string {
	return [...]string{"best effort", "conditional", "proven"}[c]
}

// MarshalText writes the class as its name.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Safety is what a server guarantees, and why.
type Safety struct {
	Class  Class  `json:"class"`
	Reason string `json:"reason"` // one clause: "one primary that syncs each commit"
	Engine string `json:"engine"` // "PostgreSQL 15.18"
	// of the data: changes when another server or an older copy answers; may be empty
	Identity string    `json:"identity"`
	Settings []Setting `json:"settings"` // those that decide, in order of weight
}

// Setting is a setting of a server that decides what it guarantees.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Class Class  `json:"class"`          // the most that the store can be with this value
	Want  string `json:"want,omitempty"` // the value to set, where another would be safer
	Why   string `json:"why,omitempty"`  // what happens with the present one
}

// Judge compares the value of a setting with the safe ones, of which the first is advised. Another value makes
// the store at most low, for the reason why.
func Judge(name, value string, low Class, why string, safe ...string) Setting {
	s := Setting{Name: name, Value: value, Class: Proven}
	if !slices.ContainsFunc(safe, func(want string) bool { return strings.EqualFold(value, want) }) {
		s.Class, s.Want, s.Why = low, safe[0], why
	}
	return s
}

// Report says what a server guarantees: the least that one of its settings allows. Reason is why, where all of
// them are safe.
func Report(engine, identity, reason string, settings ...Setting) Safety {
	s := Safety{Class: Proven, Reason: reason, Engine: engine, Identity: identity,
		Settings: append([]Setting{}, settings...)} // an empty list in JSON, too
	for _, x := range settings {
		if x.Class < s.Class {
			s.Class, s.Reason = x.Class, x.Name+" is "+x.Value+": "+x.Why
		}
	}
	return s
}

// Incarnation is one life of a store. Another one means that writes which the store
// confirmed may be gone: the server was started again, perhaps on a backup, or another
// server took its place. It is kept in the store and on hosts, and compared later.
type Incarnation struct {
	// History names the data: another name is another history for certain. It is empty
	// where a server cannot tell that from a restart.
	History string `json:"history,omitempty"`

	// Life changes when the server starts; empty where no start is told.
	Life string `json:"life,omitempty"`

	// Start is when the server started, to the second, of one that tells no more than that.
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

// Since compares an incarnation with one that was seen before; the zero value is none.
func (i *Incarnation) Since(before *Incarnation) Change {
	switch {
	case *before == Incarnation{}:
		return Same
	case i.History != before.History, i.Term < before.Term, i.Revision < before.Revision:
		return Replaced
	case i.Life != before.Life, i.Start.Unix() != before.Start.Unix():
		return Restarted
	}
	return Same
}

// Examination is what a store guarantees, and how it answers.
type Examination struct {
	Safety
	Loads  int           `json:"loads"` // that were measured
	Median time.Duration `json:"median_ns"`
	P99    time.Duration `json:"p99_ns"` // of few loads the longest

	// Clock says whether the store has one, which some tell to the second alone; Ahead is what [Ahead] makes of it.
	Clock bool          `json:"clock"`
	Ahead time.Duration `json:"ahead_ns"`
}

// Examine asks a store what it guarantees, loads a key so many times, one after the
// other, and compares the clocks. now is our clock.
func Examine(ctx context.Context, s Store, key string, loads int, now func() time.Time) (Examination, error) {
	e := Examination{Loads: loads}
	var err error
	if e.Safety, err = s.Safety(ctx); err != nil {
		return e, err
	}
	times := make([]time.Duration, loads)
	for i := range times {
		start := time.Now()
		if _, err := s.Load(ctx, key); err != nil {
			return e, err
		}
		times[i] = time.Since(start)
	}
	if slices.Sort(times); loads > 0 {
		e.Median, e.P99 = times[loads/2], times[(loads*99+99)/100-1]
	}
	before := now()
	life, err := s.Incarnation(ctx)
	if after := now(); err == nil && !life.Now.IsZero() {
		e.Clock, e.Ahead = true, Ahead(life.Now, before, after)
	}
	return e, err
}

// Ahead is how far at least a clock that was read between two instants of ours is ahead of it, or behind. Where ours
// was set back meanwhile the first one counts: it may have been far ahead.
func Ahead(theirs, before, after time.Time) time.Duration {
	before, after = before.Round(0), after.Round(0) // as clocks show them
	if after.Before(before) {
		after = before
	}
	return max(theirs.Sub(after), min(theirs.Sub(before), 0))
}

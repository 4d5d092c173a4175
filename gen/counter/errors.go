package counter

import (
	"errors"
	"fmt"
	"time"
)

var (
	// ErrNotHere says that this host has no number left, and that whoever was asked may
	// not ask the store.
	ErrNotHere = errors.New("the segment of this host is exhausted")

	// ErrFull says that a counter has reached its last number.
	ErrFull = errors.New("the counter has reached its last number")
)

// MissingError says that a table or a key is missing, and how it is made.
type MissingError struct {
	What string // "the table Tickets64", "the key orders"
	DDL  string // a statement, or nothing
}

// Error is one line; the statement is for a hint.
func (e *MissingError) Error() string { return e.What + " is missing; want it, or --create" }

// BehindError says that a server gave out a number that is not above one that this
// host saw before: it came back from an older backup, lost a key, or is another one.
type BehindError struct {
	About string // "counter orders of mysql://db1/ids"
	Got   uint64 // first number that it gave out
	Seen  uint64 // highest number that this host saw
	Of    string // " of 2026-11-22", where numbers begin anew each day
}

// Error is one line.
func (e *BehindError) Error() string {
	return fmt.Sprintf("%s is behind: it gave out %d, and this host saw %d%s before", e.About, e.Got, e.Seen, e.Of)
}

// Hint says what to do.
func (e *BehindError) Hint() string {
	return "it was restored from an older backup, lost the key, or is another server: raise it above every number " +
		"that any host saw, see idscope help counters"
}

// LostError says that a store lost a part of a counter, so that numbers would repeat.
type LostError struct{ What, Want, Way string }

// Error is one line.
func (e *LostError) Error() string { return e.What + " was lost; want " + e.Want }

// Hint says what to do.
func (e *LostError) Hint() string { return e.Way }

// DisagreeError says that what a call wants is not what the counter was made with.
type DisagreeError struct{ What, Has, Want, Way string }

// Error is one line.
func (e *DisagreeError) Error() string {
	return fmt.Sprintf("%s is %s; want %s", e.What, e.Has, e.Want)
}

// Hint says what to do.
func (e *DisagreeError) Hint() string { return e.Way }

// RiskError says that a store may lose what it confirmed, so that numbers can repeat.
type RiskError struct{ Engine, Reason string }

// Error is one line.
func (e *RiskError) Error() string {
	return fmt.Sprintf("%s may lose counts that it gave out: %s", e.Engine, e.Reason)
}

// Hint says what to do.
func (e *RiskError) Hint() string {
	return "numbers can repeat after that; --accept-best-effort takes the risk"
}

// Hinted is an error with the way out.
type Hinted struct {
	Err error
	Way string
}

// Error is one line.
func (e *Hinted) Error() string { return e.Err.Error() }

// Unwrap returns the error without the way out.
func (e *Hinted) Unwrap() error { return e.Err }

// Hint says what to do.
func (e *Hinted) Hint() string { return e.Way }

// TakenError says that another host writes a counter in strict order.
type TakenError struct {
	About string // "segment "orders" of etcd://db1"
	Host  string
	PID   int
	Until time.Time
}

// Error is one line.
func (e *TakenError) Error() string {
	return fmt.Sprintf("%s is written by host %s (process %d) until %s; want one writer at a time in strict order",
		e.About, e.Host, e.PID, e.Until.UTC().Truncate(time.Second).Format(time.RFC3339))
}

// Hint says what to do.
func (e *TakenError) Hint() string {
	return "--max-wait 1m waits for it; idscope counter release on that host ends it; --order asked has no writer"
}

// EndedError says that this host does not write a counter in strict order any more.
type EndedError struct {
	About string
	Late  bool // its lease may have ended before the last numbers were printed
}

// Error is one line.
func (e *EndedError) Error() string {
	if e.Late {
		return "this host's lease of " + e.About + " ended while the last numbers were printed: others may have come first"
	}
	return "this host's lease of " + e.About + " ended before the next numbers were printed: they are lost"
}

// Hint says what to do.
func (e *EndedError) Hint() string { return "run it again: it goes on with greater numbers" }

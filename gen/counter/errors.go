package counter

import (
	"errors"
	"fmt"

	"idscope/gen/fault"
)

// The reasons for which a counter gives no number. Each but the first two arrives inside a *fault.Error.
var (
	// ErrNotHere says that this host has no number left, and that the one that was
	// asked may not ask the store.
	ErrNotHere = errors.New("the segment of this host is exhausted")

	// ErrFull says that a counter has reached its last number.
	ErrFull = errors.New("the counter has reached its last number")

	// ErrMissing is of a table or a key. The hint is a statement that creates it, or nothing.
	ErrMissing = errors.New("missing")

	// ErrBehind is of a server whose number is not above one that this host saw before: it
	// came back from an older backup, lost a key, or is another one.
	ErrBehind = errors.New("behind what this host saw")

	ErrLost     = errors.New("the store lost a part of the counter, so that numbers would repeat")
	ErrDisagree = errors.New("the counter is not what the call wants")
	ErrRisk     = errors.New("the store may lose what it confirmed, so that numbers can repeat")
)

// Missing is the error of a table or a key that is missing, with a statement that creates it, or nothing.
func Missing(what, statement string) error {
	return fault.New(ErrMissing, statement, "%s is missing", what)
}

// Disagree is the error of a part of a counter that is not what a call wants.
func Disagree(what, has, want, hint string) error {
	return fault.New(ErrDisagree, hint, "%s is %s, not %s", what, has, want)
}

// behind is the error of a server that gave out a number that is not above the highest that this host saw; of is the
// day of those, where numbers begin again each day.
func behind(about fmt.Stringer, got, seen uint64, of string) error {
	return fault.New(ErrBehind,
		"it was restored from an older backup, lost the key, or is another server: raise it above "+
			"every number that any host saw, see idscope help counters",
		"%s is behind: it gave out %d, and this host saw %d%s before", about, got, seen, of)
}

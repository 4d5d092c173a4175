package lease

import "errors"

// The reasons for which there is no grant. Each arrives inside an [*Error].
var (
	ErrNoGroup    = errors.New("there is no such group")
	ErrOtherGroup = errors.New("the group is another one")
	ErrForgotten  = errors.New("the store forgot what it had confirmed")
	ErrField      = errors.New("the group leases another field")
	ErrClock      = errors.New("the clocks do not agree")
	ErrNoNumber   = errors.New("all numbers are taken")
	ErrTooLong    = errors.New("the lease is longer than the group permits")
	ErrBestEffort = errors.New("the store may lose what it confirmed")
	ErrDamaged    = errors.New("damaged")
	ErrOffline    = errors.New("the grant has ended, and there is no store at hand to renew it")
	ErrVoid       = errors.New("the grant is void")
	ErrStore      = errors.New("the store cannot be used") // the cause is wrapped beside it
)

// Error says why there is no grant.
type Error struct {
	Reason error // one of the Err values above
	Cause  error // of the store, if any
	Text   string
	Way    string // the way out; may be empty
}

// Error is one line.
func (e *Error) Error() string { return e.Text }

// Unwrap returns the reason and the cause, for errors.Is.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Reason}
	}
	return []error{e.Reason, e.Cause}
}

// Hint is the way out; it may be empty.
func (e *Error) Hint() string { return e.Way }

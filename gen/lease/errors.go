package lease

import (
	"errors"
	"time"

	"idscope/gen/fault"
	"idscope/gen/internal/guard"
)

// The reasons for which there is no grant. Each arrives inside a *fault.Error.
var (
	ErrNoGroup    = errors.New("there is no such group")
	ErrOtherGroup = errors.New("the group is another one")
	ErrElsewhere  = errors.New("the host belongs to a group in another store")
	ErrForgotten  = errors.New("the store forgot what it had confirmed")
	ErrField      = errors.New("the group leases another field")
	ErrClock      = errors.New("the clocks do not agree")
	ErrNoNumber   = errors.New("all numbers are taken")
	ErrLater      = errors.New("nothing can be granted yet")
	ErrTooLong    = errors.New("the lease is longer than the group permits")
	ErrBestEffort = errors.New("the store may lose what it confirmed")
	ErrDamaged    = errors.New("damaged")
	ErrOffline    = errors.New("the grant has ended, and there is no store at hand to renew it")
	ErrVoid       = errors.New("the grant is void")
)

// More such reasons.
const (
	ErrEarlier              = guard.ErrEarlier
	ErrStore   fault.Reason = "the store cannot be used" // the cause is wrapped beside it
)

// opening is ErrLater with the time at which something can be granted.
type opening struct{ at time.Time }

func (o opening) Error() string { return ErrLater.Error() }

// Is makes it the reason that callers ask for.
func (o opening) Is(reason error) bool { return reason == ErrLater }

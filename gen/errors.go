package gen

import (
	"errors"
	"fmt"
	"time"

	"idscope/gen/sequence"
)

// The reasons for which a generator refuses. Each arrives inside a *ClockError
// with the values, but for ErrRepeats.
var (
	ErrBackward    = sequence.ErrBackward
	ErrUsedUp      = sequence.ErrUsedUp
	ErrStalled     = errors.New("the clock stands still")
	ErrEnded       = sequence.ErrEnded
	ErrBeforeEpoch = errors.New("the clock is before the epoch")
	ErrFenced      = sequence.ErrFenced
	// ErrRepeats: nothing in the scheme varies, so a second identifier would
	// equal the first.
	ErrRepeats = errors.New("a second id would be a duplicate")
)

// ClockError says that no identifier can be made at this time.
type ClockError struct {
	Reason error     // one of the Err values above
	Scheme string    // name of the scheme
	Now    time.Time // what the clock said
	Limit  time.Time // the latest reading, the end, the epoch or the ceiling that it was compared with
	Retry  time.Time // when it will work again; zero where waiting does not help
}

// Unwrap returns the reason, for errors.Is.
func (e *ClockError) Unwrap() error { return e.Reason }

// Error says what was found and when it will work again.
func (e *ClockError) Error() string {
	var s string
	switch e.Reason {
	case ErrBackward:
		s = fmt.Sprintf("the clock moved backwards by %s: it says %s", e.Limit.Sub(e.Now), stamp(e.Now))
	case ErrUsedUp:
		if e.Limit.IsZero() { // a layout without time
			return fmt.Sprintf("sequence exhausted: all ids of %s are used", e.Scheme)
		}
		s = fmt.Sprintf("sequence exhausted: the ids of %s are used before %s; the clock says "+
			"%s", e.Scheme, stamp(e.Limit), stamp(e.Now))
	case ErrStalled:
		s = fmt.Sprintf("the clock stands still at %s", stamp(e.Now))
	case ErrEnded:
		if e.Now.Before(e.Limit) { // the last ticks were used ahead
			return fmt.Sprintf("no tick of %s is left before its layout ends on %s; the clock says %s", e.Scheme,
				stamp(e.Limit), stamp(e.Now))
		}
		s = fmt.Sprintf("the layout of %s ended on %s; the clock says %s", e.Scheme, stamp(e.Limit), stamp(e.Now))
	case ErrBeforeEpoch:
		s = fmt.Sprintf("%s is before the epoch of %s, %s", stamp(e.Now), e.Scheme, stamp(e.Limit))
	case ErrFenced:
		if e.Limit.IsZero() { // a layout without time
			return fmt.Sprintf("the numbers of %s that were granted are exhausted", e.Scheme)
		}
		s = fmt.Sprintf("%s is granted up to %s only; the clock says %s", e.Scheme, stamp(e.Limit), stamp(e.Now))
	default:
		s = e.Reason.Error()
	}
	if !e.Retry.IsZero() {
		s += fmt.Sprintf("; %s works again at %s", e.Scheme, stamp(e.Retry))
	}
	return s
}

// stamp writes a time in UTC with milliseconds, and more digits where needed.
func stamp(t time.Time) string {
	if t.Nanosecond()%1e6 != 0 {
		return t.UTC().Format("2006-01-02T15:04:05.000000000Z07:00")
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z07:00")
}

// RangeError says that a value does not fit its field.
type RangeError struct {
	Scheme string // empty where only a layout is known
	Field  string
	Value  ID
	Max    ID
}

// Error names the given value and the wanted range.
func (e *RangeError) Error() string {
	value, top := e.Value.Decimal(), e.Max.Decimal()
	if e.Scheme == "" {
		return fmt.Sprintf("%s %s is too large; want 0 to %s", e.Field, value, top)
	}
	return fmt.Sprintf("%s %s is too large for %s; want 0 to %s", e.Field, value, e.Scheme, top)
}

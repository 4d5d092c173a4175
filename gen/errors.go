package gen

import (
	"errors"
	"fmt"
	"time"

	"idscope/gen/fault"
	"idscope/gen/sequence"
)

// The reasons for which a generator refuses. Those that the clock decides are of a [*fault.Error] whose cause is a
// [*ClockError].
const (
	ErrBackward = sequence.ErrBackward
	ErrUsedUp   = sequence.ErrUsedUp
	ErrEnded    = sequence.ErrEnded
	ErrFenced   = sequence.ErrFenced
)

// More such reasons.
var (
	ErrStalled     = errors.New("the clock does not move")
	ErrBeforeEpoch = errors.New("the clock is before the epoch")
	// ErrRepeats: nothing in the scheme varies, so a second ID would equal the first.
	ErrRepeats = errors.New("a second id would be a duplicate")
	// ErrRange: a value does not fit its field.
	ErrRange = errors.New("out of range")
)

// ClockError is what the clock said when no ID could be generated.
type ClockError struct {
	Now   time.Time
	Limit time.Time // the latest reading, the end, the epoch or the ceiling that it was compared with
	Retry time.Time // when it will work again; zero where waiting does not help
}

// Error says what the clock said.
func (e *ClockError) Error() string { return "the clock says " + stamp(e.Now) }

// NoID is the error where a scheme has no ID for a reason, at that time.
func NoID(scheme string, reason error, at ClockError) error {
	f := &fault.Error{Reason: reason, Cause: &at}
	now, limit := stamp(at.Now), stamp(at.Limit)
	switch untimed := at.Limit.IsZero(); {
	case reason == ErrBackward:
		f.Text = fmt.Sprintf("the clock moved backwards by %s: it says %s", at.Limit.Sub(at.Now), now)
		f.Hint = "wait until then, set the clock right, or choose with --on-backward what to do"
	case reason == ErrUsedUp && untimed:
		f.Text = fmt.Sprintf("sequence exhausted: all ids of %s are used", scheme)
	case reason == ErrUsedUp:
		f.Text = fmt.Sprintf("sequence exhausted: the ids of %s are used before %s; the clock says %s", scheme, limit,
			now)
	case reason == ErrEnded && at.Now.Before(at.Limit): // the last ticks were used ahead
		f.Text = fmt.Sprintf("no tick of %s is left before its layout ends on %s; the clock says %s", scheme, limit,
			now)
	case reason == ErrEnded:
		f.Text = fmt.Sprintf("the layout of %s ended on %s; the clock says %s", scheme, limit, now)
	case reason == ErrBeforeEpoch:
		f.Text = fmt.Sprintf("%s is before the epoch of %s, %s", now, scheme, limit)
	case reason == ErrFenced && untimed:
		f.Text = fmt.Sprintf("the numbers of %s that were granted are exhausted", scheme)
	case reason == ErrFenced:
		f.Text = fmt.Sprintf("%s is granted up to %s only; the clock says %s", scheme, limit, now)
	default:
		f.Text = fmt.Sprintf("%v at %s", reason, now)
	}
	if reason == ErrEnded {
		f.Hint = "give a later epoch: --epoch 2026-01-01, the same for all who generate these ids"
	}
	if !at.Retry.IsZero() {
		f.Text += fmt.Sprintf("; %s works again at %s", scheme, stamp(at.Retry))
	}
	return f
}

// stamp writes a time in UTC with milliseconds, and more digits where needed.
func stamp(t time.Time) string {
	if t.Nanosecond()%1e6 != 0 {
		return t.UTC().Format("2006-01-02T15:04:05.000000000Z07:00")
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z07:00")
}

// OutOfRange is the error of a value that is larger than its field permits. The scheme is empty where only a layout is
// known.
func OutOfRange(scheme, field string, value, most ID) error {
	if scheme != "" {
		scheme = " for " + scheme
	}
	return &fault.Error{Reason: ErrRange,
		Text: fmt.Sprintf("%s %s is too large%s; use 0 to %s", field, value.Decimal(), scheme, most.Decimal())}
}

package guard

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A lock is waited for as long as others come to their end within the patience, and no
// longer than two of it once they do not.
func TestQueueWaitsForProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const patience, each = 2 * time.Second, 1900 * time.Millisecond
		for _, c := range []struct {
			ends, free time.Duration // the others stop coming to their end; the lock is free
			got        bool
		}{
			{time.Hour, time.Hour, true},
			{0, patience / 2, true},
			{0, time.Hour, false},
			{10 * time.Minute, time.Hour, false},
		} {
			start := time.Now()
			q := Queue{Ctx: t.Context(), Patience: patience, Progress: func() uint64 {
				return uint64(min(time.Since(start), c.ends) / each)
			}}
			_, err := q.wait(func() (*Lock, error) {
				time.Sleep(c.free)
				return nil, errFree
			})
			took := time.Since(start)
			switch {
			case c.got && (err != errFree || took != c.free):
				t.Errorf("%+v: %v after %s; want the lock", c, err, took)
			case !c.got && (err != ErrLocked || took <= c.ends || took > c.ends+2*patience):
				t.Errorf("%+v: %v after %s; want it given up within %s of the last end", c, err, took, 2*patience)
			}
			time.Sleep(time.Hour) // what is waited for ends, too
		}
	})
}

// errFree stands for a lock that was taken.
var errFree = errors.New("free")

//go:build !linux

package server

import "time"

// bootClock returns the time since now by the monotonic clock. Whether that goes on while
// the machine sleeps is the system's choice.
func bootClock() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}

package server

import (
	"time"

	"golang.org/x/sys/unix"
)

// bootClock returns the time since the machine was started, in which it slept included:
// no step of the clock changes it.
func bootClock() func() time.Duration {
	return func() time.Duration {
		var at unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &at); err != nil {
			return 1<<63 - 1 // every deadline has passed
		}
		return time.Duration(at.Nano())
	}
}

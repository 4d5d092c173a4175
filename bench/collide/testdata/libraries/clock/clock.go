// Package clock is the time of the libraries: they are built with their time.Now,
// time.Since, time.Sleep and time.NewTicker rewritten to the ones here.
package clock

import "time"

var (
	start int64                              // Unix time of the true time 0, in nanoseconds
	read  = func(t int64) int64 { return t } // what the wall clock says at a true time, both since start
	now   int64                              // true time
	zero  int64                              // what the wall clock said when the process started, less the true time
	reads int                                // of a clock since the last call
)

// Set begins a history.
func Set(at int64, wall func(t int64) int64) { start, read, now = at, wall, 0 }

// Begin starts a process at a true time.
func Begin(t int64) { now, zero = t, read(t)-t }

// Call begins a call at a true time that is not before now.
func Call(t int64) { now, reads = t, 0 }

// True is the true time.
func True() int64 { return now }

// look lets time go on where a library asks again and again without sleeping: then
// only does it matter how long that takes.
func look() {
	if reads++; reads > 3 {
		now += 1000
	}
}

// Now is what the wall clock says.
func Now() time.Time {
	look()
	return time.Unix(0, start+read(now))
}

// Since is by the monotonic clock, which goes on from what the wall clock said when
// the process started.
func Since(t time.Time) time.Duration {
	look()
	return time.Unix(0, start+zero+now).Sub(t)
}

// Sleep lets true time pass.
func Sleep(d time.Duration) { now += max(0, int64(d)) }

// Waits reports whether the only caller of a library waits for its ticker. It is set
// by those that have one.
var Waits func() bool

// NewTicker ticks by true time and says wall time, but only while Waits: what else
// has a turn then has no say in how much time goes by.
func NewTicker(d time.Duration) *time.Ticker {
	c := make(chan time.Time)
	go func() {
		for {
			if Waits() {
				now += int64(d)
			}
			c <- time.Unix(0, start+read(now)) // for ever, once the ticker is stopped
		}
	}()
	return &time.Ticker{C: c}
}

package worker

import (
	"testing"
	"time"

	"idscope/gen/testing/try"
)

func TestStartedAnew(t *testing.T) {
	wall := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name           string
		passed         time.Duration // by the wall clock, since the record was written
		uptime, stored time.Duration
		want           bool
	}{
		{"the next call", time.Millisecond, time.Hour, time.Hour, false},
		{"an idle week", 168 * time.Hour, 169 * time.Hour, time.Hour, false},
		{"an idle week, clock slewed by 5 min", 168*time.Hour + 5*time.Minute, 169 * time.Hour, time.Hour, false},
		{"started a minute ago", time.Hour, time.Minute, 5 * time.Hour, true},
		{"started, and up for longer than before", 48 * time.Hour, 40 * time.Hour, time.Hour, true},
		{"started, and up for exactly as long as before", time.Hour, time.Minute, time.Minute, true},
		{"clock set forward by 3 s", 4 * time.Second, time.Hour + time.Second, time.Hour, true},
		{"clock set back by an hour", -time.Hour, 2 * time.Hour, 2 * time.Hour, true},
		{"clock set back by 0.9 s", 100 * time.Millisecond, time.Hour + time.Second, time.Hour, false},
	} {
		try.Equal(t, startedAnew(wall.Add(c.passed), c.uptime, wall, c.stored), c.want,
			"%s: startedAnew(wall + %v, %v, wall, %v) =", c.name, c.passed, c.uptime, c.stored)
	}
}

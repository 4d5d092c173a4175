package inspect

import (
	"time"

	"idscope/gen"
)

// unix is a point in time as a plain number, which looks like an identifier and
// is pasted as one. First use is when its text got the length that it has today.
func unix(name, title string, tick time.Duration, digits string, prior float64) *gen.Scheme {
	return &gen.Scheme{
		Name:    name,
		Title:   title,
		Summary: "not an id: a time as a number, " + digits + " digits since 2001",
		Spec:    "POSIX.1-2024, Seconds Since the Epoch",
		Format:  gen.FormatNumber,
		Bits: gen.Bits{
			Layout: gen.Layout{{Name: "time", Source: gen.Time, Bits: 64}},
			Epoch:  unixEpoch(),
			Tick:   tick,
		},
		Encoding: gen.Encoding{Spellings: []gen.Text{}},
		Since:    time.Unix(1e9, 0).UTC(),
		Prior:    prior,
	}
}

func unixSeconds() *gen.Scheme {
	return unix("unix-s", "Unix time in seconds", time.Second, "10", 3)
}

func unixMillis() *gen.Scheme {
	return unix("unix-ms", "Unix time in milliseconds", time.Millisecond, "13", 3)
}

func unixMicros() *gen.Scheme {
	return unix("unix-us", "Unix time in microseconds", time.Microsecond, "16", 1)
}

func unixNanos() *gen.Scheme {
	return unix("unix-ns", "Unix time in nanoseconds", time.Nanosecond, "19", 0)
}

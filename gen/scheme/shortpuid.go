package scheme

import "idscope/gen"

// shortPUID is seconds and, in nine more decimal digits, the nanoseconds of a
// clock that is not the wall's: they are a counter, the seconds alone are a time.
// Source: pid/puid, lib/puid.js, getNanos.
func shortPUID() *gen.Scheme {
	return &gen.Scheme{
		Name:    "shortpuid",
		Title:   "short puid",
		Summary: "12 of base36: seconds since 1999 and nanoseconds; up to 14 with a node",
		Spec:    "github.com/pid/puid",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "timestamp", Source: gen.Time, Alphabet: base36, Min: 12, Max: 12, Per: 1e9},
			{Name: "node", Source: gen.Worker, Alphabet: base36, Min: 0, Max: 2},
		}},
		Bits:     gen.Bits{Epoch: day(1999, 6, 7).Add(15 * hour), Tick: second},
		ReadOnly: "nanoseconds of a clock alone keep those of one host apart",
		Since:    day(2013, 4, 1),
		Prior:    0.5,
		Notes: []string{
			"the nanoseconds are of a clock of the machine's own, a counter: the time is exact to the second",
			"the epoch may be chosen; shortpuid-unix counts from 1970",
			"JavaScript rounds such numbers to 64 or 128 ns, so the last symbol says little",
		},
		Example: gen.Vector{Text: "3bqk9my968mc", Time: "2013-04-21T12:43:10Z", Values: []string{"3bqk9my968mc", ""},
			Source: "github.com/pid/puid, README.md"},
	}
}

// shortPUIDUnix counts from 1970, as the README's drawing does. Source: pid/puid,
// README.md.
func shortPUIDUnix() *gen.Scheme {
	s := shortPUID()
	s.Name = "shortpuid-unix"
	s.Title = "short puid since 1970"
	s.Summary = "12 of base36: seconds since 1970 and nanoseconds; up to 14 with a node"
	s.Epoch = unix(0)
	s.Prior = 0.25
	s.Notes = []string{"the default epoch is 1999: see shortpuid"}
	s.Example = gen.Vector{Text: "aeby6ob5sso4zd", Time: "2013-05-15T11:20:56Z",
		Values: []string{"aeby6ob5sso4", "zd"}, Source: "github.com/pid/puid, README.md"}
	return s
}

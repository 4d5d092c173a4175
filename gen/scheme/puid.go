package scheme

import (
	"fmt"
	"strconv"

	"idscope/gen"
)

// puid is made of time, process, host and a counter that is none: the nanoseconds
// of a clock that runs on. Source: pid/puid, lib/puid.js of version 1.0.7.
func puid() *gen.Scheme {
	return &gen.Scheme{
		Name:    "puid",
		Title:   "puid",
		Summary: "24 of base36: ms, process id, 6 hexadecimal digits of the host, nanoseconds",
		Spec:    "github.com/pid/puid",
		Encoding: gen.Encoding{Verify: belowSecond, VerifyBits: 1.12, Pattern: gen.Pattern{
			{Name: "timestamp", Source: gen.Time, Alphabet: base36, Min: 8, Max: 8},
			{Name: "process", Source: gen.Worker, Alphabet: base36, Min: 4, Max: 4},
			{Name: "machine", Source: gen.Worker, Alphabet: hexDigits, Min: 6, Max: 6},
			{Name: "hrtime", Source: gen.Data, Alphabet: base36, Min: 6, Max: 6},
		}},
		Bits:     gen.Bits{Epoch: unix(0)},
		ReadOnly: "it reveals host and process, and few generate it still",
		Since:    day(2013, 3, 1),
		Prior:    0.5,
		Notes: []string{
			"the machine is the end of an MD5 of an address or of the host's name",
			"older versions have the machine before the process: see puid-2013; which one it is tells the place of the " +
				"hexadecimal digits",
		},
		Example: gen.Vector{Text: "hgqy29gr11cm2504cdf8rg7q", Time: "2013-05-15T20:10:40.107Z",
			Values: []string{"hgqy29gr", "11cm", "2504cd", "f8rg7q"}, Source: "github.com/pid/puid, README.md"},
	}
}

// puid2013 is the order of parts before version 0.4. Source: pid/puid,
// lib/puid.js at its first releases, and the drawing in README.md.
func puid2013() *gen.Scheme {
	s := puid()
	s.Name = "puid-2013"
	s.Family = "puid"
	s.Title = "puid before version 0.4"
	s.Summary = "24 of base36: ms, 6 hexadecimal digits of the host, process id, nanoseconds"
	s.Pattern = gen.Pattern{s.Pattern[0], s.Pattern[2], s.Pattern[1], s.Pattern[3]}
	s.Prior = 0.25
	s.Notes = []string{"the README of today still draws this order, and shows ids of the other: see puid"}
	s.Example = gen.Vector{Text: "he5fps6l2504cd1w3ag8ut8e", Time: "2013-03-11T09:34:30.381Z",
		Values: []string{"he5fps6l", "2504cd", "1w3a", "g8ut8e"}, Source: "github.com/pid/puid, README.md"}
	return s
}

// belowSecond refuses what is no number of nanoseconds in a second.
func belowSecond(text string) ([]gen.Finding, error) {
	n, err := strconv.ParseUint(text[len(text)-6:], 36, 64)
	if err != nil || n >= 1e9 {
		return nil, fmt.Errorf("its nanoseconds are %d; want less than a second", n)
	}
	return nil, nil
}

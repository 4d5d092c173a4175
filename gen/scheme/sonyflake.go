package scheme

import "idscope/gen"

// sonyflake is Sony's trade of sequence for machines, whose number is lowest.
func sonyflake() *gen.Scheme {
	return &gen.Scheme{
		Name: "sonyflake", Title: "Sonyflake v1", Aliases: []string{"sonyflake-v1"},
		Summary:   "63-bit id of Sony: 39 bits of 10 ms, 8-bit sequence, 16-bit machine",
		Spec:      "github.com/sony/sonyflake, sonyflake.go",
		Libraries: "Go sony/sonyflake, Python sonyflake-py, Rust sonyflake",
		Bits: gen.Bits{
			Layout: gen.Layout{unused(1), ticks("time", 39), seq("sequence", 8), worker("machine", 16)},
			Epoch:  unixMilli(1409529600000), Tick: 10 * millisecond,
			Backward: gen.BackwardContinue,
		},
		Encoding: gen.Encoding{
			Alternatives: []gen.Text{{Form: gen.Hex}, {Form: gen.HexShort}},
			Usual:        []gen.Text{{Form: gen.HexShort}},
		},
		Since: day(2015, 1, 1), Prior: 1.5,
		Notes: []string{
			"the original takes the low 16 bits of a private IPv4 address as machine, which two networks may " +
				"share; here it is a number that no other process of this host holds",
			"version 2 has the same bits and counts from 2025-01-01, 10.3 years later: an id does not tell which " +
				"it is",
		},
		Example: gen.Vector{Text: "540226260526170119", Time: "2024-11-13T20:25:43.570Z",
			Values: []string{"0", "32199994357", "0", "7"}, Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"},
	}
}

package scheme

import "idscope/gen"

// ksuidMS is ksuid with 4 ms in the byte below the seconds. It keeps no order within them; chance alone keeps IDs
// apart.
func ksuidMS() *gen.Scheme {
	return &gen.Scheme{
		Name: "ksuidms", Title: "KsuidMs",
		Summary: "KSUID of Svix with 4 ms: 32-bit seconds since 2014, 4 ms, 120 random bits",
		Spec:    "github.com/svix/rust-ksuid, src/lib.rs",
		Bits: gen.Bits{
			Layout: gen.Layout{ticks("timestamp", 32, 8), ticks("fraction", 8), random("payload", 120)},
			Epoch:  unix(1400000000), Tick: 4 * millisecond, Digit: gen.Digit{Bits: 8, Base: 250},
			Last: (1<<32-1)<<8 | 249,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base62, Width: 27}},
		Since:    day(2021, 5, 1),
		Notes: []string{
			"an id does not tell whether it is a KSUID: 250 of 256 of those can be read as one of these, less " +
				"than a second later",
			"fraction counts 4 ms up to 249; the original reads 250 to 255 as 0 to 5, ours refuses them as " +
				"nothing generates them",
		},
		Example: gen.Vector{Text: "1srOrx2ZWZBpBUvZwXKQmoEYga2", Time: "2021-05-21T20:04:03.900Z",
			Values: []string{"221627443", "225", "764529580186332449698401214065403890"},
			Source: "github.com/svix/rust-ksuid, tests/integration.rs"},
	}
}

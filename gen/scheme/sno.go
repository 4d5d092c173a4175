package scheme

import "idscope/gen"

// sno has a bit for a clock rollback. A second one is refused until the clock has passed all IDs under the other
// value; the original sleeps.
func sno() *gen.Scheme {
	return &gen.Scheme{
		Name: "sno", Title: "sno",
		Summary:   "80-bit id: 39 bits of 4 ms, tick-tock, metabyte, partition, sequence",
		Spec:      "github.com/muyo/sno, README.md",
		Libraries: "Go muyo/sno",
		Bits: gen.Bits{
			Layout: gen.Layout{
				ticks("timestamp", 39), rollback("ticktock", 1), data("meta", 8), worker("partition", 16),
				seq("sequence", 16),
			},
			Epoch: unix(1262304000), Tick: 4 * millisecond,
			Backward: gen.BackwardBits,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base32Sno}},
		Since:    day(2019, 5, 1), Prior: 0.5,
		Notes: []string{
			"the original draws its partition at random at each start unless it is given one, and forgets the " +
				"clock's steps",
			"each value of meta has a sequence of its own here; there all share one",
			"39 bits of 4 ms end in 2079; the original's README names 2067",
		},
		Example: gen.Vector{Text: "brpk4q72xwf2m63l", Time: "2031-05-08T23:03:34.976Z",
			Values: []string{"168435953744", "0", "255", "39434", "4147"}, Source: "github.com/muyo/sno, id_test.go"},
	}
}

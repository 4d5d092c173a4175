package scheme

import "idscope/gen"

// snowflake is the layout of Twitter's IdWorker of 2010, the ancestor of its kind, with its rules.
func snowflake() *gen.Scheme {
	return &gen.Scheme{
		Name: "snowflake", Title: "Snowflake (X/Twitter)", Aliases: []string{"twitter", "tweet", "x"},
		Summary:   "64-bit id of X/Twitter: 41-bit milliseconds, datacenter, worker, sequence",
		Spec:      "github.com/twitter-archive/snowflake, tag snowflake-2010, IdWorker.scala",
		Libraries: "Go bwmarrin/snowflake, Java hutool, Python snowflake-id, Rust snowflaked, C# IdGen",
		Bits: gen.Bits{Epoch: unixMilli(1288834974657), Layout: snowflakeLayout(
			worker("datacenter", 5, 5), worker("worker", 5))},
		Encoding: gen.Encoding{
			// Of bwmarrin/snowflake, and ours; of two that a text fits alike the first is meant.
			Alternatives: []gen.Text{{Form: gen.Base58Flickr}, {Form: gen.Base58}, {Form: gen.Base62},
				{Form: gen.ZBase32}, {Form: gen.Base36Lower}},
			Usual: []gen.Text{{Form: gen.Base36Lower}},
		},
		Prior: 4,
		Before: []gen.Era{{Max: gen.ID{Lo: 29_999_999_999},
			Text: "a sequential number from before 2010-11-04, not a snowflake"}},
		Notes: []string{
			"the original keeps nothing when it ends; here the last tick is recorded, so a restart after a clock " +
				"step repeats nothing",
			"posts from before 2010-11-04 have sequential numbers below 30000000000, which are not snowflakes",
		},
		Example: gen.Vector{Text: "1541815603606036480", Time: "2022-06-28T16:07:40.105Z",
			Values: []string{"0", "367597485448", "11", "26", "0"}, Source: "X developer documentation"},
	}
}

// snowflakeLayout is the layout with such workers.
func snowflakeLayout(workers ...gen.Field) gen.Layout {
	return append(append(gen.Layout{unused(1), ticks("timestamp", 41)}, workers...), seq("sequence", 12))
}

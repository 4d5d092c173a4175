package scheme

import "idscope/gen"

// snowflake is the layout of Twitter's IdWorker of 2010, the ancestor of its kind, with its rules.
func snowflake() *gen.Scheme {
	return &gen.Scheme{
		Name: "snowflake", Title: "Snowflake (X/Twitter)",
		Aliases:   []string{"twitter", "tweet", "x"},
		Summary:   "64-bit id of X/Twitter: 41-bit milliseconds, datacenter, worker, sequence",
		Spec:      "github.com/twitter-archive/snowflake, tag snowflake-2010, IdWorker.scala",
		Libraries: "Go bwmarrin/snowflake, Java hutool, Python snowflake-id, Rust snowflaked, C# IdGen",
		Bits: gen.Bits{Epoch: unixMilli(1288834974657), Layout: snowflakeLayout(
			gen.Field{Name: "datacenter", Bits: 5, From: 5}, gen.Field{Name: "worker", Bits: 5})},
		Encoding: gen.Encoding{
			// Of bwmarrin/snowflake, and ours; of two that a text fits alike the first is meant.
			Spellings: []gen.Text{{Form: gen.Base58Flickr}, {Form: gen.Base58}, {Form: gen.Base62}, {Form: gen.ZBase32},
				{Form: gen.Base36Lower}},
			Usual: []gen.Text{{Form: gen.Base36Lower}},
		},
		Prior: 4,
		Before: []gen.Era{{Max: gen.FromUint64(29_999_999_999),
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
	l := gen.Layout{{Name: "unused", Source: gen.Const, Bits: 1}, {Name: "timestamp", Source: gen.Time, Bits: 41}}
	for _, f := range workers {
		f.Source = gen.Worker
		l = append(l, f)
	}
	return append(l, gen.Field{Name: "sequence", Source: gen.Seq, Bits: 12})
}

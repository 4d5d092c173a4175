package scheme

import "idscope/gen"

// instagram is the ID that Instagram's PostgreSQL shards generated; the shard is data that the caller sets.
func instagram() *gen.Scheme {
	return &gen.Scheme{
		Name: "instagram", Title: "Instagram",
		Summary: "64-bit id of Instagram: 41-bit milliseconds, 13-bit shard, 10-bit sequence",
		Spec:    "instagram-engineering.com, Sharding & IDs at Instagram",
		Brand:   true,
		Bits: gen.Bits{
			Layout:   gen.Layout{ticks("timestamp", 41), data("shard", 13), seq("sequence", 10)},
			Epoch:    unixMilli(1314220021721),
			Backward: gen.BackwardContinue, Start: gen.Start{Rule: gen.StartCarry},
			Node: "shard",
		},
		Encoding: gen.Encoding{Alternatives: []gen.Text{{Form: gen.Shortcode}}},
		Prior:    2,
		Notes: []string{
			"the original wraps and generates duplicates past 1024 in a millisecond; ours waits for the next " +
				"millisecond",
			"each shard has a sequence of its own, unique on this host; give each host shards of its own",
			"the top bit is in use: as a signed number ids are negative from 2046-06-27",
		},
		Example: gen.Vector{Text: "2383568809444681765", Time: "2020-08-25T13:52:46.090Z",
			Values: []string{"284143544369", "2474", "37"}, Source: "stackoverflow.com/questions/63683015"},
	}
}

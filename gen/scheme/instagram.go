package scheme

import "idscope/gen"

// instagram is the id that Instagram's PostgreSQL shards made: the shard is data
// that the caller sets, each with a sequence of 1024 numbers a millisecond that
// goes on from millisecond to millisecond. The original takes a table's sequence modulo
// 1024 and repeats itself where more than 1024 are drawn in a millisecond; ours
// waits for the next one. Source: "Sharding & IDs at Instagram".
func instagram() *gen.Scheme {
	return &gen.Scheme{
		Name:    "instagram",
		Title:   "Instagram",
		Summary: "64-bit id of Instagram: 41-bit milliseconds, 13-bit shard, 10-bit sequence",
		Spec:    "instagram-engineering.com, Sharding & IDs at Instagram",
		Brand:   true,
		Layout: gen.Layout{
			{Name: "timestamp", Source: gen.Time, Bits: 41},
			{Name: "shard", Source: gen.Data, Bits: 13},
			{Name: "sequence", Source: gen.Seq, Bits: 10},
		},
		Epoch:     unixMilli(1314220021721),
		Tick:      millisecond,
		Text:      gen.Text{Form: gen.Decimal},
		Spellings: []gen.Text{{Form: gen.Shortcode}},
		Backward:  gen.BackwardContinue,
		Overflow:  gen.OverflowWait,
		Start:     gen.Start{Rule: gen.StartCarry},
		Node:      "shard",
		Since:     unixMilli(1314220021721),
		Prior:     2,
		Notes: []string{
			"the original wraps and generates duplicates past 1024 in a millisecond; ours waits for the next millisecond",
			"each shard has a sequence of its own, unique on this host; give each host shards of its own",
			"the top bit is in use: as a signed number ids are negative from 2046-06-27",
		},
		Vectors: []gen.Vector{
			{Text: "2383568809444681765", Time: "2020-08-25T13:52:46.090Z", Values: []string{"284143544369", "2474", "37"},
				Source: "stackoverflow.com/questions/63683015"},
			{Text: "908540701891980503", Time: "2015-01-29T10:15:13.321Z", Values: []string{"108306491600", "4187", "215"},
				Source: "Carrot, Instagram ID (medium.com)"},
		},
	}
}

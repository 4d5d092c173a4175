package scheme

import "idscope/gen"

// tiktok is the id of a video, a user, a live session or a device. ByteDance has
// published nothing: the seconds are sure, the rest is what researchers found.
// It is only read. Source: arXiv 2504.13279; RyanDFIR/unfurl, parse_tiktok.py.
func tiktok() *gen.Scheme {
	return &gen.Scheme{
		Name:     "tiktok",
		Aliases:  []string{"douyin"},
		Title:    "TikTok, Douyin",
		Summary:  "64-bit id of TikTok (only read): 32-bit seconds, milliseconds, kind, machine",
		Spec:     "arXiv 2504.13279, Just Another Hour on TikTok",
		Brand:    true,
		ReadOnly: "ByteDance has not published the layout; what is known was found in its ids",
		Bits: gen.Bits{Epoch: unix(0), Tick: second, Layout: gen.Layout{
			{Name: "timestamp", Source: gen.Time, Bits: 32},
			{Name: "milliseconds", Source: gen.Data, Bits: 10},
			{Name: "unknown", Source: gen.Data, Bits: 3},
			{Name: "sequence", Source: gen.Data, Bits: 5},
			{Name: "unused", Source: gen.Const, Bits: 2},
			{Name: "entity", Source: gen.Data, Bits: 4},
			{Name: "machine", Source: gen.Data, Bits: 8},
		}},
		Since: day(2016, 9, 1),
		Prior: 1,
		Notes: []string{
			"entity is 0 or 4 for a user, 6 for a device, 11 for a live session, 13 for a video",
			"milliseconds are 0 to 999 in most ids; some lie above",
			"the three bits above the sequence are 0 in most ids",
		},
		Example: gen.Vector{Text: "6854717870488702213", Time: "2020-07-29T02:06:13Z",
			Values: []string{"1595988373", "872", "0", "1", "0", "13", "5"},
			Source: "github.com/RyanDFIR/unfurl, unfurl/parsers/parse_tiktok.py"},
	}
}

package scheme

import "idscope/gen"

// elasticsearch orders its bytes so that they compress well. Sequence and node start at random in each process,
// which keeps processes apart. The original takes the next millisecond whenever the sequence comes round to 0,
// which repeats IDs of a clock that stops; ours after 16777216 IDs.
func elasticsearch() *gen.Scheme {
	return &gen.Scheme{
		Name: "elasticsearch", Title: "Elasticsearch document id",
		Summary: "120-bit id of Elasticsearch: milliseconds, sequence, node, bytes in disorder",
		Spec:    "github.com/elastic/elasticsearch, TimeBasedUUIDGenerator.java",
		Brand:   true,
		Weak:    true, // of names in programs many have a time there
		Bits: gen.Bits{
			Layout: gen.Layout{
				seq("sequence_0", 8), seq("sequence_2", 8, 16), ticks("timestamp_2", 8, 16),
				ticks("timestamp_3", 8, 24), ticks("timestamp_4", 8, 32), ticks("timestamp_5", 8, 40),
				worker("node", 48), ticks("timestamp_1", 8, 8), seq("sequence_1", 8, 8), ticks("timestamp_0", 8),
			},
			Epoch:    unix(0),
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow, Start: gen.Start{Rule: gen.StartCarry},
			WorkerRule: gen.WorkerRandom,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base64URL}},
		Since:    day(2017, 6, 1), Prior: 1, // version 6 put the bytes in this order
		Notes: []string{
			"the number behind a field's name is the byte of the whole that it holds, 0 the lowest",
			"the original mixes its network card's address with random bits for the node; ours draws all of it",
			"ids of Elasticsearch 1.4 to 5 have another order and begin with AV or AW",
		},
		Example: gen.Vector{Text: "W0tpsmIBdwcYyG50zbta", Time: "2018-04-11T01:55:01.082Z",
			Values: []string{"91", "75", "105", "178", "98", "1", "130872364265076", "205", "187", "90"},
			Source: "Elasticsearch reference 7, Index API"},
	}
}

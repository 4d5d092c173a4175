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
				{Name: "sequence_0", Source: gen.Seq, Bits: 8},
				{Name: "sequence_2", Source: gen.Seq, Bits: 8, From: 16},
				{Name: "timestamp_2", Source: gen.Time, Bits: 8, From: 16},
				{Name: "timestamp_3", Source: gen.Time, Bits: 8, From: 24},
				{Name: "timestamp_4", Source: gen.Time, Bits: 8, From: 32},
				{Name: "timestamp_5", Source: gen.Time, Bits: 8, From: 40},
				{Name: "node", Source: gen.Worker, Bits: 48},
				{Name: "timestamp_1", Source: gen.Time, Bits: 8, From: 8},
				{Name: "sequence_1", Source: gen.Seq, Bits: 8, From: 8},
				{Name: "timestamp_0", Source: gen.Time, Bits: 8},
			},
			Epoch:      unix(0),
			Backward:   gen.BackwardContinue,
			Overflow:   gen.OverflowBorrow,
			Start:      gen.Start{Rule: gen.StartCarry},
			WorkerRule: gen.WorkerRandom,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base64URL}},
		Since:    day(2017, 6, 1), // version 6 put the bytes in this order
		Prior:    1,
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

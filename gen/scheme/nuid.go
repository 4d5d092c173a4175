package scheme

import "idscope/gen"

// nuid keeps a random prefix and counts behind it in random steps; both are drawn again when the number ends.
func nuid() *gen.Scheme {
	return &gen.Scheme{
		Name: "nuid", Title: "NUID of NATS",
		Summary:   "22 of base62: a random prefix kept per process, a sequence in random steps",
		Spec:      "github.com/nats-io/nuid",
		Libraries: "Go nats-io/nuid, Rust nuid",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Random, Alphabet: base62, Min: 12, Max: 12, Keep: true},
			{Name: "sequence", Source: gen.Seq, Alphabet: base62, Min: 10, Max: 10, Stride: [2]uint64{33, 332}},
		}},
		Since: day(2015, 12, 1), Prior: 1.5,
		Notes: []string{
			"from one id the next is predictable: it is one of 300",
			"the prefix is uniform here; the original favours 8 of 62 symbols, by a remainder of a byte",
		},
		Example: gen.Vector{Text: "EQyuCsA4ysv7ezXReOrk4i", Values: []string{"EQyuCsA4ysv7", "ezXReOrk4i"},
			Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"},
	}
}

// nuidJS is nuid in base36.
func nuidJS() *gen.Scheme {
	return nuid().Variant(gen.Scheme{
		Name: "nuid-js", Family: "nuid", Title: "NUID of NATS in JavaScript",
		Summary:   "22 of base36: a random prefix kept per process, a sequence in random steps",
		Spec:      "github.com/nats-io/js-nuid",
		Libraries: "JS nuid",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Random, Alphabet: decimals + capitals, Min: 12, Max: 12, Keep: true},
			{Name: "sequence", Source: gen.Seq, Alphabet: decimals + capitals, Min: 10, Max: 10,
				Stride: [2]uint64{33, 332}},
		}},
		Since: day(2016, 2, 1), Prior: 1,
		Notes: []string{"from one id the next is predictable: it is one of 300"},
		Example: gen.Vector{Text: "9F3XQ0ZK7B1M2C8V4H5T6J", Values: []string{"9F3XQ0ZK7B1M", "2C8V4H5T6J"},
			Source: "computed from github.com/nats-io/js-nuid, src/nuid.js"},
	})
}

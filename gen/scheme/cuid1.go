package scheme

import "idscope/gen"

// cuid1 tells when and on which host it was made, for which its author gave it
// up. Source: paralleldrive/cuid, README.md.
func cuid1() *gen.Scheme {
	return &gen.Scheme{
		Name:    "cuid1",
		Aliases: []string{"cuid"},
		Title:   "CUID (first)",
		Summary: "c and 24 of base36: ms, counter, fingerprint of host and process, random",
		Spec:    "github.com/paralleldrive/cuid",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: []string{"c"}},
			{Name: "timestamp", Source: gen.Time, Alphabet: base36, Min: 8, Max: 8},
			{Name: "counter", Source: gen.Seq, Alphabet: base36, Min: 4, Max: 4},
			{Name: "fingerprint", Source: gen.Worker, Alphabet: base36, Min: 4, Max: 4},
			{Name: "random", Source: gen.Random, Alphabet: base36, Min: 8, Max: 8},
		}},
		Bits:     gen.Bits{Epoch: unix(0)},
		ReadOnly: "its author deprecated it for cuid2, for it reveals too much",
		Since:    day(2012, 10, 1),
		Prior:    2.5,
		Notes: []string{
			"the fingerprint is two symbols of the process id and two of the host's name",
			"the time wraps around in 2059: with 8 symbols of base36 it has no more milliseconds",
		},
		Example: gen.Vector{Text: "cjld2cyuq0000t3rmniod1foy", Time: "2018-08-28T01:59:31.442Z",
			Values: []string{"c", "jld2cyuq", "0000", "t3rm", "niod1foy"},
			Source: "github.com/paralleldrive/cuid, README.md"},
	}
}

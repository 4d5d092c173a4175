package scheme

import "idscope/gen"

// uuidV4 keeps IDs apart by chance alone, one pair in 5.3e36.
func uuidV4() *gen.Scheme {
	return &gen.Scheme{
		Name: "uuidv4", Title: "UUID version 4", Aliases: []string{"uuid4", "v4", "uuid", "guid"},
		Summary:   "random UUID: 122 random bits",
		Spec:      "RFC 9562 section 5.4",
		Libraries: "Go google/uuid, Java stdlib, Python stdlib, JS stdlib, Rust uuid, C# stdlib",
		Bits:      gen.Bits{Layout: uuidLayout(4, gen.Random, "random_a", "random_b", "random_c")},
		Encoding:  gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		Since:     day(1997, 10, 1), Prior: 4,
		Notes: []string{
			"in no order: as the key of an index it touches a random page for each new row; uuidv7 does not",
		},
		Example: gen.Vector{Text: "919108f7-52d1-4320-9bac-f847db4148a8",
			Values: []string{"160052106711761", "4", "800", "2", "1994241722523142312"},
			Source: "RFC 9562 appendix A.3"},
	}
}

// uuidLayout is the layout of a UUID whose bits, but for version and variant, come from one source (RFC 9562 section
// 4).
func uuidLayout(version uint64, from gen.Source, high, mid, low string) gen.Layout {
	return gen.Layout{
		field(from, high, 48, []int{74}), fixed("version", 4, version), field(from, mid, 12, []int{62}),
		fixed("variant", 2, 2), field(from, low, 62, nil),
	}
}

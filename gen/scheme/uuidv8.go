package scheme

import "idscope/gen"

// uuidV8 draws what the caller does not set (--set custom_a=, custom_b=, custom_c=); with all set there is one ID,
// and a second is refused.
func uuidV8() *gen.Scheme {
	return uuidV4().Variant(gen.Scheme{
		Name: "uuidv8", Title: "UUID version 8", Aliases: []string{"uuid8", "v8"},
		Summary:   "UUID with content of your own: --set custom_a, _b, _c; the rest is random",
		Spec:      "RFC 9562 section 5.8",
		Libraries: "Python stdlib 3.14, Rust uuid",
		Bits:      gen.Bits{Layout: uuidLayout(8, gen.Random, "custom_a", "custom_b", "custom_c")},
		Since:     day(2021, 4, 1), Prior: 1,
		Notes: []string{
			"what you set is your promise: fewer than 64 bits left at random mean that a collision is likely",
			"of another generator's id nothing tells what the 122 bits hold, nor whether any is random",
		},
		Example: gen.Vector{Text: "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0",
			Values: []string{"40174749560546", "8", "3584", "2", "1065438681395986880"},
			Source: "RFC 9562 appendix B.1"},
	})
}

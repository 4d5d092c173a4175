package scheme

import "idscope/gen"

// uuidMax is one ID: a second is refused.
func uuidMax() *gen.Scheme {
	return uuidNil().Variant(gen.Scheme{
		Name: "uuid-max", Title: "Max UUID", Aliases: []string{"max"},
		Summary: "the UUID of which all bits are one; the upper end of every range",
		Spec:    "RFC 9562 section 5.10",
		Bits:    gen.Bits{Layout: gen.Layout{fixed("high", 64, 1<<64-1), fixed("low", 64, 1<<64-1)}},
		Since:   day(2022, 1, 1), Prior: 1,
		Example: gen.Vector{Text: "ffffffff-ffff-ffff-ffff-ffffffffffff",
			Values: []string{"18446744073709551615", "18446744073709551615"}, Source: "RFC 9562 section 5.10"},
	})
}

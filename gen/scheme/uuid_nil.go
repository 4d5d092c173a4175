package scheme

import "idscope/gen"

// uuidNil is one ID: a second is refused.
func uuidNil() *gen.Scheme {
	return &gen.Scheme{
		Name: "uuid-nil", Title: "Nil UUID", Aliases: []string{"nil"},
		Summary:  "the UUID of which all bits are zero; means none",
		Spec:     "RFC 9562 section 5.9",
		Bits:     gen.Bits{Layout: gen.Layout{fixed("high", 64, 0), fixed("low", 64, 0)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		Since:    day(1997, 10, 1), Prior: 2,
		Example: gen.Vector{Text: "00000000-0000-0000-0000-000000000000", Values: []string{"0", "0"},
			Source: "RFC 9562 section 5.9"},
	}
}

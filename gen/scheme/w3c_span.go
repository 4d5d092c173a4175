package scheme

import "idscope/gen"

// w3cSpan is the span id, or parent id, of the header traceparent: 64 random bits,
// not all zero. Nothing but chance keeps ids apart. Source: W3C Trace Context,
// section "parent-id".
func w3cSpan() *gen.Scheme {
	return &gen.Scheme{
		Name:    "w3c-span",
		Aliases: []string{"span"},
		Title:   "W3C span id",
		Summary: "64 random bits in 16 hexadecimal digits: span of OpenTelemetry, W3C",
		Spec:    "w3.org/TR/trace-context",
		Brand:   true,
		Bits: gen.Bits{
			Layout: gen.Layout{{Name: "span_id", Source: gen.Random, Bits: 64}},
			Valid:  notZero,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}, Spellings: []gen.Text{}},
		Since:    day(2018, 1, 1),
		Prior:    0,
		Notes: []string{
			"any 16 digits but zeros alone are one",
		},
		Example: gen.Vector{Text: "00f067aa0ba902b7", Values: []string{"67667974448284343"},
			Source: "W3C Trace Context, section 3.2.3"},
	}
}

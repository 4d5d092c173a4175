package scheme

import "idscope/gen"

// w3cSpan is the span ID, or parent ID, of traceparent. Chance alone keeps IDs apart.
func w3cSpan() *gen.Scheme {
	return w3cTrace().Variant(gen.Scheme{
		Name: "w3c-span", Title: "W3C span id", Aliases: []string{"span"},
		Summary: "64 random bits in 16 hexadecimal digits: span of OpenTelemetry, W3C",
		Bits:    gen.Bits{Layout: gen.Layout{random("span_id", 64)}},
		Notes:   []string{"any 16 digits but zeros alone are one"},
		Example: gen.Vector{Text: "00f067aa0ba902b7", Values: []string{"67667974448284343"},
			Source: "W3C Trace Context, section 3.2.3"},
	})
}

package scheme

import (
	"errors"
	"strings"

	"idscope/gen"
)

// traceparent carries a trace from service to service. Chance alone keeps IDs apart.
func traceparent() *gen.Scheme {
	const digits = "0123456789abcdef"
	return &gen.Scheme{
		Name: "traceparent", Title: "W3C traceparent",
		Summary: "header of W3C Trace Context: 00-, trace id, span id and flags in hex",
		Spec:    "w3.org/TR/trace-context",
		Brand:   true,
		Encoding: gen.Encoding{Verify: verifyTraceparent, Pattern: gen.Pattern{
			{Name: "version", Source: gen.Const, Texts: []string{"00-"}},
			{Name: "trace_id", Source: gen.Random, Alphabet: digits, Min: 32, Max: 32},
			{Name: "dash", Source: gen.Const, Texts: []string{"-"}},
			{Name: "span_id", Source: gen.Random, Alphabet: digits, Min: 16, Max: 16},
			{Name: "flags", Source: gen.Const, Texts: []string{"-01", "-00", "-02", "-03"}},
		}},
		Since: day(2018, 1, 1), Prior: 1,
		Notes: []string{
			"flags 01 says that the trace is recorded, 02 that the lower 56 bits of its id are random; the other " +
				"bits are 0 so far",
			"what is generated here is marked as recorded",
		},
		Example: gen.Vector{Text: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
			Values: []string{"00-", "4bf92f3577b34da6a3ce929d0e0e4736", "-", "00f067aa0ba902b7", "-01"},
			Source: "W3C Trace Context, section 3.2.3"},
	}
}

// verifyTraceparent refuses ids of zeros alone, of a text that the pattern has.
func verifyTraceparent(text string) ([]gen.Finding, error) {
	if strings.Trim(text[3:35], "0") == "" {
		return nil, errors.New("the trace id is all zeros, which is invalid")
	}
	if strings.Trim(text[36:52], "0") == "" {
		return nil, errors.New("the span id is all zeros, which is invalid")
	}
	return nil, nil
}

package scheme

import (
	"errors"

	"idscope/gen"
)

// w3cTrace is the trace ID of traceparent. Chance alone keeps IDs apart.
func w3cTrace() *gen.Scheme {
	return &gen.Scheme{
		Name: "w3c-trace", Title: "W3C trace id", Aliases: []string{"trace", "opentelemetry"},
		Summary:  "128 random bits in 32 hexadecimal digits: trace of OpenTelemetry, W3C",
		Spec:     "w3.org/TR/trace-context",
		Brand:    true,
		Bits:     gen.Bits{Layout: gen.Layout{random("trace_id", 128)}, Valid: notZero},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}, Alternatives: []gen.Text{}},
		Since:    day(2018, 1, 1), Prior: 0.5,
		Notes: []string{
			"any 32 digits but zeros alone are one: nothing in the id tells it from a hash",
			"level 2 of the specification has a flag that says that the lower 56 bits are random; the upper 72 " +
				"may mean something then",
		},
		Example: gen.Vector{Text: "4bf92f3577b34da6a3ce929d0e0e4736",
			Values: []string{"100985939111033328018442752961257817910"}, Source: "W3C Trace Context, section 3.2.3"},
	}
}

var errAllZero = errors.New("all bits are zero, which is invalid")

func notZero(id gen.ID) error {
	if (id == gen.ID{}) {
		return errAllZero
	}
	return nil
}

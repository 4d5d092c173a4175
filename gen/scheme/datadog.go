package scheme

import "idscope/gen"

// datadog has new random bits in each ID; chance alone keeps the IDs of a second apart.
func datadog() *gen.Scheme {
	return &gen.Scheme{
		Name: "datadog", Title: "Datadog trace id",
		Summary: "128-bit trace id of Datadog: 32-bit seconds, 32 zero bits, 64 random bits",
		Spec:    "docs.datadoghq.com, Trace and Span ID Formats",
		Brand:   true,
		Bits: gen.Bits{Epoch: unix(0), Tick: second, Layout: gen.Layout{
			ticks("timestamp", 32), fixed("zero", 32, 0), random("random", 64),
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}},
		Since:    day(2022, 10, 1), Prior: 1, // the tracers' 128-bit ids
		Notes: []string{"the lower 64 bits alone, as an integer, are the trace id that older tracers know"},
		Example: gen.Vector{Text: "640cfd8d00000000112210f47de98115", Time: "2023-03-11T22:15:41Z",
			Values: []string{"1678572941", "0", "1234567890123456789"},
			Source: "github.com/DataDog/dd-trace-go, ddtrace/tracer, valid tid"},
	}
}

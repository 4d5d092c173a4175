package scheme

import (
	"errors"
	"strings"

	"idscope/gen"
)

// b3 is the single header of Zipkin: trace, span, whether it is sampled, parent.
// Source: openzipkin/b3-propagation, README.md.
func b3() *gen.Scheme {
	return &gen.Scheme{
		Name:    "b3",
		Aliases: []string{"zipkin"},
		Title:   "B3 single header",
		Summary: "b3 of Zipkin: trace id, span id, sampling state and parent, hyphens between",
		Spec:    "github.com/openzipkin/b3-propagation",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "header", Source: gen.Random, Alphabet: hexDigits + "-", Min: 33, Max: 68},
			},
			Verify: func(text string) ([]gen.Finding, error) {
				return traceParts(text, '-', "trace id", "span id", "sampled", "parent id")
			},
			VerifyBits: 12,
			Marks:      "-",
		},
		ReadOnly: "Zipkin and others give them out",
		Since:    day(2018, 4, 1),
		Prior:    1,
		Example: gen.Vector{Text: "80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1-05e3ac9a4f6e3b90",
			Values: []string{"80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1-05e3ac9a4f6e3b90"},
			Source: "github.com/openzipkin/b3-propagation, README.md"},
	}
}

// uberTrace is the header of Jaeger: trace, span, parent and flags. Source:
// jaegertracing.io, Client libraries, Propagation format.
func uberTrace() *gen.Scheme {
	return &gen.Scheme{
		Name:    "uber-trace-id",
		Aliases: []string{"jaeger"},
		Title:   "Jaeger uber-trace-id",
		Summary: "header of Jaeger: trace id, span id, parent id and flags, colons between",
		Spec:    "jaegertracing.io/docs/1.46/client-libraries, Propagation Format",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "header", Source: gen.Random, Alphabet: hexDigits + ":", Min: 9, Max: 70},
			},
			Verify: func(text string) ([]gen.Finding, error) {
				return traceParts(text, ':', "trace id", "span id", "parent id", "flags")
			},
			VerifyBits: 12,
			Marks:      ":",
		},
		ReadOnly: "Jaeger gives them out",
		Since:    day(2017, 4, 15),
		Prior:    1,
		Example: gen.Vector{Text: "2310a2ad4e9d5245:5b38aa949db62245:2310a2ad4e9d5245:1",
			Values: []string{"2310a2ad4e9d5245:5b38aa949db62245:2310a2ad4e9d5245:1"},
			Source: "a request with the header, as published"},
	}
}

var errTrace = errors.New("its parts are not those of a trace")

// traceParts names the parts of a header of B3 or Jaeger.
func traceParts(text string, mark byte, names ...string) (found []gen.Finding, _ error) {
	if mark == ':' && strings.Count(text, ":") != 3 || mark == '-' && text[16] != '-' && text[32] != '-' {
		return nil, errTrace
	}
	parts := strings.Split(text, string(mark))
	if len(parts) > len(names) || len(parts) < 2 || mark == '-' && len(parts) == 2 && len(parts[0]) < 32 {
		// 16 digits, a hyphen and 16 digits are a range of addresses.
		return nil, errTrace
	}
	for i, name := range names[:len(parts)] {
		part, n := parts[i], len(parts[i])
		ok := false
		switch {
		case name == "sampled":
			ok = part == "0" || part == "1" || part == "d"
		case name == "flags":
			ok = n == 1 || n == 2
		case mark == '-' && name == "trace id":
			ok = n == 16 || n == 32
		case mark == '-':
			ok = n == 16
		case name == "trace id":
			ok = n >= 8 && n <= 32 // of Jaeger without zeros in front
		case name == "parent id" && part == "0":
			ok = true
		default:
			ok = n >= 8 && n <= 16
		}
		if !ok || strings.Trim(part, "0") == "" && name != "sampled" && name != "flags" && name != "parent id" {
			return nil, errTrace
		}
		found = append(found, gen.Finding{Name: name, Value: part})
	}
	return found, nil
}

// cloudTrace is the header of Google Cloud: trace, the span in decimal digits, options.
// Source: cloud.google.com/trace/docs/trace-context.
func cloudTrace() *gen.Scheme {
	return &gen.Scheme{
		Name:    "x-cloud-trace",
		Aliases: []string{"x-cloud-trace-context"},
		Title:   "X-Cloud-Trace-Context",
		Summary: "header of Google Cloud: trace id, a slash, decimal span id, ;o=1 if traced",
		Spec:    "cloud.google.com/trace/docs/trace-context",
		Encoding: gen.Encoding{Verify: verifyCloudTrace, VerifyBits: 3, Pattern: gen.Pattern{
			{Name: "trace_id", Source: gen.Random, Alphabet: hexDigits, Fold: true, Min: 32, Max: 32},
			{Name: "slash", Source: gen.Const, Texts: []string{"/"}},
			{Name: "span_id", Source: gen.Data, Alphabet: gen.AnyByte, Min: 1, Max: 24},
		}},
		ReadOnly: "Google Cloud gives them out",
		Since:    day(2015, 1, 1),
		Prior:    1,
		Example: gen.Vector{Text: "105445aa7843bc8bf206b12000100000/1;o=1",
			Values: []string{"105445aa7843bc8bf206b12000100000", "/", "1;o=1"},
			Source: "cloud.google.com/trace/docs/trace-context"},
	}
}

func verifyCloudTrace(text string) ([]gen.Finding, error) {
	span, option, more := strings.Cut(text[33:], ";")
	if span == "" || strings.Trim(span, decimals) != "" || more && option != "o=0" && option != "o=1" {
		return nil, errors.New("behind the slash stand no decimal digits, or no option o=0 or o=1")
	}
	found := []gen.Finding{{Name: "span id", Value: span}}
	if more {
		found = append(found, gen.Finding{Name: "traced", Value: map[string]string{"o=0": "no",
			"o=1": "yes"}[option]})
	}
	return found, nil
}

// datadogPair is what Datadog's tracers put into lines of logs: trace and span in
// decimal digits. Source: docs.datadoghq.com, Correlating Ruby logs and traces.
func datadogPair() *gen.Scheme {
	return &gen.Scheme{
		Name:    "datadog-pair",
		Family:  "datadog",
		Title:   "Datadog trace and span",
		Summary: "dd.trace_id= and dd.span_id= of a log, in decimal digits, a blank between",
		Spec:    "docs.datadoghq.com/tracing/other_telemetry, connect_logs_and_traces",
		Encoding: gen.Encoding{Verify: verifyDatadogPair, Pattern: gen.Pattern{
			{Name: "head", Source: gen.Const, Texts: []string{"dd.trace_id="}},
			{Name: "ids", Source: gen.Data, Alphabet: gen.AnyByte, Min: 13, Max: 90},
		}},
		ReadOnly: "Datadog's tracers give them out",
		Since:    day(2018, 9, 1),
		Prior:    1,
		Example: gen.Vector{Text: "dd.trace_id=7110975754844687674 dd.span_id=751842683698",
			Values: []string{"dd.trace_id=", "7110975754844687674 dd.span_id=751842683698"},
			Source: "docs.datadoghq.com, Correlating Ruby logs and traces, cut short"},
	}
}

func verifyDatadogPair(text string) ([]gen.Finding, error) {
	trace, rest, _ := strings.Cut(text[len("dd.trace_id="):], " ")
	span, ok := strings.CutPrefix(rest, "dd.span_id=")
	hex := len(trace) == 32 && strings.Trim(trace, hexDigits) == ""
	number := func(s string) bool { return s != "" && len(s) <= 20 && strings.Trim(s, decimals) == "" }
	if !ok || !number(trace) && !hex || !number(span) {
		return nil, errors.New("it is not dd.trace_id=, digits, a blank, dd.span_id= and digits")
	}
	return []gen.Finding{{Name: "trace id", Value: trace}, {Name: "span id", Value: span}}, nil
}

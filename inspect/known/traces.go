package known

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

var traces = []declaration{
	{since: "2018-04-01", Scheme: gen.Scheme{Name: "b3", Title: "B3 single header", Aliases: []string{"zipkin"},
		Spec: "github.com/openzipkin/b3-propagation", ReadOnly: "Zipkin and others give them out", Prior: 1,
		Summary: "b3 of Zipkin: trace id, span id, sampling state and parent, hyphens between",
		Encoding: gen.Encoding{Verify: verifyB3, VerifyBits: 12, Marks: "-", MostMarks: 3,
			Pattern: gen.Pattern{{Name: "header", Source: gen.Random, Alphabet: hexDigits + "-", Min: 33, Max: 68,
				Drawn: 128 + 64}}}, // trace and span
		Example: parted("", "github.com/openzipkin/b3-propagation, README.md",
			"80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1-05e3ac9a4f6e3b90")}},
	{since: "2017-04-15", Scheme: gen.Scheme{Name: "uber-trace-id", Title: "Jaeger uber-trace-id",
		Aliases: []string{"jaeger"}, Spec: "jaegertracing.io/docs/1.46/client-libraries, Propagation Format",
		ReadOnly: "Jaeger gives them out", Prior: 1,
		Summary: "header of Jaeger: trace id, span id, parent id and flags, colons between",
		Encoding: gen.Encoding{Verify: verifyUber, VerifyBits: 12, Marks: ":",
			Pattern: gen.Pattern{{Name: "header", Source: gen.Random, Alphabet: hexDigits + ":", Min: 9, Max: 70,
				Drawn: 64 + 64}}}, // trace and span
		Example: parted("", "a request with the header, as published",
			"2310a2ad4e9d5245:5b38aa949db62245:2310a2ad4e9d5245:1")}},
	{since: "2015-01-01", Scheme: gen.Scheme{Name: "x-cloud-trace", Title: "X-Cloud-Trace-Context",
		Aliases: []string{"x-cloud-trace-context"}, Spec: "cloud.google.com/trace/docs/trace-context",
		ReadOnly: "Google Cloud gives them out", Prior: 1,
		Summary: "header of Google Cloud: trace id, a slash, decimal span id, ;o=1 if traced",
		Encoding: gen.Encoding{Verify: verifyCloudTrace, VerifyBits: 3, Pattern: gen.Pattern{
			anyCase("trace_id", gen.Random, hexDigits, 32, 32), fixed("slash", "/"),
			part("span", gen.Data, gen.AnyByte, 1, 24)}},
		Example: parted("", "cloud.google.com/trace/docs/trace-context",
			"105445aa7843bc8bf206b12000100000", "/", "1;o=1")}},
	{since: "2018-09-01", Scheme: gen.Scheme{Name: "datadog-pair", Family: "datadog", Title: "Datadog trace and span",
		Spec:     "docs.datadoghq.com/tracing/other_telemetry, connect_logs_and_traces",
		ReadOnly: "Datadog's tracers give them out", Prior: 1,
		Summary: "dd.trace_id= and dd.span_id= of a log, in decimal digits, a blank between",
		Encoding: gen.Encoding{Verify: verifyDatadogPair,
			Pattern: gen.Pattern{fixed("head", "dd.trace_id="), part("ids", gen.Data, gen.AnyByte, 13, 90)}},
		Example: parted("", "docs.datadoghq.com, Correlating Ruby logs and traces, cut short",
			"dd.trace_id=", "7110975754844687674 dd.span_id=751842683698")}},
	{since: "2016-05-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "xray", Title: "AWS X-Ray trace",
		Aliases: []string{"aws-xray"}, Spec: "docs.aws.amazon.com/xray/latest/devguide, xray-api-sendingdata",
		ReadOnly: "AWS and its tools give them out", Prior: 2,
		Summary: "trace of AWS X-Ray: 1-, 8 hexadecimal digits of seconds, -, 24 random ones",
		Bits:    gen.Bits{Tick: time.Second},
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			fixed("version", "1-"), part("seconds", gen.Time, hexDigits, 8, 8), fixed("hyphen", "-"),
			random("random", hexDigits, 24)}},
		Example: parted("2016-12-01T18:00:00Z", "docs.aws.amazon.com/xray, Sending trace data",
			"1-", "58406520", "-", "a006649127e371903a2de979")}},
	// xray-otel is the same without version and hyphens, as OpenTelemetry writes it. Three in forty of all 32
	// hexadecimal digits have such a time, so others come before it.
	{since: "2016-05-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "xray-otel", Family: "xray",
		Title: "AWS X-Ray trace in OpenTelemetry", Spec: xrayPage, Weak: true,
		ReadOnly: "any random trace id does as well", Prior: -5,
		Summary: "trace of AWS X-Ray in OpenTelemetry: 32-bit seconds, 96 random bits, in hex",
		Bits: gen.Bits{Tick: time.Second,
			Layout: gen.Layout{field("seconds", gen.Time, 32), field("random", gen.Random, 96)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}, Alternatives: []gen.Text{}},
		Example: example("58406520a006649127e371903a2de979", "2016-12-01T18:00:00Z", xrayPage,
			"1480615200", "49525330040633342274877385081")}},
	// apache-unique is what mod_unique_id gives a request: seconds, address or random bytes, process, counter and
	// thread. First used: Apache 1.3.
	// The zeros before the thread are a part of their own: threads have small numbers.
	{since: "1998-06-06", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "apache-unique", Title: "Apache UNIQUE_ID",
		Aliases: []string{"unique-id"}, Spec: "httpd.apache.org/docs/2.4/mod/mod_unique_id.html",
		ReadOnly: "Apache httpd gives them out",
		Summary:  "request of Apache: seconds, host, counter, thread; 24 or 27 of A-Za-z0-9@-",
		Bits:     gen.Bits{Tick: time.Second},
		Encoding: gen.Encoding{Verify: verifyOldUnique, Pattern: gen.Pattern{
			{Name: "seconds", Source: gen.Time, Alphabet: uniqueSymbols, Min: 6, Max: 6, Per: 16},
			part("rest", gen.Data, uniqueSymbols, 13, 16), fixed("zero", "AA"), data("thread", uniqueSymbols, 3)}},
		Notes: []string{"of 24 symbols the address of the host is one part, of 27 it is ten random bytes"},
		Example: parted("2021-01-05T02:21:09Z", "a log of ModSecurity of that second, as published",
			"X-PNFS", "e1VwjCgYRI9FsbHg", "AA", "AIY")}},
	{of: "apache-unique", since: "2014-01-01", Scheme: gen.Scheme{Name: "apache-unique-url", Family: "apache-unique",
		Title: "Apache UNIQUE_ID, URL-safe", Prior: -1.5,
		Summary: "request of Apache: seconds, random bytes, counter, thread; URL-safe base64",
		Encoding: gen.Encoding{Verify: verifyUnique, Pattern: gen.Pattern{
			{Name: "seconds", Source: gen.Time, Alphabet: base64URL, Min: 6, Max: 6, Per: 16},
			part("rest", gen.Data, base64URL, 13, 16), fixed("zero", "AA"), data("thread", base64URL, 3)}},
		Example: parted("2023-08-15T15:19:39Z", "a log of ModSecurity of that second, in Adobe's documentation",
			"ZNuXi9", "ft_9sa85dovgTN5g", "AA", "ANI")}},
}

const xrayPage = "npmjs.com/package/@opentelemetry/id-generator-aws-xray"

var errTrace = errors.New("its parts are not those of a trace")

func verifyB3(text string) ([]gen.Finding, error) {
	return traceParts(text, '-', "trace id", "span id", "sampled", "parent id")
}

func verifyUber(text string) ([]gen.Finding, error) {
	return traceParts(text, ':', "trace id", "span id", "parent id", "flags")
}

// traceParts names the parts of a header of B3 or Jaeger.
func traceParts(text string, mark byte, names ...string) (all []gen.Finding, _ error) {
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
		random := 0
		if strings.HasSuffix(name, " id") && part != "0" && !slices.Contains(parts[:i], part) {
			random = 4 * n // hexadecimal digits
		}
		all = append(all, gen.Finding{Name: name, Value: part, Random: float64(random)})
	}
	return all, nil
}

func verifyCloudTrace(text string) ([]gen.Finding, error) {
	span, option, more := strings.Cut(text[33:], ";")
	if span == "" || strings.Trim(span, decimals) != "" || more && option != "o=0" && option != "o=1" {
		return nil, errors.New("no decimal digits follow the slash, or no option o=0 or o=1")
	}
	all := found("span id", span)
	if more {
		all = append(all, found("traced", map[string]string{"o=0": "no", "o=1": "yes"}[option])...)
	}
	return all, nil
}

func verifyDatadogPair(text string) ([]gen.Finding, error) {
	trace, rest, _ := strings.Cut(text[len("dd.trace_id="):], " ")
	span, ok := strings.CutPrefix(rest, "dd.span_id=")
	hex := len(trace) == 32 && strings.Trim(trace, hexDigits) == ""
	number := func(s string) bool { return s != "" && len(s) <= 20 && strings.Trim(s, decimals) == "" }
	if !ok || !number(trace) && !hex || !number(span) {
		return nil, errors.New("it is not dd.trace_id=, digits, a blank, dd.span_id= and digits")
	}
	return found("trace id", trace, "span id", span), nil
}

var errUnique = errors.New("it has neither 24 symbols nor 27, or no small number of a thread")

// verifyUnique reads what follows the time.
func verifyUnique(text string) ([]gen.Finding, error) {
	if len(text) != 24 && len(text) != 27 {
		return nil, errUnique
	}
	data, _ := base64.RawURLEncoding.DecodeString(text) // of its symbols alone
	end := len(data)
	thread, counter := binary.BigEndian.Uint32(data[end-4:]), binary.BigEndian.Uint16(data[end-6:])
	if thread >= 1<<16 {
		return nil, errUnique
	}
	var all []gen.Finding
	if len(data) == 18 {
		all = found("address", netip.AddrFrom4([4]byte(data[4:8])).String(),
			"process", fmt.Sprint(binary.BigEndian.Uint32(data[8:])))
	}
	return append(all, found("counter", fmt.Sprint(counter), "thread", fmt.Sprint(thread))...), nil
}

// uniqueSymbols were those of base64 before Apache had URL-safe ones.
const uniqueSymbols = capitals + smalls + decimals + "@-"

func verifyOldUnique(text string) ([]gen.Finding, error) {
	return verifyUnique(strings.NewReplacer("@", "-", "-", "_").Replace(text))
}

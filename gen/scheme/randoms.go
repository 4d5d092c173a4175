package scheme

import (
	"errors"
	"strings"

	"idscope/gen"
)

// randoms are random bits or symbols, and hardly anything else.
var randoms = []declaration{
	// breezeid has no symbols that look or sound alike.
	// It is weak: product keys have the same form.
	{since: "2023-09-01", Scheme: gen.Scheme{Name: "breezeid", Title: "Breeze ID", Spec: "github.com/tzwel/breezeid",
		Weak: true, Prior: 0.5,
		Summary: "random, to be read aloud: groups of 4 of 32 symbols; --length without hyphens",
		Encoding: gen.Encoding{Verify: oneCase, Pattern: gen.Pattern{
			{Name: "random", Source: gen.Random, Min: 1, Max: 128, Length: 16, Group: 4,
				Alphabet: "AEIUQWTYPSDFGRHJKLZXCVBNM2346789", Fold: true}}},
		Notes: []string{
			"small letters are fine, but not beside large ones",
			"the original draws a group again that holds an English swear word; here all groups are equally likely"},
		Example: example("9NU6-XQLZ-BDIH-6HKE", "", "github.com/tzwel/breezeid, readme.md", "9NU6-XQLZ-BDIH-6HKE")}},
	// cuid2 is opaque on purpose. The original hashes time, counter, host and random symbols; here all symbols are
	// random.
	{since: "2022-12-01", Scheme: gen.Scheme{Name: "cuid2", Title: "CUID2", Spec: "github.com/paralleldrive/cuid2",
		Summary: "a letter and base36, looks random: 24 symbols; any --length from 2 to 32", Prior: 2.5,
		Libraries: "JS @paralleldrive/cuid2, Go nrednav/cuid2, Python cuid2",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "letter", Source: gen.Random, Alphabet: smalls, Min: 1, Max: 1},
			{Name: "random", Source: gen.Random, Alphabet: base36, Min: 1, Max: 31, Length: 23}}},
		Notes: []string{
			"the symbols are random here, and a SHA3-512 of time, counter, host and random symbols in the original: " +
				"that can be no more random",
			"read without --as only at 24 symbols: shorter ones are words"},
		Example: example("pfh0haxfpzowht3oi213cqos", "", "github.com/paralleldrive/cuid2, README.md",
			"p", "fh0haxfpzowht3oi213cqos")}},
	// datadog has new random bits in each ID; chance alone keeps the IDs of a second apart.
	// In use since: the tracers' 128-bit ids.
	{since: "2022-10-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "datadog", Title: "Datadog trace id",
		Spec: "docs.datadoghq.com, Trace and Span ID Formats", Brand: true, Prior: 1,
		Summary: "128-bit trace id of Datadog: 32-bit seconds, 32 zero bits, 64 random bits",
		Bits: gen.Bits{Tick: second,
			Layout: gen.Layout{ticks("timestamp", 32), fixed("zero", 32, 0), random("random", 64)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}},
		Notes:    []string{"the lower 64 bits alone, as an integer, are the trace id that older tracers know"},
		Example: example("640cfd8d00000000112210f47de98115", "2023-03-11T22:15:41Z",
			"github.com/DataDog/dd-trace-go, ddtrace/tracer, valid tid", "1678572941", "0", "1234567890123456789")}},
	// nanoid is random symbols, each drawn by rejection, so that all are equally likely whatever the size of the
	// alphabet.
	{since: "2017-08-01", Scheme: gen.Scheme{Name: "nanoid", Title: "Nano ID", Spec: "github.com/ai/nanoid", Prior: 2,
		Summary:   "random text: 21 symbols of 64, 126 bits; any --length and --alphabet",
		Libraries: "JS nanoid, Go matoous/go-nanoid, Java jnanoid, Python nanoid, Rust nanoid",
		Encoding: gen.Encoding{OwnAlphabet: true, Pattern: gen.Pattern{
			{Name: "random", Source: gen.Random, Min: 1, Max: 512, Length: 21,
				Alphabet: "useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict"}}},
		Notes: []string{
			"texts of another length than 21 are read with --as nanoid and their --length",
			"the text has no structure: any 21 symbols are one, so nothing can be checked",
			"one in 64 begins with - and may be taken for a flag: idscope takes it for an id, others want -- before " +
				"it"},
		Example: example("V1StGXR8_Z5jdHi6B-myT", "", "github.com/ai/nanoid, README.md", "V1StGXR8_Z5jdHi6B-myT")}},
	// nuid keeps a random prefix and counts behind it in random steps; both are drawn again when the number ends.
	{since: "2015-12-01", Scheme: gen.Scheme{Name: "nuid", Title: "NUID of NATS", Spec: "github.com/nats-io/nuid",
		Summary: "22 of base62: a random prefix kept per process, a sequence in random steps", Prior: 1.5,
		Libraries: "Go nats-io/nuid, Rust nuid",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Random, Alphabet: base62, Min: 12, Max: 12, Keep: true},
			{Name: "sequence", Source: gen.Seq, Alphabet: base62, Min: 10, Max: 10,
				Stride: [2]uint64{33, 332}}}},
		Notes: []string{
			"from one id the next is predictable: it is one of 300",
			"the prefix is uniform here; the original favours 8 of 62 symbols, by a remainder of a byte"},
		Example: example("EQyuCsA4ysv7ezXReOrk4i", "", "github.com/Racum/uuinfo, src/id_format_tests.rs",
			"EQyuCsA4ysv7", "ezXReOrk4i")}},
	// nuid-js is nuid in base36.
	{of: "nuid", since: "2016-02-01", Scheme: gen.Scheme{Name: "nuid-js", Family: "nuid",
		Title: "NUID of NATS in JavaScript", Spec: "github.com/nats-io/js-nuid", Prior: 1,
		Summary:   "22 of base36: a random prefix kept per process, a sequence in random steps",
		Libraries: "JS nuid",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Random, Alphabet: decimals + capitals, Min: 12, Max: 12, Keep: true},
			{Name: "sequence", Source: gen.Seq, Alphabet: decimals + capitals, Min: 10, Max: 10,
				Stride: [2]uint64{33, 332}}}},
		Notes: []string{"from one id the next is predictable: it is one of 300"},
		Example: example("9F3XQ0ZK7B1M2C8V4H5T6J", "", "computed from github.com/nats-io/js-nuid, src/nuid.js",
			"9F3XQ0ZK7B1M", "2C8V4H5T6J")}},
	// spotify is the ID of a track, an album, an artist and so on. Chance alone keeps IDs apart.
	{since: "2008-10-07", Scheme: gen.Scheme{Name: "spotify", Title: "Spotify id",
		Spec: "github.com/librespot-org/librespot, core/src/spotify_id.rs", Brand: true, Prior: 1,
		Summary:  "128 random bits in 22 characters of 0-9a-zA-Z: track, album, artist ...",
		Bits:     gen.Bits{Layout: gen.Layout{random("gid", 128)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base62Lower, Width: 22}, Alternatives: []gen.Text{}},
		Notes:    []string{"what is generated here is an id in form only: nothing at Spotify has it, but by chance"},
		Example: example("5sWHDYs0csV6RS48xBl0tH", "", "github.com/librespot-org/librespot, core/src/spotify_id.rs",
			"238762092608182713602505436543891614649")}},
	// traceparent carries a trace from service to service. Chance alone keeps IDs apart.
	{since: "2018-01-01", Scheme: gen.Scheme{Name: "traceparent", Title: "W3C traceparent",
		Spec: "w3.org/TR/trace-context", Brand: true, Prior: 1,
		Summary: "header of W3C Trace Context: 00-, trace id, span id and flags in hex",
		Encoding: gen.Encoding{Verify: verifyTraceparent, Pattern: gen.Pattern{
			{Name: "version", Source: gen.Const, Texts: []string{"00-"}},
			{Name: "trace_id", Source: gen.Random, Alphabet: hexDigits, Min: 32, Max: 32},
			{Name: "dash", Source: gen.Const, Texts: []string{"-"}},
			{Name: "span_id", Source: gen.Random, Alphabet: hexDigits, Min: 16, Max: 16},
			{Name: "flags", Source: gen.Const, Texts: []string{"-01", "-00", "-02", "-03"}}}},
		Notes: []string{
			"flags 01 says that the trace is recorded, 02 that the lower 56 bits of its id are random; the other " +
				"bits are 0 so far",
			"what is generated here is marked as recorded"},
		Example: example("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "",
			"W3C Trace Context, section 3.2.3",
			"00-", "4bf92f3577b34da6a3ce929d0e0e4736", "-", "00f067aa0ba902b7", "-01")}},
	// w3c-span is the span ID, or parent ID, of traceparent. Chance alone keeps IDs apart.
	{of: "w3c-trace", Scheme: gen.Scheme{Name: "w3c-span", Title: "W3C span id", Aliases: []string{"span"},
		Summary: "64 random bits in 16 hexadecimal digits: span of OpenTelemetry, W3C",
		Bits:    gen.Bits{Layout: gen.Layout{random("span_id", 64)}},
		Notes:   []string{"any 16 digits but zeros alone are one"},
		Example: example("00f067aa0ba902b7", "", "W3C Trace Context, section 3.2.3", "67667974448284343")}},
	// w3c-trace is the trace ID of traceparent. Chance alone keeps IDs apart.
	{since: "2018-01-01", Scheme: gen.Scheme{Name: "w3c-trace", Title: "W3C trace id",
		Aliases: []string{"trace", "opentelemetry"}, Spec: "w3.org/TR/trace-context", Brand: true, Prior: 0.5,
		Summary:  "128 random bits in 32 hexadecimal digits: trace of OpenTelemetry, W3C",
		Bits:     gen.Bits{Valid: notZero, Layout: gen.Layout{random("trace_id", 128)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}, Alternatives: []gen.Text{}},
		Notes: []string{
			"any 32 digits but zeros alone are one: nothing in the id tells it from a hash",
			"level 2 of the specification has a flag that says that the lower 56 bits are random; the upper 72 may " +
				"mean something then"},
		Example: example("4bf92f3577b34da6a3ce929d0e0e4736", "", "W3C Trace Context, section 3.2.3",
			"100985939111033328018442752961257817910")}},
	// youtube is the ID of a video. Chance alone keeps IDs apart; YouTube looks each up before it gives it out.
	{since: "2005-04-23", Scheme: gen.Scheme{Name: "youtube", Title: "YouTube video id",
		Spec: "github.com/Racum/uuinfo, src/formats/youtube.rs", Brand: true, Prior: 1.5,
		Summary:  "64 random bits in 11 characters of URL-safe base64: the id of a video",
		Bits:     gen.Bits{Layout: gen.Layout{random("random", 64)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base64URL}, Alternatives: []gen.Text{}},
		Notes: []string{
			"what is generated here is an id in form only: no video has it, but by chance",
			"the last character is one of AEIMQUYcgkosw048"},
		Example: example("jNQXAC9IVRw", "", "youtube.com, the first video, 2005-04-23", "10147761149933278492")}},
}

// oneCase refuses small letters beside large ones.
func oneCase(text string) ([]gen.Finding, error) {
	if strings.ToUpper(text) != text && strings.ToLower(text) != text {
		return nil, errors.New("it has small and large letters; use one kind")
	}
	return nil, nil
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

var errAllZero = errors.New("all bits are zero, which is invalid")

func notZero(id gen.ID) error {
	if (id == gen.ID{}) {
		return errAllZero
	}
	return nil
}

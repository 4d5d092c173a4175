package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// samples are texts of every shape of output.
func samples(t *testing.T) []Result {
	t.Helper()
	around := time.Date(2022, 6, 28, 12, 0, 0, 0, time.UTC)
	in, near := inspector(t, Options{}), inspector(t, Options{Around: &around})
	var list []Result
	for _, text := range []string{
		"1541815603606036480", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "01BX5ZZKBKACTAV9WEVGEMMVRZ",
		"507f1f77bcf86cd799439011", "9m4e2mr0ui3e8a215n4g",
		"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
		"ffffffff-ffff-7fff-bfff-ffffffffffff", "hello", "", " \"20\", ",
		"\x00\x1f\b\f\n\r\t\"\\/<>&\u2028\u2029\xff\xe2\x28é💩",
		"000003e8-2363-21ef-b200-325096b39f47", "f47ac10b-58cc-0372-8567-0e02b2c3d479",
		"00000000-0000-0000-c000-000000000046", "8HFaR8qWtRlGDHnO57", "{123e4567-e89b-12d3-a456-426655440000}",
		"https://x.com/a/status/1541815603606036480?s=20", "0x1565a11f6217a000", "AX8i4nmwfMOYxNwMDAc5jw==", "1700000000",
		"1700000000000", "12345678901234567890", strings.Repeat("9", 10000), "-OFrJ24CPTXLcIPPjvh3",
	} {
		list = append(list, in.Inspect(text), near.Inspect(text))
		for _, name := range []string{"snowflake", "uuid", "ulid", "boundary-flake", "tid", "unix-s", "uuidv7"} {
			as, _ := Named(name)
			list = append(list, inspector(t, Options{As: as}).Inspect(text))
		}
	}
	return list
}

// Every line is one JSON object, and says what encoding/json would of the same
// strings.
func TestJSONParses(t *testing.T) {
	for _, r := range samples(t) {
		for _, line := range [][]byte{r.AppendJSON(nil), r.AppendBrief(nil)} {
			if bytes.ContainsAny(line, "\n\r") {
				t.Errorf("%q: output has a line end: %q", r.Input, line)
			}
			var v map[string]any
			if err := json.Unmarshal(line, &v); err != nil {
				t.Errorf("%q: %v in %s", r.Input, err, line)
				continue
			}
			if want := strings.ToValidUTF8(r.Input, "\ufffd"); v["input"] != strings.Map(func(r rune) rune { return r },
				want) && !strings.Contains(want, "\ufffd") {
				t.Errorf("input = %q; want %q", v["input"], want)
			}
			var b bytes.Buffer // what encoding/json writes of the same values
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			if err := e.Encode(r.Input); err != nil {
				t.Fatal(err)
			}
			if prefix := `{"schema":1,"input":` + strings.TrimSpace(b.String()) +
				`,"ok":`; !bytes.HasPrefix(line, []byte(prefix)) {
				t.Errorf("output starts with %.80q; want %.80q", line, prefix)
			}
		}
	}
}

// The short line has members of the full one and of its first reading, as they are there; the time in Unix milliseconds
// where there is no other.
func TestBriefIsOfJSON(t *testing.T) {
	for _, r := range samples(t) {
		var full, brief map[string]any
		if json.Unmarshal(r.AppendJSON(nil), &full) != nil || json.Unmarshal(r.AppendBrief(nil), &brief) != nil {
			t.Fatalf("%q: %s, %s", r.Input, r.AppendJSON(nil), r.AppendBrief(nil))
		}
		want := map[string]any{}
		for _, key := range []string{"schema", "input", "ok", "error"} {
			want[key] = full[key]
		}
		if list := full["readings"].([]any); len(list) > 0 {
			o := list[0].(map[string]any)
			for _, key := range []string{"scheme", "confidence", "time", "time_from"} {
				want[key] = o[key]
			}
			if o["time"] == nil && o["time_from"] == nil {
				want["time_unix_ms"] = o["time_unix_ms"]
			}
		}
		maps.DeleteFunc(want, func(_ string, v any) bool { return v == nil })
		if fmt.Sprint(want) != fmt.Sprint(brief) {
			t.Errorf("%q: AppendBrief = %v; want %v", r.Input, brief, want)
		}
	}
}

// The line is what encoding/json writes of the same values as a struct.
func TestJSONEqualsEncodingJSON(t *testing.T) {
	type field struct {
		Name   string `json:"name"`
		Letter string `json:"letter"`
		Source string `json:"source"`
		MSB    int    `json:"msb"`
		LSB    int    `json:"lsb"`
		Width  int    `json:"width"`
		Value  string `json:"value"`
	}
	type piece struct {
		Name   string `json:"name"`
		Letter string `json:"letter"`
		Source string `json:"source"`
		Start  int    `json:"start"`
		Length int    `json:"length"`
		Text   string `json:"text"`
		Value  string `json:"value,omitempty"`
	}
	type reading struct {
		Scheme     string            `json:"scheme"`
		SameAs     []string          `json:"same_as,omitempty"`
		Confidence string            `json:"confidence"`
		Evidence   json.Number       `json:"evidence_bits"`
		Prior      json.Number       `json:"prior"`
		Canonical  string            `json:"canonical"`
		Format     string            `json:"format"`
		Encoding   string            `json:"encoding"`
		Size       int               `json:"size_bits,omitempty"`
		Random     json.Number       `json:"random_bits"`
		Least      json.Number       `json:"random_bits_least,omitempty"`
		Prefix     *string           `json:"prefix,omitempty"`
		Checksum   *bool             `json:"checksum,omitempty"`
		Time       string            `json:"time,omitempty"`
		From       string            `json:"time_from,omitempty"`
		Milli      *int64            `json:"time_unix_ms,omitempty"`
		Resolution int64             `json:"resolution_ns,omitempty"`
		Epoch      string            `json:"epoch,omitempty"`
		Fields     []any             `json:"fields"`
		Encodings  map[string]string `json:"encodings"`
		Findings   map[string]string `json:"findings,omitempty"`
		Reveals    map[string]string `json:"reveals"`
		Next       string            `json:"next,omitempty"`
		Reasons    []string          `json:"reasons"`
	}
	for _, r := range samples(t) {
		for i := range r.Readings {
			o := &r.Readings[i]
			least, most := o.Entropy()
			want := reading{
				Scheme: o.Scheme.Name, SameAs: o.SameAs, Confidence: o.Confidence.String(), Canonical: o.Canonical(),
				Format: o.Format().String(), Encoding: o.Encoding, Size: o.Bits(), Random: json.Number(appendBits(nil, most)),
				Next: o.guess(), Findings: map[string]string{}, Reveals: map[string]string{}, Fields: []any{},
				Evidence: json.Number(appendBits(nil, o.Evidence)), Prior: json.Number(appendBits(nil, o.Prior())),
				Encodings: map[string]string{}, Reasons: []string{},
			}
			if o.Timed {
				want.Resolution, want.Epoch = int64(o.Resolution()), o.Scheme.Epoch.Format(time.RFC3339Nano)
				if text, ok := o.AppendTime(nil); ok {
					want.Time = string(text)
				}
				if ms, ok := o.UnixMilli(); ok && !o.Vague() {
					want.Milli = &ms
				} else if ok && o.Time.Year() <= 9999 {
					want.From = string(o.Time.AppendFormat(nil, o.c.digits))
				}
			}
			for i, f := range o.Scheme.Layout {
				if lsb := o.c.codec.LSB(i); !f.Unused() {
					want.Fields = append(want.Fields, field{f.Name, string(o.c.fieldLetter(i)), f.Source.String(), lsb + f.Bits - 1, lsb,
						f.Bits, o.c.codec.Field(o.ID, i).Decimal()})
				}
			}
			for _, p := range o.parts(nil) {
				value := ""
				if p.Form == Decimal {
					value = p.Number.Decimal()
				}
				want.Fields = append(want.Fields, piece{p.Key, string(p.Letter), p.Source.String(), int(p.From), int(p.Width),
					p.Text, value})
			}
			if least < most {
				want.Least = json.Number(appendBits(nil, least))
			}
			if o.affixed {
				want.Prefix = &o.Prefix
				if o.Scheme.Affix.Sum != nil {
					want.Checksum = &o.Summed
				}
			}
			for _, f := range o.Findings {
				want.Findings[f.Name] = f.Value
			}
			for _, f := range o.Facts() {
				switch {
				case f.Kind == Reveal:
					want.Reveals[f.Key] = f.Text
				case f.Kind == Encoding:
					want.Encodings[f.Key] = f.Text
				case f.Key == "reasons":
					want.Reasons = append(want.Reasons, f.Text)
				}
			}
			var got, same any
			b, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			if json.Unmarshal(b, &same) != nil || json.Unmarshal(new(jsonWriter).appendReading(nil, o, false), &got) != nil ||
				fmt.Sprint(got) != fmt.Sprint(same) {
				t.Errorf("%q: AppendJSON = %s\nwant %s", r.Input, new(jsonWriter).appendReading(nil, o, false), b)
			}
		}
	}
}

// Every object is as its schema says, which is beside those of the commands.
func TestJSONSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	full, err := c.Compile("../cmd/testdata/schema/inspect.json")
	if err != nil {
		t.Fatal(err)
	}
	short, err := c.Compile("../cmd/testdata/schema/inspect-brief.json")
	if err != nil {
		t.Fatal(err)
	}
	check := func(s *jsonschema.Schema, line []byte) {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		if err == nil {
			err = s.Validate(v)
		}
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, r := range samples(t) {
		check(full, r.AppendJSON(nil))
		check(short, r.AppendBrief(nil))
	}
}

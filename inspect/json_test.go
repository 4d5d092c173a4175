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

	"idscope/gen/testing/try"
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

// Every line is one JSON object, as its schema says, and begins as encoding/json would of the same string.
func TestJSON(t *testing.T) {
	c := jsonschema.NewCompiler()
	full := try.Of(c.Compile("../cmd/testdata/schema/inspect.json")).Or(t)
	short, err := c.Compile("../cmd/testdata/schema/inspect-brief.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range samples(t) {
		for schema, line := range map[*jsonschema.Schema][]byte{full: r.AppendJSON(nil), short: r.AppendBrief(nil)} {
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
			if err == nil {
				err = schema.Validate(v)
			}
			if err != nil || bytes.ContainsAny(line, "\n\r") {
				t.Errorf("%q: %v in %s", r.Input, err, line)
			}
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			try.Works(t, e.Encode(r.Input))
			start := `{"schema":1,"input":` + strings.TrimSpace(b.String()) + `,"ok":`
			if !bytes.HasPrefix(line, []byte(start)) {
				t.Errorf("output starts with %.80q; want %.80q", line, start)
			}
		}
		compareBrief(t, &r)
	}
}

// compareBrief: the short line has members of the full one and of its first reading, as they are there; the time
// in Unix milliseconds where there is no other.
func compareBrief(t *testing.T, r *Result) {
	t.Helper()
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

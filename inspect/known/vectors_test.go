package known

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/scheme/schemetest"
)

// vector is a line of testdata/public.jsonl.
type vector struct {
	Ref, Scheme, ID, Note string
	Expect                map[string]any
	Valid, Disputed       bool
	Options               map[string]any
}

// ours are the names of the vectors' schemes and ours; uuid is any version, and
// snowflake a layout of its own.
var ours = map[string]string{
	"twitter": "snowflake", "boundaryflake": "boundary-flake", "baidu": "uidgenerator", "simpleflake": "simpleflake",
	"ulid":     "ulid",
	"objectid": "objectid", "xid": "xid", "instagram": "instagram", "shardingsphere": "shardingsphere", "leaf": "leaf",
	"uuid": "uuidv4", "snowflake": scheme.CustomName, "uuid-ncname": "uuidv4",
	"discord": "discord", "sonyflake": "sonyflake", "spaceflake": "spaceflake", "mastodon": "mastodon",
	"linkedin":   "linkedin",
	"frostflake": "frostflake", "flakeidgen": "flake-id", "tsid": "tsid", "snowid": "snowid", "tid": "tid",
	"nano64": "nano64", "scru64": "scru64",
	"scru128": "scru128", "timeflake": "timeflake", "pushid": "pushid", "upid": "upid", "ksuid": "ksuid",
	"uuid25": "uuidv4", "shortuuid": "uuidv4",
}

// deferred are the vectors that a layer above answers. The first reason that applies counts.
var deferred = []struct {
	reason string
	is     func(vector) bool
}{
	{"detection is inspect's", func(v vector) bool { return v.op() == "detect" }},
	{"Instagram's shortcode is a spelling that inspect reads", func(v vector) bool {
		return v.option("form") == "shortcode"
	}},
	{"bwmarrin's z-base-32 and lower-case-first base58 are spellings that inspect reads", func(v vector) bool {
		return v.Scheme == "snowflake" && v.option("form") != ""
	}},
	{"a flake written as a UUID is inspect's", func(v vector) bool {
		return v.Scheme == "boundaryflake" && v.option("form") == "hex"
	}},
	{"base64 of a GUID's mixed-endian bytes is inspect's", func(v vector) bool { return v.option("byte_order") != "" }},
	{"urn:uuid: in front is inspect's", func(v vector) bool {
		return v.Valid && strings.HasPrefix(strings.ToLower(v.ID), "urn:uuid:")
	}},
	{"braces around are inspect's", func(v vector) bool { return v.Valid && strings.HasPrefix(v.ID, "{") }},
	{"0x and blanks between bytes are inspect's", func(v vector) bool {
		return v.Scheme == "flakeidgen" && v.option("form") == "hex"
	}},
	{"I, L and O for 1, 1 and 0 are inspect's", func(v vector) bool {
		return v.Scheme == "tsid" && v.Disputed && v.Valid
	}},
	{"a TID with the top bit set is refused, as the specification's text says", func(v vector) bool {
		return v.ID == "j222222222222"
	}},
	{"a port of Sonyflake that counts milliseconds is a custom layout", func(v vector) bool {
		return v.option("time_unit_ms") != ""
	}},
	{"32 digits without hyphens are inspect's", func(v vector) bool {
		return v.Valid && v.Scheme == "uuid" && len(v.ID) == 32
	}},
}

func runVector(t *testing.T, v vector) error {
	switch v.op() {
	case "encode":
		return runEncode(v)
	case "generate":
		return runGenerate(t, v)
	case "increment":
		return runIncrement(t, v)
	case "decode":
		return runDecode(v)
	}
	return fmt.Errorf("operation %q is not known here", v.op())
}

// settled reports whether a vector has nothing more to compare once it was read, and
// what is wrong: one that is to be refused, and one that was.
func (v vector) settled(read any, err error) (over bool, wrong error) {
	switch {
	case v.Valid:
		return err != nil, err
	case err == nil:
		return true, fmt.Errorf("read as %+v; want it refused: %v", read, v.Expect["error"])
	}
	return true, nil
}

func runDecode(v vector) error {
	s, err := schemeOf(v)
	if err != nil {
		return err
	}
	codec, err := s.Layout.Compile()
	if err != nil {
		return err
	}
	id, err := parseSpelled(v.ID, s)
	if err == nil && !codec.Matches(id) && !v.isUUID() {
		err = fmt.Errorf("the constant bits are not those of %s", s.Name)
	}
	if over, err := v.settled(id, err); over {
		return err
	}
	if err := compareWhole(v, s, id); err != nil {
		return err
	}
	if v.isUUID() {
		if s, err = versionOf(v, id); s == nil || err != nil {
			return err // of a version that we only inspect
		}
		if codec, err = s.Layout.Compile(); err != nil {
			return err
		}
	}
	if err := compareTime(v, s, codec, id); err != nil {
		return err
	}
	if err := compareFields(v, s, codec, id); err != nil {
		return err
	}
	packed, err := codec.Pack(codec.Unpack(id))
	if err != nil || packed != id {
		return fmt.Errorf("Pack(Unpack(%x)) = %x, %v", id, packed, err)
	}
	return nil
}

// parseSpelled reads the text of a scheme or one of its spellings.
func parseSpelled(text string, s *gen.Scheme) (id gen.ID, err error) {
	for _, t := range append([]gen.Text{s.Text}, s.Spellings...) {
		if id, err = t.Parse([]byte(text), s.Layout.Size()); err == nil {
			return id, nil
		}
	}
	return id, err
}

// spelled writes id in the form that parseSpelled reads text in, or in the
// scheme's own.
func spelled(text string, s *gen.Scheme, id gen.ID) string {
	size := s.Layout.Size()
	for _, t := range append([]gen.Text{s.Text}, s.Spellings...) {
		if _, err := t.Parse([]byte(text), size); err == nil {
			return string(t.Append(nil, id, size))
		}
	}
	return schemetest.Render(s, id)
}

// compareWhole compares all bits and the canonical text.
func compareWhole(v vector, s *gen.Scheme, id gen.ID) error {
	size := s.Layout.Size()
	if want, ok := v.Expect["hex"].(string); ok {
		if got := string(gen.Text{Form: gen.Hex}.Append(nil, id, size)); got != want {
			return fmt.Errorf("hex %s; want %s", got, want)
		}
	}
	if want, ok := v.Expect["integer"].(string); ok && schemetest.Decimal(id) != want {
		return fmt.Errorf("integer %s; want %s", schemetest.Decimal(id), want)
	}
	if want, ok := v.Expect["uuid"].(string); ok {
		if got := string(gen.Text{Form: gen.UUID}.Append(nil, id, 128)); got != want {
			return fmt.Errorf("UUID %s; want %s", got, want)
		}
	}
	if got := spelled(v.ID, s, id); !strings.EqualFold(got, v.ID) {
		return fmt.Errorf("written %s; want %s", got, v.ID)
	}
	return nil
}

// compareTime compares instants at the resolution of the scheme, years past
// 9999 included.
func compareTime(v vector, s *gen.Scheme, codec *gen.Codec, id gen.ID) error {
	want, ok := new(big.Int).SetString(fmt.Sprint(v.Expect["unix_ns"]), 10)
	if !ok {
		return nil
	}
	at := s.Timeline().Time(codec.Source(id, gen.Time).Lo).Truncate(s.Tick)
	got := new(big.Int).Mul(big.NewInt(at.Unix()), big.NewInt(1e9))
	got.Add(got, big.NewInt(int64(at.Nanosecond())))
	if got.Cmp(want) != 0 {
		return fmt.Errorf("time %s, %s ns; want %s ns", at, got, want)
	}
	return nil
}

func deferral(v vector) int {
	for i, d := range deferred {
		if d.is(v) {
			return i
		}
	}
	return -1
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	text, err := os.ReadFile("testdata/public.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// isUUID reports whether the vector is of any version, in some spelling.
func (v vector) isUUID() bool { return ours[v.Scheme] == "uuidv4" }

func (v vector) op() string {
	if op := v.option("op"); op != "" {
		return op
	}
	return "decode"
}

func (v vector) option(name string) string {
	if value, ok := v.Options[name]; ok {
		return fmt.Sprint(value)
	}
	return ""
}

func cut(s string) string { return s[:min(len(s), 60)] }

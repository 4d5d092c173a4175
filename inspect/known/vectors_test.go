package known

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/scheme/schemetest"
)

// vector is a line of testdata/public.jsonl, or of more.jsonl beside it.
type vector struct {
	Ref, Scheme, ID, Note, Source string
	Expect                        map[string]any
	Valid, Disputed               bool
	Options                       map[string]any
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
	{"Instagram's shortcode is an encoding that inspect reads", func(v vector) bool {
		return v.option("form") == "shortcode"
	}},
	{"bwmarrin's z-base-32 and lower-case-first base58 are encodings that inspect reads", func(v vector) bool {
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
	id, err := parseEncoded(v.ID, s)
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

// parseEncoded reads the text of a scheme or one of its encodings.
func parseEncoded(text string, s *gen.Scheme) (id gen.ID, err error) {
	for _, t := range append([]gen.Text{s.Text}, s.Alternatives...) {
		if id, err = t.Parse([]byte(text), s.Layout.Size()); err == nil {
			return id, nil
		}
	}
	return id, err
}

// encoded writes id in the form that parseEncoded reads text in, or in the
// scheme's own.
func encoded(text string, s *gen.Scheme, id gen.ID) string {
	size := s.Layout.Size()
	for _, t := range append([]gen.Text{s.Text}, s.Alternatives...) {
		if _, err := t.Parse([]byte(text), size); err == nil {
			return string(t.Append(nil, id, size))
		}
	}
	return schemetest.Render(s, id)
}

// compareWhole compares all bits and the canonical text.
func compareWhole(v vector, s *gen.Scheme, id gen.ID) error {
	if err := compareBits(v, id, s.Layout.Size()); err != nil {
		return err
	}
	if got := encoded(v.ID, s, id); !strings.EqualFold(got, v.ID) {
		return fmt.Errorf("written %s; want %s", got, v.ID)
	}
	return nil
}

// compareBits compares all bits in each form that the vector has.
func compareBits(v vector, id gen.ID, size int) error {
	for name, form := range map[string]gen.Form{"hex": gen.Hex, "integer": gen.Decimal, "uuid": gen.UUID} {
		if want, ok := v.Expect[name].(string); ok {
			if got := string(gen.Text{Form: form}.Append(nil, id, size)); got != want {
				return fmt.Errorf("%s %s; want %s", name, got, want)
			}
		}
	}
	return nil
}

// compareTime compares instants at the resolution of the scheme, years past
// 9999 included.
func compareTime(v vector, s *gen.Scheme, codec *gen.Codec, id gen.ID) error {
	at := s.Timeline().Time(codec.Source(id, gen.Time).Lo).Truncate(max(s.Tick, 1))
	if text, ok := v.Expect["time"].(string); ok {
		if want, err := time.Parse(time.RFC3339Nano, text); err != nil || !at.Equal(want) {
			return fmt.Errorf("time %s; want %s (%v)", at, text, err)
		}
	}
	want, ok := new(big.Int).SetString(fmt.Sprint(v.Expect["unix_ns"]), 10)
	if !ok {
		return nil
	}
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

func readVectors(t *testing.T, name string) []vector {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	for line := range bytes.Lines(text) {
		var v vector
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%s, line %d: %v", name, len(all)+1, err)
		}
		all = append(all, v)
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

// TestPublicVectors gives each line of public.jsonl to what runs it, runs it where that
// is here, and counts: the sum is all of them. Valid ones decode, encode, are generated or
// incremented as published, invalid ones are refused. What is left to package inspect is
// only read or detected, and TestVectors there runs every line that is, so that no line is
// left out by both.
func TestPublicVectors(t *testing.T) {
	codecs := map[string]map[string]string{"sqids": refsOf(t, "../../gen/sqids/testdata/public.jsonl"),
		"hashids": refsOf(t, "../../gen/hashids/testdata/public.jsonl")}
	ran, ops := map[string]int{}, map[string]int{}
	for _, v := range readVectors(t, "public.jsonl") {
		runner, err := runPublic(t, v, codecs[v.Scheme])
		if err != nil {
			t.Errorf("%s %s %q: %s: %v (%s)", v.Ref, v.Scheme, cut(v.ID), runner, err, v.Note)
		}
		ran[runner]++
		if runner == inspects {
			ops[v.op()]++
		}
	}
	// nanoid, cuid1, cuid2 and stripe are patterns; the 12 detections of other
	// schemes than sqids, and 39 spellings, are inspect's
	want := map[string]int{"package scheme, layouts": 754, "package scheme, patterns": 55,
		"package scheme, TypeID": 34, "package sqids": 47, "package hashids": 64, inspects: 51}
	if !maps.Equal(ran, want) {
		t.Errorf("run by %v; want %v", ran, want)
	}
	if want := map[string]int{"decode": 39, "detect": 12}; !maps.Equal(ops, want) {
		t.Errorf("left to inspect: %v; want %v", ops, want)
	}
	sum := 0
	for _, n := range ran {
		sum += n
	}
	if sum != 1005 {
		t.Errorf("%d vectors have a runner; want 1005", sum)
	}
	t.Log(ran, ops)
}

const inspects = "package inspect"

// runPublic runs a vector where that is done here, and says where.
func runPublic(t *testing.T, v vector, codec map[string]string) (runner string, err error) {
	s, _ := Get(v.Scheme)
	switch {
	case codec != nil:
		if id, ok := codec[v.Ref]; !ok || id != v.ID {
			err = fmt.Errorf("the file of its package has %q", id)
		}
		return "package " + v.Scheme, err
	case v.op() == "detect":
		return inspects, nil
	case v.Scheme == "typeid" && v.op() == "encode":
		id, err := gen.Text{Form: gen.UUID}.Parse([]byte(v.option("uuid")), 128)
		if got := string(s.AppendPrefixed(nil, id, v.option("prefix"))); err != nil || got != v.ID {
			return "package scheme, TypeID", fmt.Errorf("written %s, %v; want %s", got, err, v.ID)
		}
		return "package scheme, TypeID", nil
	case v.Scheme == "typeid": // of any UUID: the specification's own examples are of no version
		return "package scheme, TypeID", runDeclared(v, s)
	case s != nil && s.Pattern != nil:
		return "package scheme, patterns", runPattern(v, s)
	case ours[v.Scheme] == "":
		return "nothing", fmt.Errorf("no test knows the scheme")
	case deferral(v) >= 0 && v.op() != "decode":
		return "nothing", fmt.Errorf("inspect does not %s", v.op())
	case deferral(v) >= 0:
		return inspects, nil
	}
	return "package scheme, layouts", runVector(t, v)
}

// refsOf are the vectors, and their ids, that a package below has a file of; its
// own test says how many it runs.
func refsOf(t *testing.T, name string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	refs := map[string]string{}
	for line := range strings.Lines(string(text)) {
		var v struct{ Ref, ID string }
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		refs[v.Ref] = v.ID
	}
	return refs
}

// readPattern reads an id with the options of the vector, and compares.
func readPattern(v vector, s *gen.Scheme) error {
	length, _ := strconv.Atoi(v.option("length"))
	s, err := s.Restrict(length, v.option("alphabet"))
	if err != nil {
		return err
	}
	pieces, ok := s.Read(false).Matcher().Match(nil, v.ID)
	if !ok {
		return fmt.Errorf("it is not %s", s.Read(false))
	}
	facts := map[string]string{"length": fmt.Sprint(len(v.ID))}
	if s.Verify != nil {
		found, err := s.Verify(v.ID)
		if err != nil {
			return err
		}
		for _, f := range found {
			facts[f.Name] = f.Value
		}
	}
	for _, p := range pieces {
		facts[p.Name] = v.ID[p.Start:p.End]
		if p.Source == gen.Time {
			at := s.Timeline().Time(p.Tick())
			facts["unix_ms"] = fmt.Sprint(at.UnixMilli())
			if want := fmt.Sprint(v.Expect["unix_ns"]); want != fmt.Sprint(at.UnixNano()) {
				return fmt.Errorf("time %s; want %s", at, want)
			}
		}
		if p.Name == "counter" {
			facts[p.Name] = fmt.Sprint(p.Value)
		}
	}
	facts["prefix"] = strings.TrimSuffix(facts["prefix"], "_")
	fields, _ := v.Expect["fields"].(map[string]any)
	for name, want := range fields {
		if facts[name] != fmt.Sprint(want) {
			return fmt.Errorf("%s is %q; want %v", name, facts[name], want)
		}
	}
	return nil
}

// TestMoreVectors runs testdata/more.jsonl: identifiers that are not in public.jsonl,
// in the same format. They are published ones, those that other libraries computed,
// and wrong ones derived from a rule of a specification; the source of each says
// which. What is disputed has our decision in valid. None is left out.
func TestMoreVectors(t *testing.T) {
	kinds, schemes := map[string]int{}, map[string]int{}
	public := map[string]string{}
	for _, v := range readVectors(t, "public.jsonl") {
		public[v.Scheme+" "+v.op()+" "+v.ID] = v.Ref
	}
	for _, v := range readVectors(t, "more.jsonl") {
		if ref := public[v.Scheme+" "+v.op()+" "+v.ID]; ref != "" {
			t.Errorf("%s %s %q is %s of public.jsonl; want others here", v.Ref, v.Scheme, cut(v.ID), ref)
		}
		kind := "published"
		if k, _, _ := strings.Cut(v.Source, " "); k == "computed" || k == "derived:" {
			kind = strings.TrimSuffix(k, ":")
		}
		kinds[kind]++
		schemes[v.Scheme]++
		if v.Source == "" || kind == "derived" && v.Valid {
			t.Errorf("%s has source %q, valid %t; want a source, and derived ones refused", v.Ref, v.Source, v.Valid)
		}
		if err := runMore(t, v); err != nil {
			t.Errorf("%s %s %q: %v (%s; %s)", v.Ref, v.Scheme, cut(v.ID), err, v.Source, v.Note)
		}
	}
	t.Logf("%v of %d schemes: %v", kinds, len(schemes), schemes)
	if want := map[string]int{"published": 347, "computed": 92, "derived": 244}; !maps.Equal(kinds, want) {
		t.Errorf("%v; want %v", kinds, want)
	}
}

// runMore runs a vector as public.jsonl's are run, and those of schemes that have
// none there by the names of their own declaration.
func runMore(t *testing.T, v vector) error {
	name := v.Scheme
	if own := ours[name]; own != "" {
		name = own
	}
	s, ok := Get(name)
	if !ok && name != scheme.CustomName {
		return fmt.Errorf("Get(%s) = false", name)
	}
	form, other := formsOfMore[v.option("form")]
	switch {
	case other:
		c := *s
		c.Text = form
		return runDeclared(v, &c)
	case s.Pattern != nil:
		return runPattern(v, s)
	case s.Affix != nil || ours[v.Scheme] == "":
		return runDeclared(v, s)
	case deferral(v) >= 0:
		return fmt.Errorf("it is deferred because %s; want only what runs here", deferred[deferral(v)].reason)
	}
	return runVector(t, v)
}

// formsOfMore are spellings that one asks for.
var formsOfMore = map[string]gen.Text{
	"shortcode": {Form: gen.Shortcode}, "zbase32": {Form: gen.ZBase32}, "base36": {Form: gen.Base36},
	"base58flickr": {Form: gen.Base58Flickr},
}

// runPattern reads an id that is a pattern of text, and compares what Verify says
// of it with expect.findings.
func runPattern(v vector, s *gen.Scheme) error {
	err := readPattern(v, s)
	switch {
	case !v.Valid && err == nil:
		return fmt.Errorf("it is read; want it refused: %v", v.Expect["error"])
	case !v.Valid:
		return nil
	case err != nil:
		return err
	}
	want, _ := v.Expect["findings"].(map[string]any)
	if len(want) == 0 {
		return nil
	}
	found, err := s.Verify(v.ID)
	if err != nil {
		return err
	}
	got := map[string]string{}
	for _, f := range found {
		got[f.Name] = f.Value
	}
	for name, value := range want {
		if got[name] != value {
			return fmt.Errorf("%s is %q; want %v", name, got[name], value)
		}
	}
	return nil
}

// runDeclared reads an id by its declaration, compares bits, time, prefix and the
// fields by their own names, and writes it back.
func runDeclared(v vector, s *gen.Scheme) error {
	codec, err := s.Layout.Compile()
	if err != nil {
		return err
	}
	read, err := s.Parse([]byte(v.ID))
	id := read.ID
	if err == nil && s.Affix == nil && !codec.Matches(id) {
		err = fmt.Errorf("the constant bits are not those of %s", s.Name)
	}
	if err == nil {
		err = s.CheckBits(codec, id)
	}
	if over, err := v.settled(id, err); over {
		return err
	}
	if want, ok := v.Expect["prefix"]; ok && read.Prefix != want {
		return fmt.Errorf("prefix %q; want %q", read.Prefix, want)
	}
	if err := compareBits(v, id, codec.Size()); err != nil {
		return err
	}
	if version, ok := v.Expect["version"]; ok && s.Affix != nil && codec.Matches(id) != (fmt.Sprint(version) == "7") {
		return fmt.Errorf("it is a UUIDv7: %t; want version %v", codec.Matches(id), version)
	}
	if codec.Matches(id) {
		if err := compareTime(v, s, codec, id); err != nil {
			return err
		}
	}
	if err := compareFields(v, s, codec, id); err != nil {
		return err
	}
	packed, err := codec.Pack(codec.Unpack(id))
	if err != nil || codec.Matches(id) && packed != id {
		return fmt.Errorf("Pack(Unpack(%x)) = %x, %v", id, packed, err)
	}
	again := string(s.AppendPrefixed(nil, id, read.Prefix))
	if again != v.ID && (read.Summed || s.Affix == nil || s.Affix.Sum == nil ||
		!strings.HasPrefix(again, v.ID+string(s.Affix.SumMark))) {
		return fmt.Errorf("written %s", again)
	}
	return nil
}

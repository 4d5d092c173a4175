package inspect

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
	"idscope/gen/text"
	"idscope/inspect/known"
)

// vector is a line of known/testdata/public.jsonl, which has published identifiers, or of more.jsonl
// beside it: others that are published, those that other libraries computed, and wrong ones derived
// from a rule of a specification, as source says.
type vector struct {
	Ref, Scheme, ID, Note, Source string
	Expect, Options               map[string]any
	Valid, Disputed               bool
}

func readVectors(t *testing.T, name string) (list []vector) {
	t.Helper()
	text := try.Of(os.ReadFile("known/testdata/" + name)).Or(t)
	for line := range bytes.Lines(text) {
		var v vector
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%s, line %d: %v", name, len(list)+1, err)
		}
		v.Scheme = our(v.Scheme)
		v.Disputed = v.Disputed && name == "public.jsonl" // the other has our decision in valid
		list = append(list, v)
	}
	return list
}

// our is our name of a scheme of the vectors.
func our(name string) string {
	return cmp.Or(map[string]string{"twitter": "snowflake", "boundaryflake": "boundary-flake", "baidu": "uidgenerator",
		"flakeidgen": "flake-id"}[name], name)
}

func (v vector) option(name string) string {
	if v.Options[name] == nil {
		return ""
	}
	return fmt.Sprint(v.Options[name])
}

func (v vector) number(name string) int64 {
	n, _ := strconv.ParseInt(v.option(name), 10, 64)
	return n
}

// as returns the schemes for a vector, with its epoch and widths; none where no scheme has the name.
func (v vector) as() ([]*gen.Scheme, error) {
	epoch, custom := time.UnixMilli(v.number("epoch_ms")).UTC(), scheme.CustomOptions{Tick: time.Millisecond}
	custom.Epoch = &epoch
	switch name := v.Scheme; {
	case name == "snowflake" && v.Options["layout"] != nil:
		custom.Layout = v.layout()
		s, err := scheme.Custom(custom)
		if err != nil {
			return nil, err
		}
		usual, _ := known.Get(name)
		c := *s
		c.Alternatives = usual.Alternatives
		return []*gen.Scheme{&c}, nil
	case v.option("time_bits") != "":
		custom.Name, custom.Tick = name, time.Second
		custom.Layout = fmt.Sprintf("unused:1 time:%s worker:%s seq:%s", v.option("time_bits"), v.option("worker_bits"),
			v.option("seq_bits"))
		s, err := scheme.Custom(custom)
		return []*gen.Scheme{s}, err
	case v.option("layout") == "v2":
		v.Scheme = "sonyflake-v2"
	}
	list, _ := Named(v.Scheme)
	form, asked := askedForms[v.Scheme+" "+v.option("form")]
	switch one := len(list) == 1; {
	case asked:
		return withText(list, form), nil
	case one && list[0].Pattern != nil:
		s, err := list[0].Restrict(int(v.number("length")), v.option("alphabet"))
		return []*gen.Scheme{s}, err
	case one && v.option("epoch_ms") != "":
		s, err := scheme.Override(list[0], scheme.CustomOptions{Epoch: &epoch,
			Tick: time.Duration(v.number("time_unit_ms")) * time.Millisecond})
		return []*gen.Scheme{s}, err
	}
	return list, nil
}

// askedForms are read only where they are asked for.
var askedForms = map[string]gen.Text{"tsid base43": {Form: gen.Base43, Width: 12},
	"uuid-ncname base32": {Form: text.NCName32}, "uuid-ncname base58": {Form: text.NCName58},
	"uuid-ncname base64": {Form: text.NCName64}}

// layout writes the layout of a vector as scheme.Custom takes it.
func (v vector) layout() string {
	var words []string
	bits := int64(0)
	for i, f := range v.Options["layout"].([]any) {
		name, width := f.([]any)[0].(string), f.([]any)[1].(json.Number)
		switch {
		case i == 0:
			name = "time"
		case name == "step" || name == "sequence" || name == "increment":
			name = "seq"
		}
		words = append(words, name+":"+width.String())
		n, _ := width.Int64()
		bits += n
	}
	if bits == 63 {
		words = append([]string{"unused:1"}, words...)
	}
	return strings.Join(words, " ")
}

// TestVectors runs every line of both files: with --as each valid identifier is read as its source says,
// by bits, time, prefix, findings and fields, and written again, each other one is refused; values make
// the identifiers that are published for them. What is disputed is read or refused as the table of
// decisions says. The codecs of numbers run their own.
func TestVectors(t *testing.T) {
	counts := map[string]int{}
	run := &vectorRun{as: map[string]*asVector{}, bare: inspector(t, Options{}), decided: make([]int, len(disputes))}
	for _, name := range []string{"public", "more"} {
		for _, v := range readVectors(t, name+".jsonl") {
			if v.Source == "" || v.Valid && strings.HasPrefix(v.Source, "derived") {
				t.Errorf("%s has source %q, valid %t; want a source, and derived ones refused", v.Ref, v.Source, v.Valid)
			}
			how, err := run.vector(t, v)
			if counts[name+" "+how]++; err != nil {
				t.Errorf("%s %s %q: %v (%s; %s; %v)", v.Ref, v.Scheme, v.ID, err, v.Source, v.Note, v.Expect["error"])
			}
		}
	}
	if want := map[string]int{
		"public by sqids": 47, "public by hashids": 64, "public detect": 12, "public encode": 25,
		"public generate": 69, "public increment": 4, "public refused": 349, "public read and detected": 309,
		"public read, not detected": 126, "more encode": 1, "more generate": 37, "more refused": 307,
		"more read and detected": 259, "more read, not detected": 81}; !maps.Equal(counts, want) {
		t.Errorf("run are %v; want %v, which are 1005 and 685", counts, want)
	}
	for i, d := range disputes {
		try.Equal(t, run.decided[i], d.count, "the vectors decided by %q are", d.decision)
	}
}

// vectorRun is what vectors share.
type vectorRun struct {
	as      map[string]*asVector
	bare    *Inspector
	decided []int // vectors of each dispute
}

// asVector is what vectors of one scheme and its options are read as.
type asVector struct {
	list []*gen.Scheme
	err  error
	in   *Inspector
}

// vector runs one, and says how.
func (run *vectorRun) vector(t *testing.T, v vector) (how string, err error) {
	key := v.Scheme + fmt.Sprint(v.Options)
	as := run.as[key]
	if as == nil {
		as = &asVector{}
		as.list, as.err = v.as()
		run.as[key] = as
	}
	list, err := as.list, as.err
	op := v.option("op")
	switch {
	case v.Scheme == "sqids" || v.Scheme == "hashids":
		file, _ := os.ReadFile("../gen/" + v.Scheme + "/testdata/public.jsonl")
		if !bytes.Contains(file, []byte(fmt.Sprintf(`{"ref": %q, "scheme": %q, "id": %q`, v.Ref, v.Scheme, v.ID))) {
			err = fmt.Errorf("the file of its package has no such line")
		}
		return "by " + v.Scheme, err
	case op == "detect":
		return op, v.detect(run.bare)
	case err != nil || len(list) == 0:
		return "unknown", fmt.Errorf("--as %s: %v; want every scheme", v.Scheme, err)
	case op != "":
		return op, v.make(t, list[0])
	}
	if as.in == nil {
		as.in = inspector(t, Options{As: list})
	}
	valid := v.Valid
	if v.Disputed {
		i := slices.IndexFunc(disputes, func(d dispute) bool { return d.is(v) })
		if i < 0 {
			return "disputed", fmt.Errorf("it is disputed; want a decision")
		}
		run.decided[i]++
		valid = disputes[i].reads
	}
	r := as.in.Inspect(v.ID)
	switch {
	case valid != r.OK():
		return "read", fmt.Errorf("%s; want it read: %t", r.AppendBrief(nil), valid)
	case valid:
		how = "read, not detected"
		if found := run.bare.Inspect(v.ID); found.place(r.Readings[0].Scheme.Name) >= 0 {
			how = "read and detected"
		}
		return how, v.compare(&r)
	case r.Err.Message == "":
		err = fmt.Errorf("it is refused without a reason")
	}
	for _, s := range list {
		if o, ok := parsed(v.ID, s); ok {
			err = fmt.Errorf("%s.Parse = %x; want it refused", s.Name, o)
		}
	}
	return "refused", err
}

// detect wants the scheme among the readings of the bare text.
func (v vector) detect(in *Inspector) error {
	want := our(fmt.Sprint(v.Expect["detect"]))
	r := in.Inspect(v.ID)
	if r.place(want) < 0 && !slices.ContainsFunc(r.Readings, func(o Reading) bool { return o.Encoding == want }) {
		return fmt.Errorf("%s; want %s among the readings", r.AppendJSON(nil), want)
	}
	return nil
}

// parsed is what a declaration alone reads.
func parsed(text string, s *gen.Scheme) (id gen.ID, ok bool) {
	if s.Pattern != nil {
		_, ok = s.Read(false).Matcher().Match(nil, text)
		if ok && s.Verify != nil {
			_, err := s.Verify(text)
			ok = err == nil
		}
		return id, ok
	}
	codec, err := s.Layout.Compile()
	if err != nil {
		return id, false
	}
	read, err := s.Parse([]byte(text))
	return read.ID, err == nil && (s.Affix != nil || codec.Matches(read.ID)) && s.CheckBits(codec, read.ID) == nil
}

// compare compares what is read with the vector.
func (v vector) compare(r *Result) error {
	o := &r.Readings[0]
	for _, f := range o.Findings {
		if o.Scheme.Name != "azure" && !slices.Contains(known.FindingNames(), strings.ReplaceAll(f.Name, " ", "_")) { // whose path names them
			return fmt.Errorf("finding %q is not among the names of known", f.Name)
		}
	}
	if want, ok := v.Expect["hex"].(string); ok && o.Text == "" { // eleven symbols of one base58 are base62 as well
		if i := slices.IndexFunc(r.Readings, func(o Reading) bool { return hexOf(&o) == want }); i >= 0 {
			o = &r.Readings[i]
		}
	}
	if version, ok := v.Expect["version"].(json.Number); ok && o.Scheme.Name != "uuidv"+version.String() {
		if i := o.Scheme.Layout.Index("version"); i < 0 || fmt.Sprint(o.Scheme.Layout[i].Value) != version.String() {
			return fmt.Errorf("scheme %s; want version %v", o.Scheme.Name, version)
		}
	}
	if err := v.compareTime(o); err != nil {
		return err
	}
	for name, want := range v.facts() {
		if got, ok := v.fact(o, name); !ok || got != want {
			return fmt.Errorf("%s is %q, %t; want %q", name, got, ok, want)
		}
	}
	if o.c.codec == nil {
		return nil
	}
	var values []gen.ID
	for i := range o.Scheme.Layout {
		values = append(values, o.c.codec.Field(o.ID, i))
	}
	packed, err := o.c.codec.Pack(values)
	if err != nil || packed != o.ID && o.c.codec.Matches(o.ID) {
		return fmt.Errorf("the fields of %x are packed as %x, %v", o.ID, packed, err)
	}
	if id, ok := parsed(v.ID, o.Scheme); ok && id != o.ID {
		return fmt.Errorf("Parse = %x; want %x", id, o.ID)
	}
	again := spelled(v.ID, o.Scheme, o.ID, o.Prefix)
	if o.affixed && o.Scheme.Affix.Sum != nil && !o.Summed {
		again, _, _ = strings.Cut(again, string(o.Scheme.Affix.SumMark))
	}
	if !strings.EqualFold(again, v.ID) {
		return fmt.Errorf("written %s", again)
	}
	return nil
}

func hexOf(o *Reading) string { return string(gen.Text{Form: gen.Hex}.Append(nil, o.ID, o.Bits())) }

// spelled writes an id as text is written: in a form of the scheme that reads text, and rather in one that
// writes it, or as text where none does.
func spelled(text string, s *gen.Scheme, id gen.ID, prefix string) (again string) {
	if s.Affix != nil {
		return string(s.AppendPrefixed(nil, id, prefix))
	}
	again = text
	for _, form := range append([]gen.Text{s.Text}, s.Alternatives...) {
		if _, err := form.Parse([]byte(text), s.Layout.Size()); err == nil {
			if again = string(form.Append(nil, id, s.Layout.Size())); strings.EqualFold(again, text) {
				break
			}
		}
	}
	return again
}

// compareTime compares instants, years past 9999 included.
func (v vector) compareTime(o *Reading) error {
	value, has := v.Expect["time"]
	text, timed := value.(string)
	if at, err := time.Parse(time.RFC3339Nano, text); timed && (err != nil || !o.Time.Equal(at)) {
		return fmt.Errorf("time %v; want %s", o.Time, text)
	}
	if shown, ok := o.AppendTime(nil, new(LastSecond)); has && value == nil && ok {
		return fmt.Errorf("time %s; want none that RFC 3339 could write", shown)
	}
	got := new(big.Int).Mul(big.NewInt(o.Time.Unix()), big.NewInt(1e9))
	got.Add(got, big.NewInt(int64(o.Time.Nanosecond())))
	if want := v.Expect["unix_ns"]; want != nil && got.String() != fmt.Sprint(want) {
		return fmt.Errorf("time %s, %s ns; want %v ns", o.Time, got, want)
	}
	return nil
}

// facts are all values that a vector wants, by its names.
func (v vector) facts() map[string]string {
	all := map[string]string{}
	add := func(members map[string]any, names ...string) {
		for name, value := range members {
			if value != nil && (len(names) == 0 || slices.Contains(names, name)) {
				all[name] = fmt.Sprint(value)
			}
		}
	}
	add(v.Expect, "hex", "integer", "uuid", "prefix")
	for _, group := range []string{"fields", "findings"} {
		if members, ok := v.Expect[group].(map[string]any); ok {
			add(members)
		}
	}
	for _, name := range []string{"special", "time_low32_zeroed", "local_domain_name"} { // which no member says
		delete(all, name)
	}
	return all
}

// fact is the value of a reading that the vectors call name, as they write it.
func (v vector) fact(o *Reading, name string) (string, bool) {
	forms := map[string]gen.Form{"hex": gen.Hex, "integer": gen.Decimal, "uuid": gen.UUID}
	fields, _ := v.Expect["fields"].(map[string]any)
	value, text := fields[name].(string)
	switch form, whole := forms[name]; {
	case whole:
		return string(gen.Text{Form: form}.Append(nil, o.ID, o.Bits())), true
	case name == "prefix" && o.affixed:
		return o.Prefix, true
	case o.c.codec == nil:
		return patternFact(o, name)
	case text && slices.Contains([]string{"prefix", "suffix", "version", "random_chars"}, name): // a part of the id
		return value, strings.Contains(v.ID, value)
	}
	id, ok := v.field(o, name)
	if text && (strings.HasSuffix(name, "_hex") || name == "node" || name == "machine") {
		return string(gen.Text{Form: gen.Hex}.Append(nil, id, 4*len(value))), ok
	}
	return id.Decimal(), ok
}

// patternFact is fact of a pattern of text.
func patternFact(o *Reading, name string) (string, bool) {
	for _, f := range o.Findings {
		if f.Name == name {
			return f.Value, true
		}
	}
	for _, p := range o.parts(nil) {
		if p.Key == name && name == "counter" {
			return p.Number.Decimal(), true
		}
		if p.Key == name {
			return strings.TrimSuffix(p.Text, "_"), true
		}
	}
	ms, timed := o.UnixMilli()
	switch name {
	case "length":
		return fmt.Sprint(len(o.Text)), true
	case "unix_ms":
		return fmt.Sprint(ms), timed
	}
	return "", false
}

// fieldNames are ours for the names of the vectors that are others, and not just ours with _id or _hex behind them.
// @ marks all fields of a source together.
var fieldNames = map[string]string{
	"snowflake machine_id": "@worker", "uidgenerator timestamp": "@time", "uidgenerator sequence": "@seq",
	"uuidv1 timestamp_100ns": "@time", "uuidv6 timestamp_100ns": "@time", "uuidv7 unix_ms": "unix_ts_ms",
	"sonyflake timestamp": "time", "sonyflake-v2 timestamp": "time", "spaceflake timestamp": "time",
	"tsid random": "@low22", "tid unix_us": "timestamp", "ksuid unix_s": "@unix_s", "upid unix_ms": "@unix_ms",
	"scru64 unix_ms": "@unix_ms", "custom timestamp": "@time", "custom step": "@seq", "custom sequence": "@seq",
	"custom increment": "@seq",
}

// field is the field that the vectors call name.
func (v vector) field(o *Reading, name string) (id gen.ID, ok bool) {
	sources := map[string]gen.Source{"@time": gen.Time, "@worker": gen.Worker, "@seq": gen.Seq}
	own := fieldNames[o.Scheme.Name+" "+name]
	switch source, all := sources[own]; {
	case all:
		return o.c.codec.Source(o.ID, source), true
	case own == "@low22": // node and counter of TSID
		return o.ID.And(gen.Mask(22)), true
	case own == "@unix_s":
		return gen.ID{Lo: uint64(o.Time.Unix())}, true
	case own == "@unix_ms":
		return gen.ID{Lo: uint64(o.Time.UnixMilli())}, true
	}
	i := o.Scheme.Layout.Index(cmp.Or(own, ownName(o.Scheme, name)))
	if i < 0 {
		return id, false
	}
	return o.c.codec.Field(o.ID, i), true
}

func ownName(s *gen.Scheme, name string) string {
	for _, end := range []string{"_hex", "_id"} {
		if s.Layout.Index(name) < 0 {
			name = strings.TrimSuffix(name, end)
		}
	}
	if name == "unix_ms" {
		return "timestamp"
	}
	return name
}

// A vector of a scheme that is not there would be run by no test.
func TestVectorsAreOfSchemes(t *testing.T) {
	list := append(append(known.All(), known.Unlisted()...), known.Asked()...)
	for _, name := range schemetest.Names() {
		if !slices.ContainsFunc(list, func(s *gen.Scheme) bool { return s.Name == name }) {
			t.Errorf("vectors.jsonl has vectors of %s, which is no scheme", name)
		}
	}
}

// dispute is a text that the sources disagree on.
type dispute struct {
	decision string
	reads    bool
	count    int
	is       func(vector) bool
}

// disputes are our decisions where sources or implementations disagree, in the
// words of README.md's table: whether --as reads the text. Without --as, blanks,
// braces and urn: around a text are taken off, with a warning.
var disputes = []dispute{
	{"blanks and line ends around a text are not part of it", false, 43,
		func(v vector) bool { return strings.TrimSpace(v.ID) != v.ID }},
	{"a plus sign is not part of a number", false, 3, func(v vector) bool { return strings.HasPrefix(v.ID, "+") }},
	{"urn:uuid: and braces stand around 36 characters only", false, 2, func(v vector) bool {
		return !v.Valid && v.Scheme == "uuid" && (strings.HasPrefix(v.ID, "urn:") || strings.HasPrefix(v.ID, "{"))
	}},
	{"any version and variant is a UUID; 32 digits, URN:UUID: and mixed-endian base64 are spellings of one", true, 30,
		func(v vector) bool { return v.Scheme == "uuid" && v.Valid }},
	{"I, L and O are no symbols of base32", false, 6, func(v vector) bool {
		return (v.Scheme == "ulid" || v.Scheme == "tsid") && strings.ContainsAny(v.ID, "IiLlOo")
	}},
	{"a number from before the first snowflake is decoded, with a warning", true, 1,
		func(v vector) bool { return v.ID == "20" }},
	{"a top bit that the format leaves at 0 has to be 0", false, 2,
		func(v vector) bool { return v.ID == "9223372036854775808" || v.ID == "j222222222222" }},
	{"bwmarrin's texts are read in its own alphabets alone", false, 3, func(v vector) bool {
		return slices.Contains([]string{"B8WJM1ZROYYYY", "b8wjm1zroyyy2", "0jgmnx8Js8A"}, v.ID)
	}},
	{"11 symbols with I or l are base36 in neither case, and in no base58", false, 2,
		func(v vector) bool { return v.ID == "Ijgmnx8Js8A" || v.ID == "ljgmnx8Js8A" }},
	{"the user says which epoch and tick: sonyflake, sonyflake-v2, --epoch, --tick", true, 2,
		func(v vector) bool { return v.Scheme == "sonyflake" }},
	{"a text has the format's length", false, 4,
		func(v vector) bool { return v.Scheme == "timeflake" || v.Scheme == "shortuuid" }},
}

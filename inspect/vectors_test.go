package inspect

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/scheme/schemetest"
	"idscope/inspect/known"
)

// vector is a line of known/testdata/public.jsonl: see its README in shared/vectors.
type vector struct {
	Ref, Scheme, ID string
	Expect          map[string]any
	Valid, Disputed bool
	Options         map[string]any
}

func (v vector) option(name string) string {
	if v.Options[name] == nil {
		return ""
	}
	return fmt.Sprint(v.Options[name])
}

// ours are our names of the vectors' schemes.
var ours = map[string]string{
	"twitter": "snowflake", "boundaryflake": "boundary-flake", "baidu": "uidgenerator", "flakeidgen": "flake-id",
}

func vectors(t *testing.T) []vector {
	t.Helper()
	f, err := os.Open("known/testdata/public.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []vector
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if name, ok := ours[v.Scheme]; ok {
			v.Scheme = name
		}
		list = append(list, v)
	}
	return list
}

// as returns the schemes for a vector, with its epoch and widths; nil for those
// that are not bits of a layout.
func (v vector) as(t *testing.T) []*gen.Scheme {
	t.Helper()
	var epoch *time.Time
	if text := v.option("epoch_ms"); text != "" {
		ms, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		at := time.UnixMilli(ms).UTC()
		epoch = &at
	}
	name := v.Scheme
	switch {
	case v.Scheme == "snowflake" && v.Options["layout"] != nil:
		s, err := scheme.Custom(scheme.CustomOptions{Layout: v.layout(), Epoch: *epoch, Tick: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		c := *s
		c.Alternatives = schemeOf(t, "snowflake").Alternatives
		return []*gen.Scheme{&c}
	case v.option("time_bits") != "":
		text := fmt.Sprintf("unused:1 time:%s worker:%s seq:%s", v.option("time_bits"), v.option("worker_bits"),
			v.option("seq_bits"))
		s, err := scheme.Custom(scheme.CustomOptions{Layout: text, Epoch: *epoch, Tick: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		return []*gen.Scheme{s}
	case v.option("layout") == "v2":
		name = "sonyflake-v2"
	case v.option("form") == "base43":
		return withText([]*gen.Scheme{schemeOf(t, name)}, gen.Text{Form: gen.Base43, Width: 12})
	}
	list, ok := Named(name)
	if !ok {
		return nil
	}
	if length := v.option("length"); length != "" && list[0].Pattern != nil {
		n, _ := strconv.Atoi(length)
		s, err := list[0].Restrict(n, "")
		if err != nil {
			t.Fatal(err)
		}
		list[0] = s
	}
	if epoch != nil && len(list) == 1 {
		var tick *time.Duration
		if unit := v.option("time_unit_ms"); unit != "" {
			n, _ := strconv.Atoi(unit)
			d := time.Duration(n) * time.Millisecond
			tick = &d
		}
		s, err := scheme.Override(list[0], epoch, tick, nil)
		if err != nil {
			t.Fatal(err)
		}
		list[0] = s
	}
	return list
}

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

// Every published identifier of a scheme decodes to its bits and time with As, and what is
// invalid is refused; what is disputed is read or refused as the table of decisions says.
// Package known runs what is made, and the codecs of numbers their own.
func TestVectors(t *testing.T) {
	counts := map[string]int{}
	inspectors := map[string]*Inspector{}
	decided := make([]int, len(disputes))
	for _, v := range vectors(t) {
		list, op := v.as(t), v.option("op")
		switch {
		case v.Scheme == "sqids" || v.Scheme == "hashids":
			counts["codecs"]++
			continue
		case op == "detect":
			v.detect(t)
			counts["detected"]++
			continue
		case op != "":
			counts["made"]++
			continue
		case list == nil:
			t.Errorf("%s: --as %s is known to no one here; want every scheme of public.jsonl", v.Ref, v.Scheme)
			continue
		}
		key := v.Scheme + fmt.Sprint(v.Options)
		in := inspectors[key]
		if in == nil {
			in = inspector(t, Options{As: list})
			inspectors[key] = in
		}
		r, valid := in.Inspect(v.ID), v.Valid
		if v.Disputed {
			i := slices.IndexFunc(disputes, func(d dispute) bool { return d.is(v) })
			if i < 0 {
				t.Errorf("%s %s %q is disputed; want a decision", v.Ref, v.Scheme, v.ID)
				continue
			}
			decided[i]++
			valid = disputes[i].reads
		}
		counts["read"]++
		switch {
		case valid != r.OK():
			t.Errorf("%s: --as %s %q = %s; want it read: %t (%v)", v.Ref, v.Scheme, v.ID, r.AppendBrief(nil), valid,
				v.Expect["error"])
		case !valid && r.Err.Message == "":
			t.Errorf("%s: %q is refused without a reason", v.Ref, v.ID)
		case valid && !v.Disputed:
			compare := v.compare
			if list[0].Pattern != nil {
				compare = v.comparePattern
			}
			if err := compare(&r); err != nil {
				t.Errorf("%s: --as %s %q: %v\n%s", v.Ref, v.Scheme, v.ID, err, r.AppendBrief(nil))
			}
		}
	}
	if counts["read"] != 784 || counts["detected"] != 12 || counts["made"] != 98 || counts["codecs"] != 111 {
		t.Errorf("%v; want 1005 in all", counts)
	}
	for i, d := range disputes {
		if decided[i] != d.count {
			t.Errorf("%d vectors are decided by %q; want %d", decided[i], d.decision, d.count)
		}
	}
}

// detect wants the scheme among the readings of the bare text.
func (v vector) detect(t *testing.T) {
	t.Helper()
	want := fmt.Sprint(v.Expect["detect"])
	if name, ok := ours[want]; ok {
		want = name
	}
	r := inspector(t, Options{}).Inspect(v.ID)
	found := r.place(want) >= 0
	for _, o := range r.Readings {
		found = found || o.Encoding == want
	}
	if !found {
		t.Errorf("%s: Inspect(%q) = %s; want %s among the readings", v.Ref, v.ID, r.AppendJSON(nil), want)
	}
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

// compare checks the bits and the time of the best reading; package known compares the fields of those bits.
func (v vector) compare(r *Result) error {
	o := &r.Readings[0]
	for _, form := range []struct {
		name string
		text gen.Text
	}{{"integer", gen.Text{Form: gen.Decimal}}, {"hex", gen.Text{Form: gen.Hex}}, {"uuid", gen.Text{Form: gen.UUID}}} {
		if want, ok := v.Expect[form.name]; ok {
			if got := string(form.text.Append(nil, o.ID, o.Bits())); got != fmt.Sprint(want) {
				return fmt.Errorf("%s = %s; want %v", form.name, got, want)
			}
		}
	}
	if version, ok := v.Expect["version"]; ok && version != nil {
		if got := strings.TrimPrefix(o.Scheme.Name, "uuidv"); o.Scheme.Name == "typeid" {
			if i := o.Scheme.Layout.Index("version"); i < 0 || fmt.Sprint(o.Scheme.Layout[i].Value) != fmt.Sprint(version) {
				return fmt.Errorf("it is no TypeID of version %v", version)
			}
		} else if got != fmt.Sprint(version) {
			return fmt.Errorf("scheme = %s; want version %v", o.Scheme.Name, version)
		}
	}
	switch want := v.Expect["time"].(type) {
	case string:
		at, err := time.Parse(time.RFC3339Nano, want)
		if err != nil || !o.Time.Equal(at) {
			return fmt.Errorf("time = %v; want %s", o.Time, want)
		}
	case nil:
		if v.Expect["time_extended"] == nil && o.Timed && !o.Vague() {
			return fmt.Errorf("time = %v; want none", o.Time)
		}
		if text, ok := o.AppendTime(nil); ok {
			return fmt.Errorf("time = %s; want none that RFC 3339 could write", text)
		}
	}
	fields, _ := v.Expect["fields"].(map[string]any)
	if prefix, ok := fields["prefix"]; ok && o.Scheme.Affix != nil && o.Prefix != prefix {
		return fmt.Errorf("prefix = %q; want %q", o.Prefix, prefix)
	}
	return nil
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
	{"a text has the format's length", false, 4, func(v vector) bool {
		return v.Scheme == "timeflake" ||
			v.Scheme == "shortuuid"
	}},
}

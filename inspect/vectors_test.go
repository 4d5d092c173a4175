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
		c.Spellings = schemeOf(t, "snowflake").Spellings
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
		return respelled([]*gen.Scheme{schemeOf(t, name)}, gen.Text{Form: gen.Base43, Width: 12})
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

// Every published identifier of a scheme decodes to its bits, time and fields
// with As, and what is invalid is refused.
func TestVectors(t *testing.T) {
	counts := map[string]int{}
	inspectors := map[string]*Inspector{}
	for _, v := range vectors(t) {
		list := v.as(t)
		op := v.option("op")
		if list == nil || op != "" && op != "detect" {
			counts["not ours here"]++
			continue
		}
		if op == "detect" {
			v.detect(t)
			counts["detected"]++
			continue
		}
		key := v.Scheme + fmt.Sprint(v.Options)
		in := inspectors[key]
		if in == nil {
			in = inspector(t, Options{As: list})
			inspectors[key] = in
		}
		r := in.Inspect(v.ID)
		switch {
		case v.Disputed:
			counts["disputed"]++
			t.Logf("%s: --as %s %q (disputed, vector says valid=%t): ok=%t", v.Ref, v.Scheme, v.ID, v.Valid, r.OK())
		case !v.Valid && r.OK():
			t.Errorf("%s: --as %s %q = %s; want it refused as %v", v.Ref, v.Scheme, v.ID, r.AppendBrief(nil), v.Expect["error"])
		case !v.Valid:
			if r.Err.Message == "" {
				t.Errorf("%s: %q is refused without a reason", v.Ref, v.ID)
			}
			counts["refused"]++
		case !r.OK():
			t.Errorf("%s: --as %s %q: %v; want it read", v.Ref, v.Scheme, v.ID, r.Err)
		default:
			compare := v.compare
			if list[0].Pattern != nil {
				compare = v.comparePattern
			}
			if err := compare(&r); err != nil {
				t.Errorf("%s: --as %s %q: %v\n%s", v.Ref, v.Scheme, v.ID, err, r.AppendBrief(nil))
			}
			counts["read"]++
		}
	}
	t.Log(counts)
	if counts["read"] < 311 || counts["refused"] < 198 {
		t.Errorf("%d read and %d refused; want all", counts["read"], counts["refused"])
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
		found = found || o.Spelling == want
	}
	if !found {
		t.Errorf("%s: Inspect(%q) = %s; want %s among the readings", v.Ref, v.ID, r.AppendJSON(nil), want)
	}
}

// A vector of a scheme that is not there would be run by no test.
func TestVectorsAreOfSchemes(t *testing.T) {
	list := append(append(known.All(), Declared()...), onlyNamed()...)
	for _, name := range schemetest.Names() {
		if !slices.ContainsFunc(list, func(s *gen.Scheme) bool { return s.Name == name }) {
			t.Errorf("vectors.jsonl has vectors of %s, which is no scheme", name)
		}
	}
}

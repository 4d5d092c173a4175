package inspect

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
)

// vector is a line of testdata/public.jsonl: see its README in shared/vectors.
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
	f, err := os.Open("testdata/public.jsonl")
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
		c.Spellings = named1(t, "snowflake").Spellings
		return []*gen.Scheme{&c}
	case v.option("time_bits") != "":
		text := fmt.Sprintf("unused:1 time:%s worker:%s seq:%s", v.option("time_bits"), v.option("worker_bits"), v.option("seq_bits"))
		s, err := scheme.Custom(scheme.CustomOptions{Layout: text, Epoch: *epoch, Tick: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		return []*gen.Scheme{s}
	case v.option("layout") == "v2":
		name = "sonyflake-v2"
	}
	list, ok := Named(name)
	if !ok {
		return nil
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
		case v.option("form") == "base43":
			counts["base43, which we do not read"]++
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
			if err := v.compare(&r); err != nil {
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

// compare checks the bits, the time and the fields of the best reading.
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
		if got := strings.TrimPrefix(o.Scheme.Name, "uuidv"); got != fmt.Sprint(version) {
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
	for name, value := range fields {
		if err := v.compareField(o, name, value); err != nil {
			return err
		}
	}
	return nil
}

// same are our fields for the vectors'; + is all of a source.
var same = map[string]string{
	"datacenter_id": "datacenter", "worker_id": "worker", "machine_id": "machine", "process_id": "process", "shard_id": "shard", "node_id": "node",
	"worker_id_hex": "worker", "randomness_hex": "randomness", "random_hex": "random", "rand_b_hex": "rand_b", "timestamp_100ns": "+time", "unix_us": "+time",
	"custom_a_hex": "custom_a", "custom_b_hex": "custom_b", "custom_c_hex": "custom_c", "step": "+seq",
}

func (v vector) compareField(o *Reading, name string, value any) error {
	own, ok := same[name]
	if !ok {
		own = name
	}
	text := fmt.Sprint(value)
	form, bits := gen.Text{Form: gen.Decimal}, gen.MaxBits
	if _, written := value.(string); written && (strings.HasSuffix(name, "_hex") || name == "node" || name == "machine") {
		form, bits = gen.Text{Form: gen.Hex}, 4*len(text)
	}
	want, err := form.Parse([]byte(text), bits)
	if name == "local_domain_name" || name == "time_low32_zeroed" {
		return nil
	}
	if name == "special" {
		if o.Scheme.Name != "uuid-"+text {
			return fmt.Errorf("scheme = %s; want the %s UUID", o.Scheme.Name, text)
		}
		return nil
	}
	if err != nil {
		return err
	}
	codec, _ := o.Scheme.Layout.Compile()
	var got gen.ID
	i := o.Scheme.Layout.Index(own)
	if n := o.Scheme.Layout.Index(name); n >= 0 {
		i = n
	}
	switch {
	case name == "unix_ms":
		ms, _ := o.UnixMilli()
		got = gen.FromUint64(uint64(ms))
	case name == "random" && o.Scheme.Name == "tsid":
		got = o.ID.And(gen.Mask(22))
	case name == "machine_id" && i < 0:
		w, _ := o.Worker()
		got = gen.FromUint64(w)
	case i >= 0:
		got = codec.Field(o.ID, i)
	case name == "timestamp" || own == "+time":
		got = gen.FromUint64(o.Tick())
	case name == "sequence" || name == "increment" || own == "+seq":
		got = codec.Source(o.ID, gen.Seq)
	default:
		return fmt.Errorf("no field for the vectors' %s", name)
	}
	if got != want {
		return fmt.Errorf("field %s = %d; want %s", name, got.Lo, text)
	}
	return nil
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

package known

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/text"
)

// fieldNames are ours for the vectors' names of fields. @ marks all fields of a
// source together, = names that are equal anyway.
var fieldNames = map[string]map[string]string{
	"snowflake": {"timestamp": "=", "datacenter_id": "datacenter", "worker_id": "worker", "machine_id": "@worker",
		"sequence": "="},
	"simpleflake":    {"timestamp": "=", "random": "="},
	"boundary-flake": {"unix_ms": "timestamp", "worker_id_hex": "worker", "sequence": "="},
	"ulid":           {"unix_ms": "timestamp", "randomness_hex": "randomness"},
	"objectid":       {"timestamp": "=", "random_hex": "random", "counter": "="},
	"xid":            {"timestamp": "=", "machine": "=", "pid": "=", "counter": "="},
	"instagram":      {"timestamp": "=", "shard_id": "shard", "sequence": "="},
	"shardingsphere": {"timestamp": "=", "worker_id": "worker", "sequence": "="},
	"leaf":           {"timestamp": "=", "worker_id": "worker", "sequence": "="},
	"uidgenerator":   {"timestamp": "@time", "worker_id": "worker", "sequence": "@seq"},
	"uuidv1":         {"timestamp_100ns": "@time", "clock_seq": "=", "node": "="},
	"uuidv6":         {"timestamp_100ns": "@time", "clock_seq": "=", "node": "="},
	"uuidv7":         {"unix_ms": "unix_ts_ms", "rand_a": "=", "rand_b_hex": "rand_b"},
	"uuidv8":         {"custom_a_hex": "custom_a", "custom_b_hex": "custom_b", "custom_c_hex": "custom_c"},
	"discord":        {"timestamp": "=", "worker_id": "worker", "process_id": "process", "increment": "="},
	"sonyflake":      {"timestamp": "time", "sequence": "=", "machine_id": "machine"},
	"sonyflake-v2":   {"timestamp": "time", "sequence": "=", "machine_id": "machine"},
	"spaceflake":     {"timestamp": "time", "node_id": "node", "worker_id": "worker", "sequence": "="},
	"mastodon":       {"timestamp": "=", "sequence": "="},
	"linkedin":       {"timestamp": "=", "low22": "="},
	"frostflake":     {"timestamp": "=", "sequence": "=", "generator": "="},
	"flake-id":       {"timestamp": "=", "datacenter": "=", "worker": "=", "counter": "="},
	"tsid":           {"timestamp": "=", "random": "@low22"},
	"snowid":         {"timestamp": "=", "node_id": "node", "sequence": "="},
	"tid":            {"unix_us": "timestamp", "clock_id": "="},
	"nano64":         {"unix_ms": "timestamp", "random": "="},
	"ksuid":          {"timestamp": "=", "unix_s": "@unix_s", "payload_hex": "payload"},
	"timeflake":      {"unix_ms": "timestamp", "random": "="},
	"scru128":        {"unix_ms": "timestamp", "counter_hi": "=", "counter_lo": "=", "entropy": "="},
	"pushid":         {"unix_ms": "timestamp", "random_hex": "random"},
	"upid":           {"unix_ms": "@unix_ms", "random_hex": "random"},
	"scru64":         {"timestamp": "=", "unix_ms": "@unix_ms", "node_ctr": "="},
	scheme.CustomName: {"timestamp": "@time", "step": "@seq", "sequence": "@seq", "increment": "@seq", "node": "=",
		"machine_id": "=", "worker_id": "=", "process_id": "="},
}

// written in hexadecimal though the name does not say so
var hexNames = map[string]bool{"node": true, "machine": true}

func compareFields(v vector, s *gen.Scheme, codec *gen.Codec, id gen.ID) error {
	fields, _ := v.Expect["fields"].(map[string]any)
	for name, value := range fields {
		switch name {
		case "special": // nil and max have a scheme each
			continue
		case "prefix", "version", "random_chars": // parts of the text
			if !strings.Contains(v.ID, fmt.Sprint(value)) {
				return fmt.Errorf("%s is not in the text; want %v", name, value)
			}
			continue
		}
		want, err := number(name, value)
		if err != nil {
			return err
		}
		got, err := field(s, codec, id, name)
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("field %s = %s; want %v", name, schemetest.Decimal(got), value)
		}
	}
	return nil
}

// field reads the field that the vectors call name.
func field(s *gen.Scheme, codec *gen.Codec, id gen.ID, name string) (gen.ID, error) {
	switch fieldNames[s.Name][name] {
	case "@low22": // node and counter of TSID
		return id.And(gen.Mask(22)), nil
	case "@unix_s":
		return gen.FromUint64(uint64(s.Timeline().Time(codec.Source(id, gen.Time).Lo).Unix())), nil
	case "@unix_ms":
		return gen.FromUint64(uint64(s.Timeline().Time(codec.Source(id, gen.Time).Lo).UnixMilli())), nil
	}
	i, source, err := find(s, name)
	switch {
	case err != nil:
		return gen.ID{}, err
	case i < 0:
		return codec.Source(id, source), nil
	}
	return codec.Field(id, i), nil
}

// find returns the index of the field, or -1 and the source that it is all of.
func find(s *gen.Scheme, name string) (int, gen.Source, error) {
	key := s.Name
	if key == "simpleflake-utc" {
		key = "simpleflake"
	}
	own := fieldNames[key][name]
	switch own {
	case "":
		return 0, 0, fmt.Errorf("field %s of %s has no name of ours", name, s.Name)
	case "=":
		own = name
	case "@time":
		return -1, gen.Time, nil
	case "@worker":
		return -1, gen.Worker, nil
	case "@seq":
		return -1, gen.Seq, nil
	}
	i := s.Layout.Index(own)
	if i < 0 {
		return 0, 0, fmt.Errorf("%s has no field %s (the vectors' %s)", s.Name, own, name)
	}
	return i, s.Layout[i].Source, nil
}

// number reads a value as the vectors write it.
func number(name string, value any) (gen.ID, error) {
	text := fmt.Sprint(value)
	form := gen.Text{Form: gen.Decimal}
	if _, written := value.(string); written && (strings.HasSuffix(name, "_hex") || hexNames[name]) {
		form = gen.Text{Form: gen.Hex, Width: len(text)}
		return form.Parse([]byte(text), 4*len(text))
	}
	return form.Parse([]byte(text), gen.MaxBits)
}

// schemeOf returns our scheme for a vector, with the vector's epoch and widths.
func schemeOf(v vector) (*gen.Scheme, error) {
	var epoch *time.Time
	if text := v.option("epoch_ms"); text != "" {
		ms, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, err
		}
		at := time.UnixMilli(ms).UTC()
		epoch = &at
	}
	name := ours[v.Scheme]
	switch {
	case name == scheme.CustomName:
		return scheme.Custom(scheme.CustomOptions{Layout: layoutOf(v), Epoch: *epoch, Tick: time.Millisecond})
	case v.option("time_bits") != "":
		text := fmt.Sprintf("unused:1 time:%s worker:%s seq:%s", v.option("time_bits"), v.option("worker_bits"),
			v.option("seq_bits"))
		return scheme.Custom(scheme.CustomOptions{Name: name, Layout: text, Epoch: *epoch, Tick: time.Second})
	case v.option("layout") == "v2":
		name = "sonyflake-v2"
	case respelled[v.Scheme+v.option("form")] != gen.Text{}:
		s, _ := Get(name)
		c := *s
		c.Text, c.Spellings = respelled[v.Scheme+v.option("form")], nil
		return &c, nil
	case v.Scheme == "simpleflake" && epoch != nil && epoch.UnixMilli() == 946684800000:
		name = "simpleflake-utc"
	}
	s, ok := Get(name)
	if !ok {
		return nil, fmt.Errorf("Get(%s) = false", name)
	}
	if epoch == nil || s.Epoch.Equal(*epoch) {
		return s, nil
	}
	return scheme.Override(s, epoch, nil, nil)
}

// respelled are the spellings that the vectors call schemes, some with a form, and
// those that are read only when they are asked for.
var respelled = map[string]gen.Text{
	"tsidbase43": {Form: gen.Base43, Width: 12},
	"uuid25":     {Form: gen.Base36, Width: 25}, "shortuuid": {Form: gen.Base57, Width: 22},
	"uuid-ncnamebase32": {Form: text.NCName32}, "uuid-ncnamebase58": {Form: text.NCName58},
	"uuid-ncnamebase64": {Form: text.NCName64},
}

// layoutOf writes the layout of a vector as scheme.Custom takes it.
func layoutOf(v vector) string {
	var words []string
	bits := 0
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
		bits += int(n)
	}
	if bits == 63 {
		words = append([]string{"unused:1"}, words...)
	}
	return strings.Join(words, " ")
}

// versionOf returns the scheme of a UUID, or nil for versions and variants that
// are none of ours; it compares with what the vector says.
func versionOf(v vector, id gen.ID) (*gen.Scheme, error) {
	var found *gen.Scheme
	for _, s := range All() {
		if codec, err := s.Layout.Compile(); err != nil || !strings.HasPrefix(s.Name, "uuid") || !codec.Matches(id) {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("it is of %s and of %s", found.Name, s.Name)
		}
		found = s
	}
	version := fmt.Sprint(v.Expect["version"])
	want := "uuidv" + version
	if fields, ok := v.Expect["fields"].(map[string]any); ok && fields["special"] != nil {
		want = fmt.Sprintf("uuid-%s", fields["special"])
	}
	if _, ok := Get(want); !ok { // version 0, 2, 9 to 15, and none
		want = ""
	}
	if got := nameOf(found); got != want {
		return nil, fmt.Errorf("it is of scheme %q; want %q", got, want)
	}
	return found, nil
}

func nameOf(s *gen.Scheme) string {
	if s == nil {
		return ""
	}
	return s.Name
}

package known

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"
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
		case "prefix", "version", "random_chars", "suffix": // parts of the text
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
	if fieldNames[key] == nil { // of more.jsonl
		own = "="
	}
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
		c.Text, c.Alternatives = respelled[v.Scheme+v.option("form")], nil
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

// runEncode packs the given values and compares the text.
func runEncode(v vector) error {
	s, err := schemeOf(v)
	if err != nil {
		return err
	}
	if text := v.option("uuid"); text != "" { // the same bits, another spelling
		id, err := gen.Text{Form: gen.UUID}.Parse([]byte(text), 128)
		return expectText(v, s, id, err)
	}
	if text := v.option("hex"); text != "" {
		id, err := gen.Text{Form: gen.Hex}.Parse([]byte(text), s.Layout.Size())
		return expectText(v, s, id, err)
	}
	codec, err := s.Layout.Compile()
	if err != nil {
		return err
	}
	fields, ok := v.Options["fields"].(map[string]any)
	if !ok {
		fields = v.Options
	}
	values := make([]gen.ID, len(s.Layout))
	for name, value := range fields {
		if name == "op" {
			continue
		}
		n, err := number(name, value)
		if err != nil {
			return err
		}
		if name == "unix_ms" && fieldNames[s.Name][name] != "timestamp" {
			name = "timestamp" // from the scheme's epoch, not from 1970
			tick, ok := s.Timeline().Tick(time.UnixMilli(int64(n.Lo)))
			if !ok {
				return fmt.Errorf("time %v is before the epoch", value)
			}
			n = gen.FromUint64(tick)
		}
		if name == "unix_s" {
			name, n.Lo = "timestamp", n.Lo-uint64(s.Epoch.Unix())
		}
		i, _, err := find(s, name)
		if err != nil || i < 0 {
			return fmt.Errorf("field %s: %v", name, err)
		}
		values[i] = n
	}
	id, err := codec.Pack(values)
	if err != nil {
		return err
	}
	if want, ok := v.Expect["hex"].(string); ok {
		if got := string(gen.Text{Form: gen.Hex}.Append(nil, id, codec.Size())); got != want {
			return fmt.Errorf("hex %s; want %s", got, want)
		}
	}
	return expectText(v, s, id, nil)
}

func expectText(v vector, s *gen.Scheme, id gen.ID, err error) error {
	if got := encoded(v.ID, s, id); err != nil || got != v.ID {
		return fmt.Errorf("made %s, %v; want %s", got, err, v.ID)
	}
	return nil
}

// runGenerate makes the id with a generator whose clock and random numbers are
// those of the vector, or from the namespace and the name.
func runGenerate(t *testing.T, v vector) error {
	if v.option("namespace") != "" {
		return runNamed(v)
	}
	switch v.Scheme {
	case "snowflake":
		return runLayout(t, v)
	case "pushid":
		return runPrefix(t, v)
	}
	s, ok := Get("uuidv" + v.option("version"))
	if !ok {
		return fmt.Errorf("no scheme of version %s", v.option("version"))
	}
	var o gen.Options
	if v.option("version") == "7" {
		ms, err := strconv.ParseUint(v.option("unix_ms"), 10, 64)
		if err != nil {
			return err
		}
		a, err := strconv.ParseUint(v.option("rand_a"), 10, 12)
		if err != nil {
			return err
		}
		b, err := strconv.ParseUint(v.option("rand_b_hex"), 16, 62)
		if err != nil {
			return err
		}
		o.Clock = gen.FixedClock(s.Timeline().Time(ms<<12 | a))
		o.Random = &words{b}
	} else {
		ns, ok := new(big.Int).SetString(v.option("unix_ns"), 10)
		node, err := strconv.ParseUint(v.option("node"), 16, 48)
		if !ok || err != nil {
			return fmt.Errorf("time %s, node: %v", v.option("unix_ns"), err)
		}
		sequence, err := strconv.ParseUint(v.option("clock_seq"), 10, 14)
		if err != nil {
			return err
		}
		sec, rest := new(big.Int).DivMod(ns, big.NewInt(1e9), new(big.Int))
		o.Clock, o.Worker = gen.FixedClock(time.Unix(sec.Int64(), rest.Int64())), &node
		o.Random = &words{sequence}
	}
	g, err := gen.New(s, o)
	if err != nil {
		return err
	}
	id, err := g.Next(t.Context())
	return expectText(v, s, id, err)
}

// runPrefix makes an id of which only the start is known.
func runPrefix(t *testing.T, v vector) error {
	s, err := schemeOf(v)
	if err != nil {
		return err
	}
	ms, err := strconv.ParseInt(v.option("unix_ms"), 10, 64)
	if err != nil {
		return err
	}
	g, err := gen.New(s, gen.Options{Clock: gen.FixedClock(time.UnixMilli(ms))})
	if err != nil {
		return err
	}
	id, err := g.Next(t.Context())
	if got, want := schemetest.Render(s, id), fmt.Sprint(v.Expect["id_prefix"]); err != nil || !strings.HasPrefix(got, want) {
		return fmt.Errorf("made %s, %v; want it to begin with %s", got, err, want)
	}
	return nil
}

func runNamed(v vector) error {
	s, ok := Get("uuidv" + v.option("version"))
	if !ok || !s.Named() {
		return fmt.Errorf("version %s is not made from names", v.option("version"))
	}
	namespace, err := gen.Text{Form: gen.UUID}.Parse([]byte(v.option("namespace")), 128)
	if !v.Valid {
		if err == nil {
			return fmt.Errorf("namespace %q is taken; want it refused", v.option("namespace"))
		}
		return nil
	}
	if err != nil {
		return err
	}
	name := []byte(v.option("name"))
	if text := v.option("name_hex"); text != "" {
		if name, err = hex.DecodeString(text); err != nil {
			return err
		}
	}
	sum := s.Digest(namespace.Bytes16(), name)
	return expectText(v, s, gen.FromBytes(sum[:]), nil)
}

func runLayout(t *testing.T, v vector) error {
	s, err := schemeOf(v)
	if err != nil {
		return err
	}
	ms, err := strconv.ParseInt(v.option("unix_ms"), 10, 64)
	if err != nil {
		return err
	}
	o := gen.Options{Clock: gen.FixedClock(time.UnixMilli(ms))}
	for option, name := range map[string]string{"process_id": "process_id", "worker_id": "worker_id", "increment": "seq"} {
		n, err := number(option, v.Options[option])
		if err != nil {
			return err
		}
		o.Set = append(o.Set, gen.Assignment{Field: name, Value: n})
	}
	g, err := gen.New(s, o)
	if v.Disputed && errors.Is(err, gen.ErrRange) {
		return nil // our decision: refused with the range
	}
	if err != nil {
		return err
	}
	id, err := g.Next(t.Context())
	return expectText(v, s, id, err)
}

// runIncrement makes options.previous, then the next of the same millisecond.
func runIncrement(t *testing.T, v vector) error {
	s, err := schemeOf(v)
	if err != nil {
		return err
	}
	codec, err := s.Layout.Compile()
	if err != nil {
		return err
	}
	previous, err := s.Text.Parse([]byte(v.option("previous")), codec.Size())
	if err != nil {
		return err
	}
	random := codec.Source(previous, gen.Random)
	g, err := gen.New(s, gen.Options{
		Clock:  gen.FixedClock(s.Timeline().Time(codec.Source(previous, gen.Time).Lo)),
		Random: &words{random.Lo, random.Mid},
	})
	if err != nil {
		return err
	}
	if id, err := g.Next(t.Context()); err != nil || id != previous {
		return fmt.Errorf("first %s, %v; want %s", schemetest.Render(s, id), err, v.option("previous"))
	}
	id, err := g.Next(t.Context())
	if !v.Valid {
		if !errors.Is(err, gen.ErrUsedUp) {
			return fmt.Errorf("next of the last %s, %v; want %v", schemetest.Render(s, id), err, gen.ErrUsedUp)
		}
		return nil
	}
	return expectText(v, s, id, err)
}

// words is a random source that gives these, then zeros.
type words []uint64

func (w *words) Read(p []byte) (int, error) {
	clear(p)
	for i := 0; len(*w) > 0 && i+8 <= len(p); i += 8 {
		binary.LittleEndian.PutUint64(p[i:], (*w)[0])
		*w = (*w)[1:]
	}
	return len(p), nil
}

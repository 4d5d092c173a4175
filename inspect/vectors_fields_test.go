package inspect

import (
	"fmt"
	"strings"
	"time"

	"idscope/gen"
)

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
	for name, value := range fields {
		if err := v.compareField(o, name, value); err != nil {
			return err
		}
	}
	return nil
}

// same are our fields for the vectors'; + is all of a source.
var same = map[string]string{
	"datacenter_id": "datacenter", "worker_id": "worker", "machine_id": "machine", "process_id": "process",
	"shard_id": "shard", "node_id": "node",
	"worker_id_hex": "worker", "randomness_hex": "randomness", "random_hex": "random", "rand_b_hex": "rand_b",
	"timestamp_100ns": "+time", "unix_us": "+time",
	"payload_hex": "payload", "custom_a_hex": "custom_a", "custom_b_hex": "custom_b", "custom_c_hex": "custom_c",
	"step": "+seq",
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
	if name == "prefix" && o.Scheme.Affix != nil {
		if o.Prefix != text {
			return fmt.Errorf("prefix = %q; want %q", o.Prefix, text)
		}
		return nil
	}
	if name == "suffix" && o.Scheme.Affix != nil {
		if got := string(o.Scheme.Text.Append(nil, o.ID, o.Bits())); got != text {
			return fmt.Errorf("suffix = %s; want %s", got, text)
		}
		return nil
	}
	want, err := form.Parse([]byte(text), bits)
	if text := fmt.Sprint(value); name == "prefix" && o.Scheme.Name == "upid" || name == "version" &&
		o.Scheme.Name == "upid" || name == "random_chars" {
		if !strings.Contains(v.ID, text) {
			return fmt.Errorf("%s is not in the text; want %s", name, text)
		}
		return nil
	}
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
	case name == "unix_s":
		got = gen.FromUint64(uint64(o.Time.Unix()))
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

package known

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/scheme/schemetest"
)

// TestMoreVectors runs testdata/more.jsonl: identifiers that are not in public.jsonl,
// in the same format. They are published ones, those that other libraries computed,
// and wrong ones derived from a rule of a specification; the source of each says
// which. What is disputed has our decision in valid. None is left out.
func TestMoreVectors(t *testing.T) {
	kinds, schemes := map[string]int{}, map[string]int{}
	public := map[string]string{}
	for _, v := range readVectors(t) {
		public[v.Scheme+" "+v.op()+" "+v.ID] = v.Ref
	}
	for _, v := range readMore(t) {
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
		if err := runMore(t, v.vector); err != nil {
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
	if want, ok := v.Expect["hex"].(string); ok {
		if got := string(gen.Text{Form: gen.Hex}.Append(nil, id, codec.Size())); got != want {
			return fmt.Errorf("hex %s; want %s", got, want)
		}
	}
	if err := compareDeclaredTime(v, s, codec, id); err != nil {
		return err
	}
	if err := compareDeclaredFields(v, s, codec, id); err != nil {
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

func compareDeclaredTime(v vector, s *gen.Scheme, codec *gen.Codec, id gen.ID) error {
	want, ok := v.Expect["time"].(string)
	if !ok || !codec.Matches(id) {
		return nil
	}
	at, err := time.Parse(time.RFC3339Nano, want)
	if got := s.Timeline().Time(codec.Source(id, gen.Time).Lo).Truncate(max(s.Tick, 1)); err != nil || !got.Equal(at) {
		return fmt.Errorf("time %s; want %s (%v)", got, want, err)
	}
	return nil
}

// compareDeclaredFields goes by our names where public.jsonl has none of the scheme.
func compareDeclaredFields(v vector, s *gen.Scheme, codec *gen.Codec, id gen.ID) error {
	if fieldNames[s.Name] != nil {
		return compareFields(v, s, codec, id)
	}
	fields, _ := v.Expect["fields"].(map[string]any)
	for name, value := range fields {
		i := s.Layout.Index(name)
		if i < 0 {
			return fmt.Errorf("%s has no field %s", s.Name, name)
		}
		if got := codec.Field(id, i); schemetest.Decimal(got) != fmt.Sprint(value) {
			return fmt.Errorf("field %s = %s; want %v", name, schemetest.Decimal(got), value)
		}
	}
	return nil
}

// moreVector is a line of testdata/more.jsonl.
type moreVector struct {
	vector
	Source string
}

func readMore(t *testing.T) []moreVector {
	t.Helper()
	text, err := os.ReadFile("testdata/more.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []moreVector
	for line := range bytes.Lines(text) {
		var v moreVector
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatalf("line %d: %v", len(all)+1, err)
		}
		all = append(all, v)
	}
	return all
}

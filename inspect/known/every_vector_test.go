package known

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"idscope/gen"
)

// TestPublicVectors gives each line of public.jsonl to what runs it, runs it where that
// is here, and counts: the sum is all of them. Valid ones decode, encode, are generated or
// incremented as published, invalid ones are refused. What is left to package inspect is
// only read or detected, and TestVectors there runs every line that is, so that no line is
// left out by both.
func TestPublicVectors(t *testing.T) {
	codecs := map[string]map[string]string{"sqids": refsOf(t, "../../gen/sqids/testdata/public.jsonl"),
		"hashids": refsOf(t, "../../gen/hashids/testdata/public.jsonl")}
	ran, ops := map[string]int{}, map[string]int{}
	for _, v := range readVectors(t) {
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
	case v.Scheme == "typeid":
		return "package scheme, TypeID", runTypeID(v)
	case s != nil && s.Pattern != nil:
		err := readPattern(v, s)
		if !v.Valid && err == nil {
			return "package scheme, patterns", fmt.Errorf("it is read; want it refused: %v", v.Expect["error"])
		}
		if !v.Valid {
			err = nil
		}
		return "package scheme, patterns", err
	case ours[v.Scheme] == "":
		return "nothing", fmt.Errorf("no test knows the scheme")
	case deferral(v) >= 0 && v.op() != "decode":
		return "nothing", fmt.Errorf("inspect does not %s", v.op())
	case deferral(v) >= 0:
		return inspects, nil
	}
	return "package scheme, layouts", runVector(t, v)
}

// runTypeID reads or writes a TypeID of any UUID: the specification's own examples
// are of no version, but what is made is always a UUIDv7.
func runTypeID(v vector) error {
	s, _ := Get("typeid")
	if v.op() == "encode" {
		id, err := gen.Text{Form: gen.UUID}.Parse([]byte(v.option("uuid")), 128)
		if got := string(s.AppendPrefixed(nil, id, v.option("prefix"))); err != nil || got != v.ID {
			return fmt.Errorf("written %s, %v; want %s", got, err, v.ID)
		}
		return nil
	}
	got, err := s.Parse([]byte(v.ID))
	if over, err := v.settled(got, err); over {
		return err
	}
	fields, _ := v.Expect["fields"].(map[string]any)
	if prefix, ok := fields["prefix"]; ok && prefix != got.Prefix {
		return fmt.Errorf("prefix %q; want %q", got.Prefix, prefix)
	}
	if suffix, ok := fields["suffix"].(string); ok && !strings.HasSuffix(v.ID, suffix) {
		return fmt.Errorf("want it to end in %s", suffix)
	}
	for name, form := range map[string]gen.Text{"uuid": {Form: gen.UUID}, "hex": {Form: gen.Hex}} {
		if text := string(form.Append(nil, got.ID, 128)); v.Expect[name] != nil && text != v.Expect[name] {
			return fmt.Errorf("%s %s; want %v", name, text, v.Expect[name])
		}
	}
	codec, err := s.Layout.Compile()
	if err != nil {
		return err
	}
	if seven := fmt.Sprint(v.Expect["version"]) == "7"; v.Expect["uuid"] != nil && codec.Matches(got.ID) != seven {
		return fmt.Errorf("it is a UUIDv7: %t; want %t", !seven, seven)
	} else if seven {
		if err := compareTime(v, s, codec, got.ID); err != nil {
			return err
		}
	}
	if again := string(s.AppendPrefixed(nil, got.ID, got.Prefix)); again != v.ID {
		return fmt.Errorf("written %s", again)
	}
	return nil
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

package inspect

import (
	"fmt"
	"sync"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
)

// Any number of goroutines may use one Inspector, and what a Result held before
// does not show.
func TestInspectorConcurrent(t *testing.T) {
	in := inspector(t, Options{})
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var r Result
			for i := range 200 {
				text := seeds[(g+i)%len(seeds)]
				in.InspectInto(&r, text)
				fresh := in.Inspect(text)
				if got, want := string(r.AppendJSON(nil)), string(fresh.AppendJSON(nil)); got != want {
					t.Errorf("InspectInto(%q) = %s; want %s", text, got, want)
				}
			}
		}()
	}
	wg.Wait()
}

// A stream of identifiers of a known scheme costs no allocation each.
func TestInspectDoesNotAllocate(t *testing.T) {
	as, _ := Named("snowflake")
	for _, in := range []*Inspector{inspector(t, Options{As: as}), inspector(t, Options{})} {
		var r Result
		dst := make([]byte, 0, 4096)
		n := testing.AllocsPerRun(200, func() {
			in.InspectInto(&r, "1541815603606036480")
			dst = r.AppendBrief(dst[:0])
		})
		if n > 0 {
			t.Errorf("Inspect and AppendBrief: %v allocations; want 0", n)
		}
	}
}

// A scheme of the user's own is read like any other, and under As bears its name.
func TestInspectOwnSchemes(t *testing.T) {
	leaf := schemeOf(t, "leaf")
	r := inspector(t, Options{As: []*gen.Scheme{leaf}}).Inspect("1541815603606036480")
	if !r.OK() || r.Readings[0].Scheme.Name != "leaf" || fmt.Sprint(r.Readings[0].SameAs) != "[snowflake]" {
		t.Errorf("--as leaf = %s; want leaf, the same as snowflake", r.AppendJSON(nil))
	}
	bad := *leaf
	bad.Layout = gen.Layout{{Name: "", Bits: 3}}
	if _, err := New(Options{Now: present, Schemes: []*gen.Scheme{&bad}}); err == nil {
		t.Error("New with a layout that is wrong = nil; want an error")
	}
}

func TestNamed(t *testing.T) {
	for name, want := range map[string]string{"uuidv2": "uuidv2", "v2": "uuidv2", "twitter": "snowflake",
		"unix-ms": "unix-ms", "uuid-ncs": "uuid-ncs", "laravel": "comb", "uuidv7-draft": "uuidv7-draft"} {
		if list, ok := Named(name); !ok || len(list) != 1 || list[0].Name != want {
			t.Errorf("Named(%q) = %v, %t; want %s", name, list, ok, want)
		}
	}
	for _, name := range []string{"uuid", "uuid25", "shortuuid", "uuid-ncname"} {
		if list, ok := Named(name); !ok || len(list) < 20 {
			t.Errorf("Named(%q) = %d schemes, %t; want all versions and variants", name, len(list), ok)
		}
	}
	if _, ok := Named("nothing"); ok {
		t.Error(`Named("nothing") = true`)
	}
	seen := map[string]bool{}
	for _, s := range append(append(Declared(), onlyNamed()...), generable()...) {
		if seen[s.Name] && s.Name != "typeid" { // which stands for two
			t.Errorf("%s is declared twice", s.Name)
		}
		seen[s.Name] = true
		if err := s.Text.Check(s.Layout.Size()); err != nil && s.Pattern == nil {
			t.Errorf("%s: %v", s.Name, err)
		}
		for _, v := range schemetest.Vectors(s) {
			if r := inspector(t, Options{As: []*gen.Scheme{s}}).Inspect(v.Text); !r.OK() ||
				r.Readings[0].Canonical() != v.Text && !r.hidden {
				t.Errorf("%s: published %q = %s", s.Name, v.Text, r.AppendBrief(nil))
			}
		}
	}
}

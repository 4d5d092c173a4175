package inspect

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"idscope/gen"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// Any number of goroutines may use one Inspector, and what a Result held before
// does not show.
func TestInspectorConcurrent(t *testing.T) {
	in := inspector(t, Options{})
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			var r Result
			for i := range 200 {
				text := seeds[(g+i)%len(seeds)]
				in.InspectInto(&r, text)
				fresh := in.Inspect(text)
				try.Equal(t, string(r.AppendJSON(nil)), string(fresh.AppendJSON(nil)), "InspectInto(%q) =", text)
			}
		})
	}
	wg.Wait()
}

// A stream of identifiers of a known scheme, or of texts of a pattern, costs no allocation each.
func TestInspectDoesNotAllocate(t *testing.T) {
	for in, text := range map[*Inspector]string{as(t, "snowflake"): "1541815603606036480",
		inspector(t, Options{}): "1541815603606036480", as(t, "nanoid"): "V1StGXR8_Z5jdHi6B-myT"} {
		var r Result
		dst := make([]byte, 0, 4096)
		n := testing.AllocsPerRun(200, func() {
			in.InspectInto(&r, text)
			dst = r.AppendBrief(dst[:0])
		})
		try.Equal(t, n, 0, "Inspect and AppendBrief of %s take allocations:", text)
	}
}

func TestWrongLayout(t *testing.T) {
	bad := *schemeOf(t, "leaf")
	bad.Layout = gen.Layout{{Name: "", Bits: 3}}
	try.Of(New(Options{Now: present, Schemes: []*gen.Scheme{&bad}})).Says(t, "leaf", "a field without a name:")
}

// TestNamed: testdata/named.txt has what each name and alias stands for, and each scheme has one declaration.
func TestNamed(t *testing.T) {
	try.Lines(t, "testdata/named.txt", func(name string) string {
		list, ok := Named(name)
		return fmt.Sprint(ok, " ", strings.Join(namesOf(list), " "))
	})
	seen := map[string]bool{}
	for _, s := range append(append(known.Unlisted(), known.Asked()...), generable()...) {
		if seen[s.Name] && s.Name != "typeid" { // which stands for two
			t.Errorf("%s is declared twice", s.Name)
		}
		seen[s.Name] = true
		if err := s.Text.Check(s.Layout.Size()); err != nil && s.Pattern == nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

// A UUID of an undefined version is never certain.
func TestUndefinedVersions(t *testing.T) {
	in := inspector(t, Options{})
	r := rand.New(rand.NewPCG(13, 4))
	for range long(2_000, 10_000) {
		id := gen.ID{Mid: r.Uint64(), Lo: r.Uint64()>>2 | 2<<62}
		text := gen.Text{Form: gen.UUID}.Append(nil, id, 128)
		var d Result
		if in.DetectInto(&d, text); !d.OK() || d.Readings[0].Confidence == Certain &&
			(text[14] == '0' || text[14] > '8') {
			t.Fatalf("DetectInto(%q) = %s; want a reading, certain for none of an undefined version", text, d.AppendBrief(nil))
		}
	}
}

// What google/uuid 1.6.0 writes as version 6 is recognised, and its time is right to
// 6.1 ms; the reading as version 6 stands behind.
func TestGoogleV6(t *testing.T) {
	for range long(60, 1000) {
		from := time.Now()
		u, err := uuid.NewV6()
		to := time.Now()
		try.Works(t, err)
		in := inspector(t, Options{Now: to})
		r := in.Inspect(u.String())
		o := &r.Readings[0]
		if o.Scheme.Name != "uuidv6-google" || o.Time.After(to) || from.Sub(o.Time) > 6200*time.Microsecond {
			t.Fatalf("Inspect(%s) = %s %s; want uuidv6-google of %s, early by 6.1 ms at most", u, o.Scheme.Name, o.Time, from)
		}
		if len(r.Readings) != 2 || r.Readings[1].Scheme.Name != "uuidv6" || r.Readings[1].Time.Year() != 1610 ||
			len(r.Warnings) == 0 {
			t.Fatalf("Inspect(%s) = %s; want uuidv6 of 1610 behind, and a warning", u, r.AppendJSON(nil))
		}
	}
}

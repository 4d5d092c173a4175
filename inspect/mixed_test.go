package inspect

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"idscope/gen"
)

// A UUID of an undefined version is never certain, and where its bytes are in mixed
// order it is read as what it is.
func TestMixed(t *testing.T) {
	in := inspector(t, Options{})
	for _, tt := range []struct{ text, scheme, canonical string }{
		// NEWSEQUENTIALID, Microsoft's documentation
		{"6F9619FF-8B86-D011-B42D-00C04FC964FF", "uuidv1", "ff19966f-868b-11d0-b42d-00c04fc964ff"},
		{"e2227f01-b079-c37c-98c4-dc0c0c07398f", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
		{"4450e567-b110-9f42-9247-bb680e5fe0c8", "uuidv4", "67e55044-10b1-429f-9247-bb680e5fe0c8"},
		// a version 1 of the year 3906
		{"e2227f01-b079-137c-98c4-dc0c0c07398f", "uuidv7", "017f22e2-79b0-7c13-98c4-dc0c0c07398f"},
	} {
		r := in.Inspect(tt.text)
		o := &r.Readings[0]
		if o.Scheme.Name != tt.scheme || o.Canonical() != tt.canonical || o.Confidence == Certain || len(o.Findings) != 1 ||
			o.Findings[0] != (gen.Finding{Name: "byte order", Value: "mixed"}) {
			t.Errorf("Inspect(%q) = %s; want %s %s in mixed byte order", tt.text, r.AppendJSON(nil), tt.scheme, tt.canonical)
		}
		var d Result
		if in.DetectInto(&d, []byte(tt.text)); !d.OK() || d.Readings[0].Scheme.Name != tt.scheme || d.Readings[0].ID != o.ID {
			t.Errorf("DetectInto(%q) = %s; want %s", tt.text, d.AppendBrief(nil), tt.scheme)
		}
	}
	r := rand.New(rand.NewPCG(13, 4))
	for range 10_000 {
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
	for range long(250, 1000) {
		from := time.Now()
		u, err := uuid.NewV6()
		to := time.Now()
		if err != nil {
			t.Fatal(err)
		}
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

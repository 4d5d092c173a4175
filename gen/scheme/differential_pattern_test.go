package scheme

import (
	"testing"

	nano "github.com/matoous/go-nanoid/v2"
	nrednav "github.com/nrednav/cuid2"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

// compared is how many ids each implementation makes and the other one reads.
const compared = 5_000

// TestNanoIDAgainstGoNanoid: theirs are read as ours, and ours have their default alphabet and length.
func TestNanoIDAgainstGoNanoid(t *testing.T) {
	s, _ := Get("nanoid")
	m := s.Read(false).Matcher()
	symbols := map[rune]bool{}
	for range compared {
		id := try.Of(nano.New()).Or(t)
		if _, ok := m.Match(nil, id); !ok {
			t.Fatalf("theirs, %q, is not %s", id, s.Read(false))
		}
		for _, c := range id {
			symbols[c] = true
		}
	}
	c := schemetest.NewComposer(t, s, gen.ComposerOptions{})
	ours := map[rune]bool{}
	for range compared {
		id, err := c.Append(nil)
		if err != nil || len(id) != 21 {
			t.Fatalf("Append = %q, %v; want 21 symbols", id, err)
		}
		for _, c := range string(id) {
			if ours[c] = true; !symbols[c] {
				t.Fatalf("ours, %q, has %q, which theirs never have", id, c)
			}
		}
	}
	if len(ours) != 64 || len(symbols) != 64 {
		t.Errorf("%d symbols in ours and %d in theirs; want 64", len(ours), len(symbols))
	}
}

// TestCUID2AgainstNrednav: ours are a CUID2 to them, and theirs to us, of every
// length.
func TestCUID2AgainstNrednav(t *testing.T) {
	s, _ := Get("cuid2")
	m := s.Read(false).Matcher()
	for length := 2; length <= 32; length++ {
		theirs := try.Of(nrednav.Init(nrednav.WithLength(length))).Or(t)
		c := schemetest.NewComposer(t, s, gen.ComposerOptions{Length: length})
		n := compared / 62
		if length == 24 {
			n = compared / 2
		}
		for range n {
			if id := theirs(); len(id) != length {
				t.Fatalf("theirs, %q, has %d symbols; want %d", id, len(id), length)
			} else if _, ok := m.Match(nil, id); !ok {
				t.Fatalf("theirs, %q, is not %s", id, s.Pattern)
			}
			if id, err := c.Append(nil); err != nil || !nrednav.IsCuid(string(id)) || len(id) != length {
				t.Fatalf("ours, %q (%v), is no CUID2 to them", id, err)
			}
		}
	}
	for _, v := range schemetest.Vectors(s) {
		if !nrednav.IsCuid(v.Text) {
			t.Errorf("%s, published, is no CUID2 to them", v.Text)
		}
	}
}

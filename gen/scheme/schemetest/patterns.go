package schemetest

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"idscope/gen"
	"idscope/gen/testing/try"
)

func checkPatternDeclaration(t *testing.T, s *gen.Scheme) {
	if err := s.Pattern.Check(); err != nil {
		t.Error(err)
	}
	if s.Layout != nil || s.Text != (gen.Text{}) {
		t.Error("there is a layout or a form beside the pattern; want neither")
	}
	checkWords(t, s)
}

func checkPatternVectors(t *testing.T, s *gen.Scheme) {
	m := s.Pattern.Matcher()
	for _, v := range Vectors(s) {
		pieces, ok := m.Match(nil, v.Text)
		if !ok {
			t.Errorf("Match(%s) = false; want %s", v.Text, s.Pattern)
			continue
		}
		if s.Verify != nil {
			if _, err := s.Verify(v.Text); err != nil {
				t.Errorf("Verify(%s) = %v", v.Text, err)
			}
		}
		for i, p := range pieces {
			if text := v.Text[p.Start:p.End]; v.Values != nil && (i >= len(v.Values) || text != v.Values[i]) {
				t.Errorf("part %s of %s = %q; want %q", p.Name, v.Text, text, v.Values)
			}
			if p.Source == gen.Time {
				want, err := time.Parse(time.RFC3339Nano, v.Time)
				if got := s.Timeline().Time(p.Tick()); err != nil || !got.Equal(want) {
					t.Errorf("time of %s = %s; want %q (%v)", v.Text, got, v.Time, err)
				}
			}
		}
		if key, ok := m.Key(v.Text, false); !ok ||
			!strings.EqualFold(string(m.AppendKey(nil, key)), v.Text) &&
				!strings.HasPrefix(string(m.AppendKey(nil, key)), "hash ") {
			t.Errorf("key of %s makes %s", v.Text, m.AppendKey(nil, key))
		}
	}
}

// NewComposer is gen.NewComposer, which has to work.
func NewComposer(t *testing.T, s *gen.Scheme, o gen.ComposerOptions) *gen.Composer {
	t.Helper()
	return try.Of(gen.NewComposer(s, o)).Or(t)
}

func checkComposed(t *testing.T, s *gen.Scheme) {
	shortest, longest := s.Pattern.Len()
	for _, length := range []int{0, shortest, longest} {
		o := gen.ComposerOptions{Random: gen.SeededRandom(3)}
		if shortest < longest {
			o.Length = length
		}
		c, err := gen.NewComposer(s, o)
		if err != nil {
			continue // with hyphens: the length is that of the symbols
		}
		restricted, _ := s.Restrict(o.Length, "")
		m := restricted.Pattern.Matcher()
		seen := map[string]bool{}
		for range 2000 {
			text := try.Of(c.Append(nil)).Or(t)
			if _, ok := m.Match(nil, string(text)); !ok {
				t.Fatalf("%q of length %d does not match %s", text, o.Length, restricted.Pattern)
			}
			if s.Verify != nil {
				if _, err := s.Verify(string(text)); err != nil {
					t.Fatalf("Verify(%q) = %v", text, err)
				}
			}
			if seen[string(text)] && restricted.Entropy() > 60 {
				t.Fatalf("%q is made twice", text)
			}
			seen[string(text)] = true
			if n := utf8.RuneCount(text); o.Length == 0 && n != s.TextLength() {
				t.Fatalf("%q has %d characters; want %d", text, n, s.TextLength())
			}
		}
	}
}

func checkPatternAllocations(t *testing.T, s *gen.Scheme) {
	c := NewComposer(t, s, gen.ComposerOptions{})
	dst := make([]byte, 0, 1024)
	for range 100 {
		dst, _ = c.Append(dst[:0])
	}
	try.Equal(t, testing.AllocsPerRun(1000, func() { dst, _ = c.Append(dst[:0]) }), 0, "AllocsPerRun(Append) =")
}

package inspect

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// TestExamples: the example of each row of the tables is read as what it has inside, and the step is named; those of
// addresses and mentions for certain. The example of a damage is diagnosed, and what is known and is no id is named.
func TestExamples(t *testing.T) {
	in := inspector(t, Options{})
	read := func(example, inside, words string) *Result {
		t.Helper()
		r := in.Inspect(example)
		if !r.OK() || r.Cleaned != inside || words != "" && !slices.Contains(r.Warnings, words) ||
			strings.Contains(words, ";") {
			t.Errorf("Inspect(%q) reads %q with %q: %s; want %q with %q", example, r.Cleaned, r.Warnings, r.AppendBrief(nil),
				inside, words)
			return &Result{Readings: make([]Reading, 1)}
		}
		return &r
	}
	for _, w := range wrappers {
		read(w.example, w.inside, w.words)
	}
	for _, s := range slices.Concat(syntaxes[:], rewrites[:]) {
		name := read(s.example, s.inside, s.words).Readings[0].Scheme.Name
		if r := as(t, name).Inspect(s.example); r.OK() != s.standard {
			t.Errorf("Inspect(%q) as %s = %s; want a reading: %t", s.example, name, r.AppendBrief(nil), s.standard)
		}
	}
	rows, hosts := addresses[:], map[string]bool{}
	for _, m := range mentions {
		rows = append(rows, m.address)
	}
	for i, a := range rows {
		r := read(a.example, a.id, "")
		if o := r.Readings[0]; o.Confidence != Certain || o.Scheme.Name != a.scheme {
			t.Errorf("%s: %s; want %s for certain", a.example, r.AppendBrief(nil), a.scheme)
		}
		if i < len(addresses) && (hosts[a.host] || len(r.Warnings) == 0) {
			t.Errorf("%s: %q; want one row of %s, and word of it", a.example, r.Warnings, a.host)
		}
		hosts[a.host] = true
	}
	for _, d := range repairs {
		try.Begins(t, in.diagnose(d.example), d.words, "%q is diagnosed as", d.example)
	}
	for _, o := range others {
		r := in.Inspect(o.example)
		try.Equal(t, r.Err.Message, quote(o.example)+" is not an id, but "+o.words, "of %q", o.example)
	}
}

// Of names that are put together of words, of words, and of random letters at most one in a
// thousand is an id; the others say what reads them.
func TestLettersByChance(t *testing.T) {
	in := inspector(t, Options{})
	page := try.Of(os.ReadFile("../README.md")).Or(t)
	letter := func(r rune) bool { return r|' ' >= 'a' && r|' ' <= 'z' }
	words := strings.FieldsFunc(string(page), func(r rune) bool { return !letter(r) })
	random := rand.New(rand.NewPCG(1, 1))
	for len(words) < long(10_000, 200_000) {
		text := make([]byte, 3+random.IntN(30))
		for i := range text {
			text[i] = letters[random.IntN(len(letters))]
		}
		words = append(words, string(text))
	}
	read := 0
	for _, text := range words {
		if r := in.Inspect(text); r.OK() {
			read++
		}
	}
	if 1000*read > len(words) {
		t.Errorf("%d of %d texts of letters are ids; want one in 1000 at most", read, len(words))
	}
}

// Nothing panics, and what is found stands in the address.
func FuzzAddress(f *testing.F) {
	for i := range addresses {
		f.Add(addresses[i].example)
	}
	f.Fuzz(func(t *testing.T, text string) {
		findAddress(text, func(row *address, id string) bool {
			if bare := strings.NewReplacer("-", "", ".", ""); id == "" ||
				!strings.Contains(bare.Replace(unescaped(text)), bare.Replace(id)) &&
					!strings.Contains(bare.Replace(unescaped(unescaped(text))), bare.Replace(id)) {
				t.Fatalf("%s: %q holds %q", row.host, text, id)
			}
			return false
		})
	})
}

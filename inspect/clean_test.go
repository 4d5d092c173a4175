package inspect

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// TestStrict: strictly nothing is cleaned, and an empty text is refused with what would have been right.
func TestStrict(t *testing.T) {
	in := inspector(t, Options{Strict: true})
	for _, text := range []string{" 1541815603606036480", `"1541815603606036480"`, "1541815603606036480,",
		"https://x.com/1541815603606036480"} {
		if r := in.Inspect(text); r.OK() || len(r.Warnings) > 0 {
			t.Errorf("strict Inspect(%q) = %s; want no reading", text, r.AppendBrief(nil))
		}
	}
	r := as(t, "ulid").Inspect("")
	if want := `"" is empty; use 26 characters of Crockford base32`; r.OK() || r.Err.Error() != want {
		t.Errorf("--as ulid of nothing: %v; want %s", r.Err, want)
	}
}

// The example of each wrapper, syntax and rewrite is read as what it has inside, and the step is named.
func TestPastes(t *testing.T) {
	in := inspector(t, Options{})
	try := func(example, inside, words string) {
		t.Helper()
		r := in.Inspect(example)
		if !r.OK() || r.Cleaned != inside || !slices.Contains(r.Warnings, words) || strings.Contains(words, ";") {
			t.Errorf("Inspect(%q) reads %q with %q: %s; want %q with %q", example, r.Cleaned, r.Warnings, r.AppendBrief(nil),
				inside, words)
		}
	}
	for i := range wrappers {
		try(wrappers[i].example, wrappers[i].inside, wrappers[i].words)
	}
	for i := range syntaxes {
		s := &syntaxes[i]
		try(s.example, s.inside, s.words)
		if r := inspector(t, Options{Strict: true}).Inspect(s.example); r.OK() != s.standard {
			t.Errorf("Inspect(%q), strictly, = %s; want a reading: %t", s.example, r.AppendBrief(nil), s.standard)
		}
	}
	for i := range rewrites {
		try(rewrites[i].example, rewrites[i].inside, rewrites[i].words)
	}
}

// The example of each damage is diagnosed.
func TestRepairs(t *testing.T) {
	in := inspector(t, Options{})
	for i := range repairs {
		d := &repairs[i]
		if words := in.diagnose(d.example); !strings.HasPrefix(words, d.words) {
			t.Errorf("diagnose(%q) = %q; want %q", d.example, words, d.words)
		}
	}
	if words := in.diagnose("978-3-16-148410-1"); strings.Contains(words, "should be") {
		t.Errorf("of several symbols that mend the sum diagnose names one: %q", words)
	}
}

// What is known and is no id is named, and nothing else is said of it.
func TestOthers(t *testing.T) {
	in := inspector(t, Options{})
	for i := range others {
		o := &others[i]
		want := quote(o.example) + " is not an id, but " + o.words
		if r := in.Inspect(o.example); r.OK() || r.Err.Message != want {
			t.Errorf("Inspect(%q) = %s; want %s", o.example, r.AppendBrief(nil), want)
		}
	}
}

// Each published mention is read as what it says, and what looks like one is not.
func TestMentions(t *testing.T) {
	in := inspector(t, Options{})
	for i := range mentions {
		m := &mentions[i]
		r := in.Inspect(m.example)
		if !r.OK() || r.Readings[0].Scheme.Name != m.scheme || r.Cleaned != m.id || r.Readings[0].Confidence != Certain {
			t.Errorf("Inspect(%q) = %s; want %s %s", m.example, r.AppendBrief(nil), m.scheme, m.id)
		}
	}
	for _, text := range []string{"<@>", "<:a>", "<t:now:R>", "<t:1618953630:x>", "<@12>", "<#general>"} {
		if r := in.Inspect(text); r.OK() && r.Readings[0].Confidence == Certain {
			t.Errorf("Inspect(%q) = %s; want nothing certain", text, r.AppendBrief(nil))
		}
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
	const text = "HYOYoYloLx"
	want := quote(text) + " is not an id of any known scheme: it has no digit, and fits snowid by chance alone; " +
		"use --as snowid to read it"
	if r := in.Inspect(text); r.OK() || r.Err.Message != want {
		t.Errorf("Inspect(%q) = %s; want why not", text, r.AppendBrief(nil))
	}
	if r := inspector(t, Options{Letters: true}).Inspect(text); r.place("snowid") != 0 {
		t.Errorf("Inspect(%q) with Letters = %s; want snowid", text, r.AppendBrief(nil))
	}
}

// Each row's example holds its identifier, which is read as the row's scheme for
// certain.
func TestAddresses(t *testing.T) {
	in := inspector(t, Options{})
	hosts := map[string]bool{}
	for i := range addresses {
		row := &addresses[i]
		if hosts[row.host] {
			t.Errorf("%s has two rows", row.host)
		}
		hosts[row.host] = true
		r := in.Inspect(row.example)
		if !r.OK() || r.Cleaned != row.id || r.Readings[0].Scheme.Name != row.scheme ||
			r.Readings[0].Confidence != Certain || len(r.Warnings) == 0 {
			t.Errorf("%s: %s", row.example, r.AppendBrief(nil))
			continue
		}
		if at, ok := r.Readings[0].AppendTime(nil, new(LastSecond)); ok {
			t.Logf("%s %s %s", row.host, row.id, at)
		}
	}
}

// Nothing panics, and what is found stands in the address.
func FuzzAddress(f *testing.F) {
	for i := range addresses {
		f.Add(addresses[i].example)
	}
	f.Add("urn:li:activity:1")
	f.Add("at://a/b/%")
	f.Fuzz(func(t *testing.T, text string) {
		row, id, ok := findAddress(text)
		if !ok {
			return
		}
		if bare := strings.NewReplacer("-", "", ".", ""); id == "" ||
			!strings.Contains(bare.Replace(unescaped(text)), bare.Replace(id)) &&
				!strings.Contains(bare.Replace(unescaped(unescaped(text))), bare.Replace(id)) {
			t.Fatalf("%s: %q holds %q", row.host, text, id)
		}
	})
}

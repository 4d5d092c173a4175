package inspect

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

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
	r := in.Inspect("<:thonk:1154902049361436712>")
	if !r.OK() || r.Readings[0].Scheme.Name != "discord" {
		t.Errorf("an emoji is %s; want discord", r.AppendBrief(nil))
	}
}

// The marks that end a sentence are none of an id.
func TestSentences(t *testing.T) {
	in := inspector(t, Options{})
	for text, want := range map[string]string{
		"https://x.com/a/status/1541815603606036480.":          "1541815603606036480",
		"https://x.com/a/status/1541815603606036480)":          "1541815603606036480",
		"[a post](https://x.com/a/status/1541815603606036480)": "1541815603606036480",
		"(https://x.com/a/status/1541815603606036480)":         "1541815603606036480",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f.":                "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f!":                "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f?":                "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		"https://doi.org/10.1038/nphys1170":                    "10.1038/nphys1170",
		"see 017f22e2-79b0-7cc3-98c4-dc0c0c07398f:":            "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
	} {
		if r := in.Inspect(text); !r.OK() || r.Cleaned != want {
			t.Errorf("Inspect(%q) reads %q: %s; want %q", text, r.Cleaned, r.AppendBrief(nil), want)
		}
	}
	for _, text := range []string{"hello.", "what?", "1999.", "Administrator123", "Secondar8Factory", "550e8400-e29b...", "e.g.)"} {
		if r := in.Inspect(text); r.OK() {
			t.Errorf("Inspect(%q) = %s; want none", text, r.AppendBrief(nil))
		}
	}
}

// Words that only chance fits are no ids, and nothing is said of what they might have been.
func TestWordsAreNone(t *testing.T) {
	in := inspector(t, Options{})
	for _, text := range []string{"not-an-id", "message", "cmd", "inspect", "human-readable", "snake_case_name", "Cross-Origin"} {
		r := in.Inspect(text)
		if want := quote(text) + " is not an id of any known scheme"; r.OK() || r.Err.Message != want {
			t.Errorf("Inspect(%q) = %s; want no reading, and why", text, r.AppendBrief(nil))
		}
	}
}

// Of names that are put together of words, of words, and of random letters at most one in a
// thousand is an id; the others say what reads them.
func TestLettersByChance(t *testing.T) {
	in := inspector(t, Options{})
	page, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	letter := func(r rune) bool { return r|' ' >= 'a' && r|' ' <= 'z' }
	words := strings.FieldsFunc(string(page), func(r rune) bool { return !letter(r) })
	random := rand.New(rand.NewPCG(1, 1))
	for len(words) < int(long(20_000, 200_000)) {
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

// What is known of a UUID without a known meaning, or of a time in thousands of years, is no more than possible; so are
// groups that product keys have. A UUID in ShortUUID's form comes before chance; numbers with check digits are read in
// groups.
func TestReadAsKnown(t *testing.T) {
	in := inspector(t, Options{})
	for _, tt := range []struct {
		text, scheme string
		confidence   Confidence
	}{
		{"12345678-1234-1234-c234-123456789abc", "uuid-microsoft", Possible},
		{"f02bc93a-5fe7-dab7-469e-8ee6ef93d90a", "uuid-variant-ncs", Possible},
		{"12345678-1234-1234-e234-123456789abc", "uuid-future", Possible},
		{"43c11e65-9cf2-7dd0-a45c-9ae95f86f27a", "uuidv7", Possible}, // of 4330
		{"ffffffff-ffff-ffff-ffff-ffffffffffff", "uuid-max", Certain},
		{"ABCD-EFGH-JKMN-PQRS", "breezeid", Possible},
		{"N8eKVJ5VkWQ3xwHrqDAnvL", "uuidv4", Possible},
		{"DE89 3704 0044 0532 0130 00", "iban", Likely},
		{"ISBN 978-0-306-40615-7", "isbn", Likely},
		{"978 0 306 40615 7", "isbn", Likely},
		{"HYOYoYloLw", "snowid", Possible}, // its published example, without a digit
	} {
		r := in.Inspect(tt.text)
		if !r.OK() || r.Readings[0].Scheme.Name != tt.scheme || r.Readings[0].Confidence != tt.confidence {
			t.Errorf("Inspect(%q) = %s; want %s %s", tt.text, r.AppendBrief(nil), tt.scheme, tt.confidence)
		}
	}
}

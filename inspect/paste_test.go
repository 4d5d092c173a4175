package inspect

import (
	"slices"
	"strings"
	"testing"
)

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
	for text, inside := range map[string]string{
		`'\x017f22e279b07cc398c4dc0c0c07398f'::bytea`:   "017f22e279b07cc398c4dc0c0c07398f",
		"1_541_815_603_606_036_480":                     "1541815603606036480",
		"[80 127 31 119 188 248 108 215 153 67 144 17]": "507f1f77bcf86cd799439011",
		"id=1541815603606036480n":                       "1541815603606036480",
	} {
		if r := in.Inspect(text); !r.OK() || r.Cleaned != inside {
			t.Errorf("Inspect(%q) reads %q: %s; want %q", text, r.Cleaned, r.AppendBrief(nil), inside)
		}
	}
	for _, text := range []string{"1,541,815", "1,2,3", "12n", "[1,2,3]", "100%", "a-b", "1,541,81,603,606"} {
		if r := in.Inspect(text); r.OK() {
			t.Errorf("Inspect(%q) = %s; want no reading", text, r.AppendBrief(nil))
		}
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

// TestHyphensElsewhere: hyphens that a UUID does not have are not put right, since what was cut or moved is not known.
func TestHyphensElsewhere(t *testing.T) {
	in := inspector(t, Options{})
	for _, text := range []string{"f47ac10-58cc-53723a567-0e02b2c3d479", "f47ac10b--58cc5372-a5670e02b2c3d479",
		"-f47ac10b58cc-5372-a5670e02b2c3d479", "f47ac10b58cc-5372-a5670e02b2c3d479-"} {
		if r := in.Inspect(text); r.OK() && strings.HasPrefix(r.Readings[0].Scheme.Name, "uuid") {
			t.Errorf("Inspect(%q) = %s; want no UUID", text, r.AppendBrief(nil))
		}
	}
}

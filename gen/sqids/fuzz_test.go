package sqids

import (
	"errors"
	"slices"
	"testing"
)

// FuzzDecode holds that Decode never panics, that what it reads without an error
// is written as the same text, and that what is not canonical is written as it
// says, and read as the same numbers.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"", "86Rf07", "bM", "SvIz", "*", "sexy", "Uk", "UkLWZg9DAJ", "8", "\xff", "\u00eb",
		"86Rf07xd4zBmiJXQG6otHEbew02c3PWsUOLZxADhCpKj7aVFv9I8RquYrNlSTM"} {
		f.Add(text, "", 0, "")
		f.Add(text, DefaultAlphabet[:16], 10, "sexy")
		f.Add(text, "abc", 3, "abc")
	}
	f.Fuzz(func(t *testing.T, text, alphabet string, minLength int, word string) {
		o := Options{Alphabet: alphabet, MinLength: minLength}
		if word != "" {
			o.Blocklist = []string{word}
		}
		c, err := New(o)
		if err != nil {
			if !errors.Is(err, ErrOption) {
				t.Fatalf("New(%+v) = %v; want ErrOption", o, err)
			}
			return
		}
		numbers, err := c.Decode(text)
		if len(numbers) > 0 { // some blocklist and minimum length write it
			made := c.encode(nil, numbers, int(c.index[text[0]])-1, len(text))
			if string(made) != text {
				t.Fatalf("%+v: Decode(%q) = %v, %v, which is written %q", o, text, numbers, err, made)
			}
		}
		var e *NotCanonicalError
		switch {
		case err == nil:
			if again, err := c.Append(nil, numbers); string(again) != text || err != nil {
				t.Fatalf("%+v: Decode(%q) = %v, which is written %q, %v", o, text, numbers, again, err)
			}
		case errors.As(err, &e):
			again, err := c.Append(nil, numbers)
			if string(again) != e.Canonical || e.Canonical == text {
				t.Fatalf("%+v: Decode(%q) = %v, canonical %q; written %q, %v", o, text, numbers, e.Canonical, again, err)
			}
			if back, e := c.Decode(string(again)); err == nil && (e != nil || !slices.Equal(back, numbers)) {
				t.Fatalf("%+v: Decode(%q) = %v, %v; want %v", o, again, back, e, numbers)
			}
		case numbers != nil || !errors.Is(err, ErrAlphabet) && !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrOverflow):
			t.Fatalf("%+v: Decode(%q) = %v, %v; want nothing and a known error", o, text, numbers, err)
		}
	})
}

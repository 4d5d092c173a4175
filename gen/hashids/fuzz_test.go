package hashids

import (
	"errors"
	"testing"
)

// FuzzDecode holds that Decode never panics, and that what it reads is written as
// the same text.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"", "o2fXhV", "f", "jR", "gyOwl4B97bo2fXhVaDR0Znjrq", "wpVL4j9g", "\xff", "\ufffd",
		"AAhBAiAA"} {
		f.Add(text, "", "", 0)
		f.Add(text, "s", "ABcfhistuCFHISTU", 25)
		f.Add(text, "\u4e16", "abcdefghijklmnop \ufffd\U0001F600", 3)
	}
	f.Fuzz(func(t *testing.T, text, salt, alphabet string, minLength int) {
		c, err := New(Options{Salt: salt, Alphabet: alphabet, MinLength: minLength % 1000})
		if err != nil {
			if !errors.Is(err, ErrOption) {
				t.Fatalf("New = %v; want ErrOption", err)
			}
			return
		}
		numbers, err := c.Decode(text)
		switch {
		case err == nil:
			if again, _ := c.Append(nil, numbers); string(again) != text {
				t.Fatalf("salt %q, alphabet %q: Decode(%q) = %v, which is written %q", salt, alphabet, text, numbers, again)
			}
		case numbers != nil || !errors.Is(err, ErrAlphabet) && !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrOverflow):
			t.Fatalf("salt %q, alphabet %q: Decode(%q) = %v, %v; want nothing and a known error", salt, alphabet, text,
				numbers, err)
		}
		if hex, err := c.DecodeHex(text); err == nil {
			if again, err := c.AppendHex(nil, hex); string(again) != text || err != nil {
				t.Fatalf("salt %q, alphabet %q: DecodeHex(%q) = %s, which is written %q, %v", salt, alphabet, text, hex, again, err)
			}
		}
	})
}

package hashids

import (
	"errors"
	"slices"
	"strings"
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

// FuzzAppend holds that every list of numbers is read as it was written.
func FuzzAppend(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint64(3), 3, "", "", 0)
	f.Add(^uint64(0), uint64(0), ^uint64(0), 2, "s", "ABcfhistuCFHISTU", 255)
	f.Fuzz(func(t *testing.T, a, b, d uint64, count int, salt, alphabet string, minLength int) {
		c, err := New(Options{Salt: salt, Alphabet: alphabet, MinLength: minLength % 1000})
		if err != nil {
			return
		}
		list := []uint64{a, b, d}[:min(max(count, 0), 3)]
		text, _ := c.Append(nil, list)
		if back, err := c.Decode(string(text)); err != nil || !slices.Equal(back, list) {
			t.Fatalf("salt %q, alphabet %q, minimum %d: Decode(Append(%v) = %q) = %v, %v", salt, alphabet, minLength, list,
				text, back, err)
		}
	})
}

// FuzzHex holds that digits are read as they were written, in lower case.
func FuzzHex(f *testing.F) {
	for _, hex := range []string{"", "deadbeef", "ABCDDD6666DDEEEEEEEEE", "000000000000000000000000f",
		"507f1f77bcf86cd799439011", "0x1"} {
		f.Add(hex, "s", 10)
	}
	f.Fuzz(func(t *testing.T, hex, salt string, minLength int) {
		c, err := New(Options{Salt: salt, MinLength: minLength % 1000})
		if err != nil {
			return
		}
		text, err := c.AppendHex(nil, hex)
		if err != nil {
			if !errors.Is(err, ErrHex) {
				t.Fatalf("AppendHex(%q) = %v; want ErrHex", hex, err)
			}
			return
		}
		if back, err := c.DecodeHex(string(text)); back != strings.ToLower(hex) || err != nil {
			t.Fatalf("DecodeHex(AppendHex(%q) = %s) = %q, %v", hex, text, back, err)
		}
	})
}

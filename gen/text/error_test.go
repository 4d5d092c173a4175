package text

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

// TestTextRefused: a line of testdata/refused.txt has a form, its width, the bits of the ID, a text in quotes, the
// reason why it is refused, and the message.
func TestTextRefused(t *testing.T) {
	for line := range strings.Lines(string(try.Of(os.ReadFile("testdata/refused.txt")).Or(t))) {
		var name, given string
		var text Text
		var bits int
		try.Of(fmt.Sscanf(line, "%s %d %d %q", &name, &text.Width, &bits, &given)).Or(t)
		for _, f := range Forms() {
			if f.Name == name {
				text.Form = f.Form
			}
		}
		_, err := text.Parse([]byte(given), bits)
		var e *fault.Error
		if !errors.As(err, &e) {
			t.Errorf("%s %q = %v; want it refused", name, given, err)
			continue
		}
		got := fmt.Sprintf("%s %d %d %q %v: %v\n", name, text.Width, bits, given, e.Reason, err)
		try.Equal(t, got, line, "the text is refused as")
	}
}

// Whoever pastes a book gets a short answer, for which the book is not read.
func TestTextRefusesHugeInput(t *testing.T) {
	for _, unit := range []string{"0", "9", "z", "-", " ", "\x00", "\xff", "é", "💩"} {
		given := []byte(strings.Repeat(unit, 256<<10))
		for _, text := range textForms() {
			_, err := text.Parse(given, 128)
			if err == nil {
				t.Fatalf("%+v.Parse(256 Ki of %q) = nil; want an error", text, unit)
			}
			if s := err.Error(); len(s) > 400 || strings.ContainsRune(s, '\n') || !utf8.ValidString(s) {
				t.Errorf("%+v.Parse(256 Ki of %q) = %q; want one short line", text, unit, s)
			}
			if text.Form.Binary() {
				continue // its error has the number of bytes
			}
			other := bytes.Repeat([]byte{' '}, mostRead+1)
			copy(other, given[:mostRead])
			if _, short := text.Parse(other, 128); short.Error() != err.Error() {
				t.Errorf("%+v.Parse(256 Ki of %q) = %q, of %d and a blank %q; want the rest not read", text, unit, err,
					mostRead, short)
			}
		}
	}
}

// One changed byte never parses to the same identifier, but for its case.
func TestTextEveryByteMatters(t *testing.T) {
	for k := range 2 * len(Forms()) {
		text, id, bits := Text{Form: Forms()[k/2].Form}, ID{Lo: 0x18c4dc0c0c07398f}, 64
		if k%2 > 0 {
			id.Mid, bits = 0x017f22e279b07cc3, 128
		}
		if !text.Form.Encodes() || !text.Form.fits(bits) {
			continue
		}
		s := text.Append(nil, id, bits)
		for i := range s {
			old := s[i]
			for c := range 256 {
				s[i] = byte(c)
				got, err := text.Parse(s, bits)
				if byte(c) != old && err == nil && got == id && !strings.EqualFold(string(old), string(rune(c))) {
					t.Errorf("%+v.Parse(%q, %d) = the ID that has %q there; want another, or an error", text, s, bits, old)
				}
				if err == nil && !sameText(text.Form, text.Append(nil, got, bits), s) {
					t.Errorf("%+v.Parse(%q, %d) = %x, nil; want an error, or an ID of that text", text, s, bits, got)
				}
			}
			s[i] = old
		}
	}
}

// sameText reports whether two texts are equal up to the case that f ignores.
func sameText(f Form, a, b []byte) bool {
	switch f {
	case Hex, UUID, Base36, NCName32:
		return string(a) == string(bytes.ToLower(b))
	case Crockford, HexUpper, HexDashed:
		return string(a) == string(bytes.ToUpper(b))
	}
	return bytes.Equal(a, b)
}

// FuzzText: whatever is given, as a text of each form: Parse never panics, its error has a reason, and what it accepts
// is what Append writes. It begins with the texts of testdata/examples.txt, and what is nearly one.
func FuzzText(f *testing.F) {
	var texts []string
	for line := range strings.Lines(string(try.Of(os.ReadFile("testdata/examples.txt")).Or(f))) {
		texts = append(texts, try.Of(strconv.Unquote(strings.TrimSpace(line))).Or(f))
	}
	for _, info := range Forms() {
		texts = append(texts, string(Text{Form: info.Form}.Append(nil, ID{Lo: 1541815603606036480}, 64)))
	}
	for _, s := range texts {
		for _, bits := range []uint8{64, 96, 128} {
			f.Add([]byte(s), uint8(0), bits)
		}
		f.Add([]byte(s), uint8(27), uint8(160))
	}
	f.Fuzz(func(t *testing.T, s []byte, width, bits uint8) {
		for _, info := range Forms() {
			text := Text{Form: info.Form, Width: int(width)}
			id, err := text.Parse(s, int(bits))
			var e *fault.Error
			if err != nil {
				if !errors.As(err, &e) || e.Reason == nil || !utf8.ValidString(e.Text) {
					t.Fatalf("%+v.Parse(%q, %d) = %#v; want a *fault.Error with a reason", text, s, bits, err)
				}
				continue
			}
			if got := text.Append(nil, id, int(bits)); !sameText(info.Form, got, s) {
				t.Fatalf("%+v.Parse(%q, %d) = %x, which is written %q; want the same text", text, s, bits, id, got)
			}
		}
	})
}

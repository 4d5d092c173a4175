package text

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
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

// examples are texts of forms, and what is nearly one.
var examples = []string{
	"18446744073709551615", "18446744073709551616", "340282366920938463463374607431768211455", "50ddd59901c00000",
	"507F1F77BCF86CD799439011", "0xff", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
	"01234567-89ab-4def-abcd-ef01-3456789", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "01BX5ZZKBKACTAV9WEVGEMMVRZ",
	"7zzzzzzzzzzzzzzzzzzzzzzzzz", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "FZZZZZZZZZZZZ", "G000000000000",
	"9m4e2mr0ui3e8a215n4g", "c6e52g2mrqcjl44hf179", "9M4E2MR0UI3E8A215N4G", "jpXCZedGfVQ", "jpXCZedGfVR",
	"YcVfxkQb6JRzqk5kF2tNLv", "1JERHwh5PXj", "LygHa16AHYF", "LygHa16AHYG", "7n42DGM5Tflk9n8mt7Fhc7",
	"aWgEPTl1tmebfsQzFP4bxwgy80V", "08HFaR8qWtRlGDHnO57", "__________8", "__________9", "AAAAAAAAAAAAAAAAAAAAAA",
	"0u375nxqh5cq", "3w5e11264sgsf", "3w5e11264sgsg", "f5lxx1zz5pnorynqglhzmsp33", "32CQvwbvpbnkmkhhguznVH",
	"oZEq7ovRbLq6UnGMPwc8B5", "oZEq7ovRbLq6UnGMPwc8B6", "4jgmnx8Js8A", "jPXcyDFgFupZ", "b8wjm1zroyyyy",
	"yyyyyyyyyyyyy", "ybyPRoQWzX", "P__________", "A", "3jzfcijpj2z2a", "zzzzzzzzzzzzz", "F~~~~~~~~~~",
	"G0000000000", "199C01B66595861C", "199C01B6659-5861C", "199C01B665-95861C", "202601310001",
	"20260131000000000000001", "202602300001", "20260131999999999", "99991231000001073741823",
	"AX8i4nmwfMOYxNwMDAc5jw==", "//////////8=", "////////////////", "JaO7KT4W5fAe", "5VQVRUcG2BMB",
	"00000**00000", "abcd_2adnrb7b6jkyos6xusvmaa", "zzzz_zzzzzzzzzzzzzzzzzzzzzz", "USER_2accvpp5guht4dts56je5a",
	"abcd2_adnrb7b6jkyos6xusvmaa", "_____2adnrb7b6jkyos6xusvmaa", "aaaaaaaaaaaaaaaaaaaaaaaaaa",
	"EA2GQ6IT44X7C7AJ2BGXU5WEAJ", "ea2gq6it44x7c7aj2bgxu5weaz", "1a2gq6it44x7c7aj2bgxu5weaj",
	"EBdYYqP7vH96E8SLjJaTH_J", "A111111111111111______A", "A1111111111111111_____A", "A_____________________A",
	"EzzzzzzzzzzzzzzzzzzzzzJ", "E1_______________1____J", "EBo0PInzl_i-BOgmvTtiAJ", "EBo0PInzl_i-BOgmvTtiAj",
	"QAAAAAAAAAAAAAAAAAAAAA", "37U5o", "ciNixiq", "20L2JaLj3o", "LygHa16AHYF", "LygHa16AHYG", "037U5o",
	"01h455vb4pex5vsknk084sn02q", "01H455VB4PEX5VSKNK084SN02Q", "8zzzzzzzzzzzzzzzzzzzzzzzzz",
	"-KKuid1F000000000000", "-KKuid1F0000 0000000", "zzzzzzzzzzzzzzzzzzzz", "brpk4q72xwf2m63l",
	"yrpk4q72xwf2m63l", "5sWHDYs0csV6RS48xBl0tH", "zzzzzzzzzzzzzzzzzzzzzz",
	"", "0", "1", "-1", " 7", "\xff", "１", "ſ", "K", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
}

// FuzzText: whatever is given, as a text of each form: Parse never panics, its error has a reason, and what it accepts
// is what Append writes.
func FuzzText(f *testing.F) {
	texts := slices.Clone(examples)
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

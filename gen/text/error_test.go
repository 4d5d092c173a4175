package text

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"idscope/gen/fault"
)

func TestTextRefused(t *testing.T) {
	var (
		snowflake = Text{Form: Decimal}
		objectID  = Text{Form: Hex}
		uuid      = Text{Form: UUID}
		ulid      = Text{Form: Crockford}
		xid       = Text{Form: Base32Hex}
		frost     = Text{Form: Base58}
		flake     = Text{Form: Base62}
		timeflake = Text{Base62, 22}
		youtube   = Text{Form: Base64URL}
		raw       = Text{Form: Raw}
		tid       = Text{Form: Base32Sort}
		nano64    = Text{Form: HexDashed}
		padded    = Text{Form: Base64Std}
		date      = Text{Form: DateDigits}
	)
	tests := []struct {
		name   string
		text   Text
		bits   int
		given  string
		reason error
		want   string // the message; "" if the reason says enough
	}{
		{"empty", snowflake, 64, "", ErrEmpty, `"" is empty; use 1 to 20 decimal digits`},
		{"minus", snowflake, 64, "-1541815603606036480", ErrNegative,
			`"-1541815603606036480" is negative; use 1 to 20 decimal digits`},
		{"minus only", snowflake, 64, "-", ErrFormat, ""},
		{"plus", snowflake, 64, "+1541815603606036480", ErrFormat, ""},
		{"thousands", snowflake, 64, "175,928847299117063", ErrFormat,
			`"175,928847299117063" has "," as character 4; use 1 to 20 decimal digits`},
		{"underscore", snowflake, 64, "582_8128208445124608", ErrFormat, ""},
		{"point", snowflake, 64, "5828128208445124608.0", ErrFormat, ""},
		{"exponent", snowflake, 64, "1e18", ErrFormat, ""},
		{"hexadecimal", snowflake, 64, "0x02308150ec000000", ErrFormat, ""},
		{"full-width digits", snowflake, 64, "１８０", ErrAlphabet,
			`"１８０" has "１" as character 1; use 1 to 20 decimal digits`},
		{"2^64", snowflake, 64, "18446744073709551616", ErrOverflow,
			`"18446744073709551616" needs more than 64 bits; use at most 18446744073709551615`},
		{"2^63 in 63 bits", snowflake, 63, "9223372036854775808", ErrOverflow, ""},
		{"2^192", snowflake, 192, "6277101735386680763835789423207666416102355444464034512896", ErrOverflow, ""},
		{"10,000 nines", snowflake, 64, strings.Repeat("9", 10000), ErrOverflow,
			`"` + strings.Repeat("9", 48) + `..." needs more than 64 bits; use at most 18446744073709551615`},
		{"zero in front", snowflake, 64, "007", ErrNonCanonical,
			`"007" starts with a needless "0"; use 1 to 20 decimal digits`},
		{"more zeros than the width", Text{Decimal, 3}, 64, "0007", ErrNonCanonical, ""},
		{"fewer than the width", Text{Decimal, 3}, 64, "07", ErrLength, ""},
		{"newline", snowflake, 64, "20\n", ErrWhitespace, `"20\n" contains white space; use 1 to 20 decimal digits`},
		{"ideographic blank", snowflake, 64, "20\u3000", ErrWhitespace, ""},

		{"one digit missing", objectID, 96, "56e1fc72e0c917e9c471416", ErrLength,
			`"56e1fc72e0c917e9c471416" is 23 characters; use 24 hexadecimal digits`},
		{"NUL", objectID, 96, "\x00", ErrAlphabet, `"\x00" has "\x00" as character 1; use 24 hexadecimal digits`},
		{"more than 10 bits in 3 digits", objectID, 10, "400", ErrOverflow,
			`"400" needs more than 10 bits; use at most 3ff`},
		{"padding that is not a zero", Text{Hex, 20}, 64, "1000000000000000002a", ErrOverflow, ""},
		{"beyond 192 bits", Text{Hex, 60}, 192, "1" + strings.Repeat("0", 59), ErrOverflow, ""},

		{"hyphen for digit", uuid, 128, "01234567-89ab-4def-abcd-ef01-3456789", ErrFormat, ""},
		{"hyphen moved", uuid, 128, "82f1dd3cd-e95-075b-93ff-a240f135f8fd", ErrFormat,
			`"82f1dd3cd-e95-075b-93ff-a240f135f8fd" has hyphens out of place; ` +
				"use 36 characters, hexadecimal digits as 8-4-4-4-12"},
		{"digit for hyphen", uuid, 128, "01234567-89ab-4def-abcddef0123456789", ErrFormat, ""},
		{"letter for hyphen", uuid, 128, "f47ac10b-58cc-53723a567-0e02b2c3d479", ErrFormat, ""},

		{"first symbol 8", ulid, 128, "8ZZZZZZZZZABCDEFGHJKMNPQRS", ErrOverflow,
			`"8ZZZZZZZZZABCDEFGHJKMNPQRS" needs more than 128 bits; use at most 7ZZZZZZZZZZZZZZZZZZZZZZZZZ`},
		{"first of 39 symbols", ulid, 192, "4" + strings.Repeat("0", 38), ErrOverflow, ""},
		{"I for 1", ulid, 128, "2D9RW50IA499CMAGHM6DD42DTP", ErrAlphabet,
			`"2D9RW50IA499CMAGHM6DD42DTP" has "I" as character 8; use 26 characters of Crockford base32`},
		{"27 symbols", ulid, 128, "01BTGNYV6HRNK8K8VKZASZCFPEE", ErrLength,
			`"01BTGNYV6HRNK8K8VKZASZCFPEE" is 27 characters; use 26 characters of Crockford base32`},
		{"UPID with its underscore moved", Text{Form: UPIDText}, 128, "abc_d2adnrb7b6jkyos6xusvmaa", ErrFormat,
			`"abc_d2adnrb7b6jkyos6xusvmaa" has its underscore out of place; ` +
				"use 27 characters of 2-7a-z, the fifth an underscore"},
		{"UPID whose version is too large", Text{Form: UPIDText}, 128, "zzzz_zzzzzzzzzzzzzzzzzzzzzz", ErrOverflow,
			`"zzzz_zzzzzzzzzzzzzzzzzzzzzz" needs more than 128 bits; use at most zzzz_zzzzzzzzzzzzzzzzzzzzjj`},
		{"NCName that begins with a digit", Text{Form: NCName64}, 128, "1AAAAAAAAAAAAAAAAAAAAA", ErrFormat,
			`"1AAAAAAAAAAAAAAAAAAAAA" has "1" at an end; use 22 characters of URL-safe base64, a letter A to P at both ends`},
		{"NCName in base58, too few symbols", Text{Form: NCName58}, 128, "A_____________________A", ErrNonCanonical, ""},
		{"padding that is not a zero", Text{Crockford, 15}, 64, "10FZZZZZZZZZZZZ", ErrOverflow, ""},

		{"stray bits", xid, 96, "c6e52g2mrqcjl44hf179", ErrNonCanonical,
			`"c6e52g2mrqcjl44hf179" ends in "9", which says more than the last bits; ` +
				"use 20 characters of base32hex, lower case"},
		{"12 bits, 13 given", xid, 12, "20", ErrLength, ""},
		{"12 bits, byte form too large", xid, 12, "2000", ErrOverflow, `"2000" needs more than 12 bits; use at most 1vvg`},

		{"zero symbol in front", frost, 64, "1JERHwh5PXj", ErrNonCanonical, ""},
		{"2^64", frost, 64, "jpXCZedGfVR", ErrOverflow, `"jpXCZedGfVR" needs more than 64 bits; use at most jpXCZedGfVQ`},

		{"zero in front", flake, 128, "08HFaR8qWtRlGDHnO57", ErrNonCanonical, ""},
		{"23 symbols, zeros in front", timeflake, 128, "0002HCZffkHWhKPVdXxs0YH", ErrLength, ""},

		{"stray bits", youtube, 64, "__________9", ErrNonCanonical, ""},
		{"invalid UTF-8", youtube, 64, "_________\xff8", ErrAlphabet,
			`"_________\xff8" has "\xff" as character 10; use 11 characters of URL-safe base64`},

		{"zero symbol in front", Text{Form: ZBase32}, 64, "yb8wjm1zroyy", ErrNonCanonical, ""},
		{"digit one", tid, 64, "3jzfcijpj2z21", ErrAlphabet,
			`"3jzfcijpj2z21" has "1" as character 13; use 13 characters of base32, 2-7 and a-z`},
		{"all z", tid, 64, "zzzzzzzzzzzzz", ErrOverflow,
			`"zzzzzzzzzzzzz" needs more than 64 bits; use at most jzzzzzzzzzzzz`},
		{"hyphen moved", nano64, 64, "199C01B665-95861C", ErrFormat,
			`"199C01B665-95861C" has hyphens out of place; use 17 characters, hexadecimal digits as 11-5`},
		{"padding inside", padded, 128, "AX8i4nmwfMOYxNwMDAc5=jw=", ErrFormat,
			`"AX8i4nmwfMOYxNwMDAc5=jw=" has its padding out of place; use 24 characters of standard base64`},
		{"symbols for padding", padded, 128, "AX8i4nmwfMOYxNwMDAc5jwAA", ErrFormat, ""},
		{"stray bits", padded, 128, "AX8i4nmwfMOYxNwMDAc5jx==", ErrNonCanonical, ""},

		{"no date", date, 58, "", ErrEmpty, `"" is empty; use 12 to 23 decimal digits, a date YYYYMMDD first`},
		{"a date alone", date, 58, "20260131", ErrLength,
			`"20260131" is 8 characters; use 12 to 23 decimal digits, a date YYYYMMDD first`},
		{"3 digits behind a date", date, 58, "20260131001", ErrLength, ""},
		{"30 February", date, 58, "202602300001", ErrFormat,
			`"202602300001" starts with 20260230, no date since 1970; ` +
				"use 12 to 23 decimal digits, a date YYYYMMDD first"},
		{"a sequence of 31 bits", date, 58, "202601311073741824", ErrOverflow,
			`"202601311073741824" has a sequence above 1073741823; use 12 to 23 decimal digits, a date YYYYMMDD first`},
		{"the most digits", date, 58, "20260131999999999999999", ErrOverflow, ""},

		{"7 of 8 bytes", raw, 64, "1234567", ErrLength, `"1234567" is 7 bytes; use 8 bytes`},
		{"12 bits, 13 given", raw, 12, "\x10\x00", ErrOverflow,
			`"\x10\x00" needs more than 12 bits; use at most "\x0f\xff"`},
	}
	for _, tt := range tests {
		_, err := tt.text.Parse([]byte(tt.given), tt.bits)
		if !errors.Is(err, tt.reason) {
			t.Errorf("%s: %+v.Parse(%.60q, %d) = %v; want the reason %v", tt.name, tt.text, tt.given, tt.bits, err, tt.reason)
			continue
		}
		if tt.want != "" && err.Error() != tt.want {
			t.Errorf("%s: %+v.Parse(%.60q, %d) = %v; want %s", tt.name, tt.text, tt.given, tt.bits, err, tt.want)
		}
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
	for _, f := range Forms() {
		if !f.Form.Encodes() {
			continue
		}
		text, id, bits := Text{Form: f.Form}, ID{Mid: 0x017f22e279b07cc3, Lo: 0x98c4dc0c0c07398f}, 128
		if !f.Form.fits(bits) {
			id.Mid, bits = 0, 64
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
		texts = append(texts, string(Text{Form: info.Form}.Append(nil, FromUint64(1541815603606036480), 64)))
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

package text

import (
	"bytes"
	"errors"
	"testing"
	"unicode/utf8"
)

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

// fuzzText holds that Parse never panics, and that what it accepts is what
// Append writes.
func fuzzText(f *testing.F, form Form, seeds ...string) {
	for _, s := range append(seeds, "", "0", "1", "-1", " 7", "\xff", "１", "ſ", "K",
		"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz") {
		f.Add([]byte(s), uint8(0), uint8(64))
		f.Add([]byte(s), uint8(0), uint8(96))
		f.Add([]byte(s), uint8(0), uint8(128))
		f.Add([]byte(s), uint8(27), uint8(160))
	}
	f.Fuzz(func(t *testing.T, s []byte, width, bits uint8) {
		text := Text{Form: form, Width: int(width)}
		id, err := text.Parse(s, int(bits))
		var te *Error
		if err != nil {
			if !errors.As(err, &te) || te.Class == "" || !utf8.ValidString(te.Error()) {
				t.Fatalf("%+v.Parse(%q, %d) = %#v; want a *Error with a class", text, s, bits, err)
			}
			return
		}
		if got := text.Append(nil, id, int(bits)); !sameText(form, got, s) {
			t.Fatalf("%+v.Parse(%q, %d) = %x, which is written %q; want the same text", text, s, bits, id, got)
		}
	})
}

func FuzzTextDecimal(f *testing.F) {
	fuzzText(f, Decimal, "18446744073709551615", "18446744073709551616", "340282366920938463463374607431768211455")
}

func FuzzTextHex(f *testing.F) {
	fuzzText(f, Hex, "50ddd59901c00000", "507F1F77BCF86CD799439011", "0xff")
}

func FuzzTextUUID(f *testing.F) {
	fuzzText(f, UUID, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "01234567-89ab-4def-abcd-ef01-3456789",
		"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")
}

func FuzzTextCrockford(f *testing.F) {
	fuzzText(f, Crockford, "01BX5ZZKBKACTAV9WEVGEMMVRZ", "7zzzzzzzzzzzzzzzzzzzzzzzzz", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
		"FZZZZZZZZZZZZ", "G000000000000")
}

func FuzzTextBase32Hex(f *testing.F) {
	fuzzText(f, Base32Hex, "9m4e2mr0ui3e8a215n4g", "c6e52g2mrqcjl44hf179", "9M4E2MR0UI3E8A215N4G")
}

func FuzzTextBase58(f *testing.F) {
	fuzzText(f, Base58, "jpXCZedGfVQ", "jpXCZedGfVR", "YcVfxkQb6JRzqk5kF2tNLv", "1JERHwh5PXj")
}

func FuzzTextBase62(f *testing.F) {
	fuzzText(f, Base62, "LygHa16AHYF", "LygHa16AHYG", "7n42DGM5Tflk9n8mt7Fhc7", "aWgEPTl1tmebfsQzFP4bxwgy80V",
		"08HFaR8qWtRlGDHnO57")
}

func FuzzTextBase64(f *testing.F) {
	fuzzText(f, Base64URL, "__________8", "__________9", "AAAAAAAAAAAAAAAAAAAAAA")
}

func FuzzTextBase36(f *testing.F) {
	fuzzText(f, Base36, "0u375nxqh5cq", "3w5e11264sgsf", "3w5e11264sgsg", "f5lxx1zz5pnorynqglhzmsp33")
}

func FuzzTextBase57(f *testing.F) {
	fuzzText(f, Base57, "32CQvwbvpbnkmkhhguznVH", "oZEq7ovRbLq6UnGMPwc8B5", "oZEq7ovRbLq6UnGMPwc8B6")
}

func FuzzTextBase58Flickr(f *testing.F) { fuzzText(f, Base58Flickr, "4jgmnx8Js8A", "jPXcyDFgFupZ") }

func FuzzTextZBase32(f *testing.F) { fuzzText(f, ZBase32, "b8wjm1zroyyyy", "yyyyyyyyyyyyy") }

func FuzzTextShortcode(f *testing.F) { fuzzText(f, Shortcode, "ybyPRoQWzX", "P__________", "A") }

func FuzzTextBase32Sort(f *testing.F) { fuzzText(f, Base32Sort, "3jzfcijpj2z2a", "zzzzzzzzzzzzz") }

func FuzzTextBase64Sort(f *testing.F) { fuzzText(f, Base64Sort, "F~~~~~~~~~~", "G0000000000") }

func FuzzTextHexUpper(f *testing.F) { fuzzText(f, HexUpper, "199C01B66595861C") }

func FuzzTextHexDashed(f *testing.F) {
	fuzzText(f, HexDashed, "199C01B6659-5861C", "199C01B665-95861C")
}

func FuzzTextDateDigits(f *testing.F) {
	fuzzText(f, DateDigits, "202601310001", "20260131000000000000001", "202602300001", "20260131999999999",
		"99991231000001073741823")
}

func FuzzTextBase64Std(f *testing.F) {
	fuzzText(f, Base64Std, "AX8i4nmwfMOYxNwMDAc5jw==", "//////////8=", "////////////////")
}

func FuzzTextBase43(f *testing.F) {
	fuzzText(f, Base43, "JaO7KT4W5fAe", "5VQVRUcG2BMB", "00000**00000")
}

func FuzzTextUPID(f *testing.F) {
	fuzzText(f, UPIDText, "abcd_2adnrb7b6jkyos6xusvmaa", "zzzz_zzzzzzzzzzzzzzzzzzzzzz", "USER_2accvpp5guht4dts56je5a",
		"abcd2_adnrb7b6jkyos6xusvmaa", "_____2adnrb7b6jkyos6xusvmaa")
}

func FuzzTextNCName32(f *testing.F) {
	fuzzText(f, NCName32, "aaaaaaaaaaaaaaaaaaaaaaaaaa", "EA2GQ6IT44X7C7AJ2BGXU5WEAJ", "ea2gq6it44x7c7aj2bgxu5weaz",
		"1a2gq6it44x7c7aj2bgxu5weaj")
}

func FuzzTextNCName58(f *testing.F) {
	fuzzText(f, NCName58, "EBdYYqP7vH96E8SLjJaTH_J", "A111111111111111______A", "A1111111111111111_____A",
		"A_____________________A", "EzzzzzzzzzzzzzzzzzzzzzJ", "E1_______________1____J")
}

func FuzzTextNCName64(f *testing.F) {
	fuzzText(f, NCName64, "EBo0PInzl_i-BOgmvTtiAJ", "EBo0PInzl_i-BOgmvTtiAj", "QAAAAAAAAAAAAAAAAAAAAA")
}

func FuzzTextSnowdrop(f *testing.F) {
	fuzzText(f, SnowdropText, "37U5o", "ciNixiq", "20L2JaLj3o", "LygHa16AHYF", "LygHa16AHYG", "037U5o")
}

func FuzzTextCrockfordLower(f *testing.F) {
	fuzzText(f, CrockfordLower, "01h455vb4pex5vsknk084sn02q", "01H455VB4PEX5VSKNK084SN02Q", "8zzzzzzzzzzzzzzzzzzzzzzzzz")
}

func FuzzTextBase64Push(f *testing.F) {
	fuzzText(f, Base64Push, "-KKuid1F000000000000", "-KKuid1F0000 0000000", "zzzzzzzzzzzzzzzzzzzz")
}

func FuzzTextBase32Sno(f *testing.F) { fuzzText(f, Base32Sno, "brpk4q72xwf2m63l", "yrpk4q72xwf2m63l") }

func FuzzTextBase62Lower(f *testing.F) {
	fuzzText(f, Base62Lower, "5sWHDYs0csV6RS48xBl0tH", "zzzzzzzzzzzzzzzzzzzzzz")
}

// Any form, of the table as it stands.
func FuzzText(f *testing.F) {
	for _, info := range Forms() {
		s := Text{Form: info.Form}.Append(nil, FromUint64(1541815603606036480), 64)
		f.Add(s, uint8(info.Form), uint8(0), uint8(64))
	}
	f.Fuzz(func(t *testing.T, s []byte, form, width, bits uint8) {
		text := Text{Form: Form(form), Width: int(width)}
		id, err := text.Parse(s, int(bits))
		if err != nil {
			return
		}
		if got := text.Append(nil, id, int(bits)); !bytes.EqualFold(got, s) {
			t.Fatalf("%+v.Parse(%q, %d) = %x, which is written %q; want the same text", text, s, bits, id, got)
		}
	})
}

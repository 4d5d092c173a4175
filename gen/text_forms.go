package gen

import (
	"fmt"
	"strings"
)

// FormInfo is a form as users choose it: the value of a flag and its help.
type FormInfo struct {
	Form Form
	Name string
	Help string
	unit string // what the text consists of, for errors
}

// Forms lists the forms that are offered for every identifier, in the order of
// the constants. The slice is the caller's own.
func Forms() []FormInfo {
	return []FormInfo{
		{Decimal, "int", "decimal integer", "decimal digits"},
		{Hex, "hex", "hexadecimal, lower case, full width", "hexadecimal digits"},
		{UUID, "uuid", "8-4-4-4-12 hexadecimal digits, 128 bits only", "characters, hexadecimal digits as 8-4-4-4-12"},
		{Crockford, "base32", "Crockford's base32 of the integer, full width", "characters of Crockford base32"},
		{Base32Hex, "base32hex", "base32hex of the bytes, lower case, no padding", "characters of base32hex, lower case"},
		{Base58, "base58", "the integer in Bitcoin's base58 alphabet", "characters of base58"},
		{Base62, "base62", "the integer in 0-9A-Za-z", "characters of base62"},
		{Base64URL, "base64", "URL-safe base64 of the bytes, no padding", "characters of URL-safe base64"},
		{Raw, "raw", "the bytes, big-endian, no separator", "bytes"},
	}
}

// MoreForms lists the forms that single schemes use, in the order of the
// constants, which is behind those of Forms. The slice is the caller's own.
func MoreForms() []FormInfo {
	return []FormInfo{
		{Base36, "base36", "the integer in 0-9a-z", "characters of base36"},
		{Base57, "base57", "the integer in ShortUUID's base57 alphabet", "characters of base57"},
		{Base58Flickr, "base58flickr", "the integer in Flickr's base58 alphabet, small letters first", "characters of base58"},
		{ZBase32, "zbase32", "the integer in z-base-32", "characters of z-base-32"},
		{Shortcode, "shortcode", "the integer in the symbols of URL-safe base64", "characters of URL-safe base64"},
		{Base32Sort, "base32sort", "the integer in 2-7a-z, full width", "characters of base32, 2-7 and a-z"},
		{Base64Sort, "base64sort", "the integer in 0-9A-Z_a-z~, full width", "characters of 0-9A-Z_a-z~"},
		{HexUpper, "hexupper", "hexadecimal, upper case, full width", "hexadecimal digits"},
		{HexDashed, "hexdashed", "hexadecimal, upper case, as 11-5, 64 bits only", "characters, hexadecimal digits as 11-5"},
		{Base64Std, "base64std", "standard base64 of the bytes, padded", "characters of standard base64"},
		{DateDigits, "datedigits", "a date YYYYMMDD and 4 to 15 digits, 58 bits only", "decimal digits, a date YYYYMMDD first"},
		{CrockfordLower, "base32lower", "Crockford's base32 in lower case, full width", "characters of Crockford base32, lower case"},
		{Base64Push, "base64push", "the integer in -0-9A-Z_a-z, full width", "characters of -0-9A-Z_a-z"},
		{Base32Sno, "base32sno", "the integer in 2-9a-x, full width", "characters of 2-9a-x"},
		{Base62Lower, "base62lower", "the integer in 0-9a-zA-Z, small letters first", "characters of base62"},
		{Base43, "base43", "the integer in 0-9A-Za-g", "characters of 0-9A-Za-g"},
		{UPIDText, "upid", "UPID: prefix, _, time, random bits, version, 128 bits only", "characters of 2-7a-z, the fifth an underscore"},
		{NCName32, "ncname32", "UUID as a name: base32 between two letters, 128 bits only", "characters of base32, a letter A to P at both ends"},
		{NCName58, "ncname58", "UUID as a name: base58 between two letters, 128 bits only", "characters of base58, a letter A to P at both ends"},
		{NCName64, "ncname64", "UUID as a name: base64 between two letters, 128 bits only", "characters of URL-safe base64, a letter A to P at both ends"},
		{SnowdropText, "snowdrop", "Snowdrop's base62, sequence first, 64 bits only", "characters of base62"},
	}
}

// FormNamed returns the form of that name; its error lists the names of Forms.
func FormNamed(name string) (Form, error) {
	for _, f := range append(Forms(), MoreForms()...) {
		if f.Name == name {
			return f.Form, nil
		}
	}
	return 0, fmt.Errorf("form %q does not exist; want %s", name, formNames())
}

// String returns the name of the form.
func (f Form) String() string {
	if f < Decimal || int(f) > len(Forms())+len(MoreForms()) {
		return fmt.Sprintf("form %d", uint8(f))
	}
	return f.info().Name
}

// Check says what keeps t from writing identifiers of that size, nil if
// nothing: the form must exist, the size be 1 to 192, and the one that the
// form is for where it has one; Width is 0 or, in a number form, at least the
// longest text's, so that all texts are of one length; in Base36 one less will
// do. The other methods do not check.
func (t Text) Check(bits int) error {
	_, longest := Text{Form: t.Form}.Len(bits)
	switch {
	case longest == 0:
		return fmt.Errorf("%v of text does not exist; want %s", t.Form, formNames())
	case bits < 1 || bits > MaxBits:
		return fmt.Errorf("text of %d bits is out of range; want 1 to %d", bits, MaxBits)
	case t.Form.Size() > 0 && bits != t.Form.Size():
		return fmt.Errorf("form %v has no room for %d bits; want %d", t.Form, bits, t.Form.Size())
	case t.Width != 0 && !t.Form.number():
		return fmt.Errorf("width %d does not fit form %v; want 0", t.Width, t.Form)
	case t.Width != 0 && t.Width < longest && (t.Form != Base36 || t.Width < longest-1):
		return fmt.Errorf("width %d is too small for %d bits in form %v; want 0, or %d and more", t.Width, bits, t.Form, longest)
	}
	return nil
}

// Size is the number of bits of the only identifiers that the form can write; 0
// where it writes all sizes.
func (f Form) Size() int {
	switch f {
	case UUID, UPIDText, NCName32, NCName58, NCName64:
		return 128
	case HexDashed, SnowdropText:
		return 64
	case DateDigits:
		return dateDigitsBits
	}
	return 0
}

// number reports whether the form is the integer in some base, which Width pads.
func (f Form) number() bool {
	switch f {
	case Base32Hex, Base64URL, Base64Std, Raw:
		return false
	}
	return f.Size() == 0
}

// info returns the declaration of a form that exists.
func (f Form) info() FormInfo {
	if f > Raw {
		return MoreForms()[f-Raw-1]
	}
	return Forms()[f-Decimal]
}

func formNames() string {
	var names []string
	for _, f := range Forms() {
		names = append(names, f.Name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

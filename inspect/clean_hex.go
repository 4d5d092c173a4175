package inspect

import (
	"encoding/base64"
	"strings"
)

// unwrap understands the prefixes that are a standard's own way to write: 0x and
// bytes in hexadecimal apart by blanks, urn:uuid: (RFC 9562 section 4), and the
// braces of a GUID. Other text it leaves as it is.
func unwrap(text string) pasted {
	const urn = "urn:uuid:"
	switch n := len(text); {
	case n > 2 && (text[:2] == "0x" || text[:2] == "0X"):
		if digits := text[2:]; isHex(digits) {
			return pasted{padHex(digits), hexForms}
		}
	case n == len(urn)+36 && strings.EqualFold(text[:len(urn)], urn):
		return pasted{text[len(urn):], uuidForm}
	case n == 38 && text[0] == '{' && text[n-1] == '}':
		return pasted{text[1 : n-1], uuidForm}
	case n >= 5 && n <= 3*24 && n%3 == 2 && text[2] == ' ':
		if digits := strings.ReplaceAll(text, " ", ""); isHex(digits) && strings.Count(text, " ") == n/3 &&
			2*(n/3)+2 == len(digits) {
			return pasted{digits, hexForms}
		}
	}
	return pasted{text, anyForm}
}

// padHex fills hexadecimal digits up with zeros to 64, 96, 128, 160 or 192 bits.
func padHex(digits string) string {
	for _, n := range [...]int{16, 24, 32, 40, 48} {
		if len(digits) <= n {
			return strings.Repeat("0", n-len(digits)) + digits
		}
	}
	return digits
}

func isHex(s string) bool {
	return s != "" && strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

// numeric reports whether a text consists of decimal digits, and of hyphens and
// underscores as negative numbers, dates and telephone numbers have them.
func numeric(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

// wrapped is unwrap with the name of what was taken off, and with the ways in which
// databases write bytes in hexadecimal: X'...' of SQL, \x... of PostgreSQL.
func wrapped(text string) (p pasted, kind string) {
	n := len(text)
	switch {
	case n > 3 && text[0]|' ' == 'x' && text[1] == '\'' && text[n-1] == '\'' && isHex(text[2:n-1]):
		return pasted{text[2 : n-1], hexForms}, "the X'' of SQL was left out: read as hexadecimal"
	case n > 2 && text[0] == '\\' && text[1]|' ' == 'x' && isHex(text[2:]):
		return pasted{text[2:], hexForms}, "the prefix \\x was left out: read as hexadecimal"
	}
	p = unwrap(text)
	switch {
	case p.forms == anyForm:
		return p, ""
	case p.forms == uuidForm && text[0] == '{':
		return p, "braces around it were left out"
	case p.forms == uuidForm:
		return p, "the prefix urn:uuid: was left out"
	case text[1] == 'x' || text[1] == 'X':
		return p, "the prefix 0x was left out: read as hexadecimal"
	}
	return p, "blanks between bytes were left out: read as hexadecimal"
}

// encodedNumber decodes standard base64 of a decimal number, as bwmarrin's
// snowflakes write it; empty for other text.
func encodedNumber(text string) string {
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(b) < 8 || len(b) > 20 || strings.Trim(string(b), "0123456789") != "" {
		return ""
	}
	return string(b)
}

package inspect

import (
	"encoding/base64"
	"strings"
)

// clean takes off what stands around a pasted identifier and names each step:
// blanks, one trailing comma, one balanced pair of quotes or braces. Prefixes
// follow in [unwrap]. Brackets stay: no notation of identifiers has them.
func clean(text string) (cleaned string, steps []string) {
	cleaned = text
	step := func(to, words string) {
		if to != cleaned {
			cleaned = to
			steps = append(steps, words)
		}
	}
	step(strings.TrimSpace(cleaned), "blanks around it were left out")
	if rest, ok := strings.CutSuffix(cleaned, ","); ok {
		step(strings.TrimSpace(rest), "a trailing comma was left out")
	}
	if inside, pair := unpair(cleaned); pair != "" {
		step(strings.TrimSpace(inside), pair+" around it were left out")
	}
	return cleaned, steps
}

// pairs are the marks that stand around a pasted identifier.
var pairs = [...]struct{ open, close, name string }{
	{`"`, `"`, "quotes"}, {"'", "'", "quotes"}, {"`", "`", "quotes"}, {"\u201c", "\u201d", "quotes"}, {"\u2018", "\u2019", "quotes"},
	{"{", "}", "braces"},
}

func unpair(text string) (inside, name string) {
	for _, p := range pairs {
		if len(text) > len(p.open)+len(p.close) && strings.HasPrefix(text, p.open) && strings.HasSuffix(text, p.close) {
			return text[len(p.open) : len(text)-len(p.close)], p.name
		}
	}
	return text, ""
}

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
		if digits := strings.ReplaceAll(text, " ", ""); isHex(digits) && strings.Count(text, " ") == n/3 && 2*(n/3)+2 == len(digits) {
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

// readPasted cleans a text and reads it.
func (in *Inspector) readPasted(r *Result) {
	if text, kind := wrapped(r.Input); kind != "" { // a prefix that cleaning would break
		r.Cleaned = text.text
		r.warn(kind)
		in.read(r, text)
		return
	}
	var steps []string
	r.Cleaned, steps = clean(r.Input)
	r.Warnings = append(r.Warnings, steps...)
	if text, kind := wrapped(r.Cleaned); kind != "" {
		r.Cleaned = text.text
		r.warn(kind)
		in.read(r, text)
		return
	}
	if parts := urlParts(r.Cleaned); parts != nil {
		if in.read(r, pasted{r.Cleaned, anyForm}); len(r.Readings) > 0 {
			return // a URL stands inside an identifier
		}
		r.RuledOut = r.RuledOut[:0]
		in.readURL(r, parts)
		return
	}
	in.read(r, pasted{r.Cleaned, anyForm})
	if len(r.Readings) == 0 {
		if number := encodedNumber(r.Cleaned); number != "" {
			r.Cleaned = number
			r.RuledOut = r.RuledOut[:0]
			r.warn("base64 of a decimal number was decoded")
			in.read(r, pasted{number, anyForm})
		}
	}
}

// wrapped is unwrap with the name of what was taken off.
func wrapped(text string) (p pasted, kind string) {
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

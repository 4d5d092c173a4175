package inspect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What is pasted has wrappers around it: quotes, a name, a call, a comma. They are
// taken off one after the other, from outside to inside, until what is left is an
// identifier; each step is named. What is taken off and what is left are the text.

// peeled is a text with what was taken off it in one step; words is empty for nothing.
type peeled struct {
	before, rest, after string
	words               string
}

// clean takes off what stands around every pasted text: blanks, a trailing comma or
// semicolon, balanced quotes, braces and brackets. It names each step.
func clean(text string) (cleaned string, steps []string) {
	for len(steps) < mostSteps {
		p := outer(text)
		if p.words == "" {
			break
		}
		text = p.rest
		steps = append(steps, p.words)
	}
	return text, steps
}

// mostSteps is how many wrappers are taken off at most.
const mostSteps = 12

// outer takes one such wrapper off.
func outer(text string) peeled {
	if rest := strings.TrimSpace(text); rest != text {
		at := strings.Index(text, rest)
		return peeled{text[:at], rest, text[at+len(rest):], "blanks around it were left out"}
	}
	for _, mark := range [...][2]string{{",", "a trailing comma was left out"},
		{";", "a trailing semicolon was left out"}} {
		if rest, ok := strings.CutSuffix(text, mark[0]); ok && rest != "" {
			return peeled{"", rest, mark[0], mark[1]}
		}
	}
	for _, p := range pairs {
		if len(text) <= len(p.open)+len(p.close) || !strings.HasPrefix(text, p.open) || !strings.HasSuffix(text, p.close) {
			continue
		}
		if inside := text[len(p.open) : len(text)-len(p.close)]; p.open != p.close || !strings.Contains(inside, p.open) {
			return peeled{p.open, inside, p.close, p.name + " around it were left out"}
		}
	}
	return peeled{rest: text}
}

// pairs are the marks that stand around a pasted identifier.
var pairs = [...]struct{ open, close, name string }{
	{`"`, `"`, "quotes"}, {"'", "'", "quotes"}, {"`", "`", "quotes"}, {"\u201c", "\u201d", "quotes"},
	{"\u2018", "\u2019", "quotes"}, {"\u00ab", "\u00bb", "quotes"},
	{`\"`, `\"`, "escaped quotes"}, {"{", "}", "braces"}, {"[", "]", "brackets"}, {"(", ")", "brackets"},
	{"<@!", ">", "the marks of a mention"}, {"<@&", ">", "the marks of a mention"},
	{"<@", ">", "the marks of a mention"}, {"<#", ">", "the marks of a mention"}, {"<", ">", "brackets"},
}

// unnamed takes off a name before an identifier: of a call, as in ObjectId("..."), of a
// key, as in id=... and "id": "...".
func unnamed(text string) peeled {
	name := nameLen(text)
	if name == 0 {
		return peeled{rest: text}
	}
	if rest := text[name:]; strings.HasPrefix(rest, "(") && strings.HasSuffix(rest, ")") && len(rest) > 2 {
		inside := rest[1 : len(rest)-1]
		if text[:name] == "BinData" { // whose first argument is the kind of bytes
			if kind, bytes, ok := strings.Cut(inside, ","); ok && len(kind) == 1 {
				inside = strings.TrimLeft(bytes, " ")
			}
		}
		return peeled{text[:len(text)-len(inside)-1], inside, ")", "the call of " + text[:name] + " around it was left out"}
	}
	rest := strings.TrimLeft(text[name:], " \t")
	mark := 0
	for mark < len(rest) && strings.IndexByte(":=>", rest[mark]) >= 0 {
		mark++
	}
	if mark == 0 || mark > 2 || strings.HasPrefix(rest, "://") {
		return peeled{rest: text}
	}
	if rest = strings.TrimLeft(rest[mark:], " \t"); rest == "" {
		return peeled{rest: text}
	}
	before := text[:len(text)-len(rest)]
	return peeled{before, rest, "", "the name " + strings.Trim(text[:name], `"'`) + " before it was left out"}
}

// nameLen is the length of the name that a text begins with, quotes included: it
// begins with a letter, $ or _, or with hyphens as a flag. 0 is none.
func nameLen(text string) int {
	if text == "" {
		return 0
	}
	if q := text[0]; q == '"' || q == '\'' {
		if end := strings.IndexByte(text[1:], q); end > 0 && nameLen(text[1:1+end]) == end {
			return end + 2
		}
		return 0
	}
	at := 0
	for at < len(text) && at < 2 && text[at] == '-' {
		at++
	}
	if at == len(text) || symbolKind(text[at])%3 == 0 && text[at] != '_' && text[at] != '$' {
		return 0
	}
	for at < len(text) && (symbolKind(text[at]) < 3 || strings.IndexByte("_.$-@", text[at]) >= 0) {
		at++
	}
	return at
}

// visible takes out of a text what is not seen, and was pasted with it: marks of byte
// order, of zero width and of direction, and the colours of a terminal; and reads
// dashes as hyphens. It names each step.
func visible(text string) (seen string, steps []string) {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == '\x1b' || r >= utf8.RuneSelf }) {
		return text, nil
	}
	var b strings.Builder
	var marks, colours, dashes bool
	for i := 0; i < len(text); {
		if n := colour(text[i:]); n > 0 {
			i, colours = i+n, true
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteByte(text[i])
		case unicode.Is(unicode.Cf, r):
			marks = true
		case r >= '\u2010' && r <= '\u2015' || r == '\u2212':
			b.WriteByte('-')
			dashes = true
		default:
			b.WriteString(text[i : i+size])
		}
		i += size
	}
	for _, step := range [...]struct {
		was   bool
		words string
	}{{marks, "marks that are not seen were left out"}, {colours, "the colours of a terminal were left out"},
		{dashes, "dashes were read as hyphens"}} {
		if step.was {
			steps = append(steps, step.words)
		}
	}
	return b.String(), steps
}

// colour is the length of a sequence at the start of a text that colours it, or erases
// to the end of the line, as grep does behind colours (ECMA-48: ESC [ or U+009B, numbers,
// m or K); 0 for none. Others are shown as what they are.
func colour(text string) int {
	at := 0
	switch {
	case strings.HasPrefix(text, "\x1b["):
		at = 2
	case strings.HasPrefix(text, "\u009b"):
		at = len("\u009b")
	default:
		return 0
	}
	for at < len(text) && text[at] >= 0x30 && text[at] <= 0x3f {
		at++
	}
	if at < len(text) && (text[at] == 'm' || text[at] == 'K') {
		return at + 1
	}
	return 0
}

package inspect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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

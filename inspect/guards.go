package inspect

import (
	"iter"
	"strings"

	"idscope/gen"
	"idscope/gen/secret"
	"idscope/inspect/known"
)

// guards decide what of a text is secret, for all that is printed: a text that was
// declared to come before secrets and what has the length and the symbols of one, or
// nearly so (a key with a typing error is as good as shown), the value of a secret key of
// AWS, the number of a payment card, a password in an address. They never change.
type guards struct {
	ends map[uint16][]guard // by their last two symbols, in small letters
	last [256]symbolSet     // whether there are any, by the same
}

// guard is a text that a secret follows.
type guard struct {
	text    string
	symbols symbolSet // of what its declaration has behind it
	least   int       // how many of them, at least
	mixed   bool      // some are digits and small and large letters
	token   bool      // some are digits and letters
}

// The lengths below which what follows a guard is no secret: a broken one, a broken token,
// and letters alone behind a guard that is a word of programs too.
const leastSecret, leastToken, leastLetters = 8, 20, 16

var allGuards lazy[*guards]

// newGuards returns the guards that schemes declare, and those of secretForms.
func newGuards() *guards {
	g := &guards{ends: map[uint16][]guard{}}
	for _, s := range known.Guarded() {
		for i, part := range s.Pattern {
			if len(part.Guards) == 0 {
				continue
			}
			it := guard{least: leastLetters}
			least := 0
			for _, behind := range s.Pattern[i+1:] {
				it.symbols = it.symbols.or(symbolsOf(behind.Alphabet+strings.Join(behind.Texts, ""), false))
				shortest, _ := gen.Pattern{behind}.Len()
				least += shortest
			}
			if it.token = s.Format == gen.FormatToken; it.token {
				it.least = least
			}
			for _, it.text = range part.Guards {
				// of GitLab and Slack some are digits and small letters
				it.mixed = it.token && !strings.HasPrefix(it.text, "gl") && !strings.HasPrefix(it.text, "x")
				g.add(it)
			}
		}
	}
	for i := range secretForms {
		g.add(secretForms[i].guard())
	}
	return g
}

func (g *guards) add(it guard) {
	n := len(it.text)
	a, b := it.text[n-2]|' ', it.text[n-1]|' '
	g.last[a][b/64] |= 1 << (b % 64)
	g.ends[lastTwo(a, b)] = append(g.ends[lastTwo(a, b)], it)
}

func lastTwo(a, b byte) uint16 { return uint16(a|' ')<<8 | uint16(b|' ') }

// end reports false only where no guard ends with two symbols.
func (g *guards) end(a, b byte) bool {
	return g.last[a|' '].has(b | ' ')
}

// find returns the first secret of a text from a place on: what must not be shown of it,
// which is all but its last four symbols, of a short one and of a password all. It ends
// where a blank or a quote does. ok is false for none.
func (g *guards) find(text string, from int) (start, end int, ok bool) {
	var word word
	for i := from; i < len(text) && !ok; i++ {
		switch c := text[i]; {
		case c == '.':
			if start, end, ok = g.guarded(text, from, i+1, &word); !ok {
				start, end, ok = dottedSecret(text, from, i)
			}
		case c-'0' < 10:
			fraction := i > 1 && text[i-1] == '.' && symbolKind(text[i-2]) == 0
			if i == 0 || symbolKind(text[i-1]) == 3 && !fraction {
				start, end, ok = cardAt(text, i)
			}
		case c == ':' || c == '=':
			if start, end, ok = secret.PasswordAt(text, i); !ok && c == ':' {
				start, end, ok = dottedSecret(text, from, i)
			}
		case c|' ' == 's':
			if start, end, ok = awsSecretAt(text, i); ok {
				end = hiddenEnd(text, start, end)
			}
		case i > 0 && g.end(text[i-1], c):
			start, end, ok = g.guarded(text, from, i+1, &word)
		}
	}
	return start, end, ok
}

// Secrets yields the secrets of a text, in their order: what must not be shown of each.
func Secrets(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		g := allGuards.get(newGuards)
		for start, end, ok := g.find(text, 0); ok && yield(start, end); start, end, ok = g.find(text, end) {
		}
	}
}

// guarded finds what follows a guard that ends at a place, or a longer one that begins
// with it: sk-ant-api03- is shown, and not the sk- alone.
func (g *guards) guarded(text string, from, at int, word *word) (start, end int, ok bool) {
	start, end, ok = g.behind(text, from, at, word)
	for next := at; ok && next < start+longestGuard && next < word.end; next++ {
		if longer, to, more := g.behind(text, from, next+1, word); more && to == end && longer == next+1 {
			start = longer
		}
	}
	return start, end, ok
}

// longestGuard is longer than what one guard has behind another.
const longestGuard = 12

// behind finds what follows a guard that ends at a place.
func (g *guards) behind(text string, from, at int, word *word) (start, end int, ok bool) {
	if at-from < 2 || !g.end(text[at-2], text[at-1]) {
		return 0, 0, false
	}
	for _, it := range g.ends[lastTwo(text[at-2], text[at-1])] {
		if at-len(it.text) < from || !it.atEndOf(text[:at]) {
			continue
		}
		if at > word.end { // it is of another one
			*word = wordAt(text, at)
		}
		start, moded := at, false
		for _, mode := range [...]string{"org_", "live_", "test_"} {
			if !it.token && len(text)-start >= len(mode) && strings.EqualFold(text[start:start+len(mode)], mode) {
				start += len(mode)
				moded = true
			}
		}
		if it.accepts(text, start, word, moded) {
			return start, hiddenEnd(text, start, word.end), true
		}
	}
	return 0, 0, false
}

// atEndOf reports whether a text ends in the guard. One that does not begin with an
// underscore has to begin a word.
func (it *guard) atEndOf(text string) bool {
	at := len(text) - len(it.text)
	if at < 0 || !strings.EqualFold(text[at:], it.text) {
		return false
	}
	return it.text[0] == '_' || at == 0 || text[at-1] != '_' && symbolKind(text[at-1]) == 3
}

// word is what a text has up to its next blank or quote, looked at once for all the guards
// in it: a word of a long line may have thousands.
type word struct {
	end    int
	last   [4]int // where the last symbol of each kind is
	masked int    // where the last four asterisks begin
}

func wordAt(text string, at int) word {
	w := word{end: at, last: [4]int{-1, -1, -1, -1}}
	for w.end < len(text) && text[w.end] > ' ' && strings.IndexByte("\"'`<>", text[w.end]) < 0 {
		w.last[symbolKind(text[w.end])] = w.end
		w.end++
	}
	w.masked = at + strings.LastIndex(text[at:w.end], "****")
	return w
}

// accepts reports whether what follows the guard from a place on can be a secret; moded says
// that a word is between them which nothing but keys have.
func (it *guard) accepts(text string, start int, w *word, moded bool) bool {
	size := w.end - start
	switch {
	case w.masked >= start: // masked already
		return false
	case it.shaped(text[start:w.end]):
		return true
	}
	digits, small, large := w.last[0] >= start, w.last[1] >= start, w.last[2] >= start
	switch {
	case it.mixed:
		return size >= leastToken && digits && small && large
	case it.token:
		return size >= leastToken && digits && (small || large)
	}
	bar := strings.IndexByte(text[start:min(start+leastSecret, w.end)], '_') // of a word of programs: sk_X509_value
	return size >= leastSecret && (moded || w.last[0] > start+bar)
}

// shaped reports whether a text begins with the symbols of the declaration, as many as it
// has at least, whatever they are; of a token a few may lack and one may be wrong.
func (it *guard) shaped(text string) bool {
	missing, wrong := 0, 0
	if it.token {
		missing, wrong = it.least/8, 1
	}
	n := min(len(text), it.least)
	for i := range n {
		if !it.symbols.has(text[i]) {
			wrong--
		}
	}
	return wrong >= 0 && n >= it.least-missing
}

// hiddenEnd is where what must not be shown of a secret ends: before its last four symbols,
// of a short one and of one that ends otherwise at its end.
func hiddenEnd(text string, start, end int) int {
	const shown, least = 4, 12
	if end-start < least || strings.Trim(text[end-shown:end], plain) != "" {
		return end
	}
	return end - shown
}

const plain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// cardAt finds the number of a payment card whose first digit is at a place: without
// blanks, or with blanks or hyphens where cards have them.
func cardAt(text string, at int) (start, end int, ok bool) {
	digits, size := cardNumber(text[at:])
	if digits == "" {
		return 0, 0, false
	}
	end = at + size
	if rest := text[end:]; rest != "" && (symbolKind(rest[0]) < 3 ||
		(rest[0] == '.' || rest[0] == '-') && len(rest) > 1 && rest[1]-'0' < 10) {
		return 0, 0, false // a part of a longer number, or of an id such as a UUID
	}
	return at, hiddenEnd(text, at, end), true
}

// cardNumber returns the digits of the number of a payment card that a text begins with,
// and how many bytes of the text they are; "" for none.
func cardNumber(text string) (digits string, size int) {
	for size < len(text) && text[size]-'0' < 10 {
		size++
	}
	if known.IsCard(text[:size]) {
		return text[:size], size
	}
	for _, form := range [...]string{"dddd dddd dddd dddd", "dddd dddddd ddddd", "dddd dddddd dddd",
		"dddd dddd dddd dd"} {
		if n := len(form); size == 4 && len(text) >= n && writtenAs(text, form) {
			if digits = strings.ReplaceAll(text[:n], text[4:5], ""); known.IsCard(digits) {
				return digits, n
			}
		}
	}
	return "", 0
}

// writtenAs reports whether a text begins with digits where a form has d, and with the
// same mark, a blank or a hyphen, where it has a blank.
func writtenAs(text, form string) bool {
	for i := range len(form) {
		c := text[i]
		if digit := c-'0' < 10; digit != (form[i] == 'd') || !digit && (c != ' ' && c != '-' || c != text[4]) {
			return false
		}
	}
	return true
}

// IsCard reports whether a text is the number of a payment card, without blanks. None has over 16 digits.
func IsCard(text []byte) bool { return len(text) <= 16 && known.IsCard(string(text)) }

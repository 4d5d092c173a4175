package inspect

import (
	"strings"
	"sync"

	"idscope/gen"
	"idscope/gen/scheme"
)

// Guards find secrets by the texts that stand before them, whole keys and broken
// ones: a key with a typing error is as good as shown. They never change.
type Guards struct {
	ends   map[uint16][]guard // by their last two symbols, in small letters
	begins [256][4]uint64     // by their first two
}

// guard is a text that a secret follows.
type guard struct {
	text  string
	least int  // symbols that follow, at least
	mixed bool // of them some are digits and small and large letters
	token bool // of them some are digits and letters
}

// leastSecret and leastToken are shorter than any secret: what follows a guard in
// plain words is none.
const leastSecret, leastToken = 8, 20

// guardsOf are the guards of all schemes.
func guardsOf(list []*gen.Scheme) *Guards {
	g := &Guards{ends: map[uint16][]guard{}}
	for _, s := range list {
		for _, part := range s.Pattern {
			for _, text := range part.Guards {
				it := guard{text: text, least: leastSecret}
				if s.Format == gen.FormatToken {
					it.least, it.token = leastToken, true
					// of GitLab and Slack some are digits and small letters
					it.mixed = !strings.HasPrefix(text, "gl") && !strings.HasPrefix(text, "x")
				}
				n := len(text)
				key := lastTwo(text[n-2], text[n-1])
				g.ends[key] = append(g.ends[key], it)
				a, b := text[0]|' ', text[1]|' '
				g.begins[a][b/64] |= 1 << (b % 64)
			}
		}
	}
	return g
}

// allGuards are those of package scheme.
var allGuards = sync.OnceValue(func() *Guards { return guardsOf(scheme.All()) })

// Guards returns those of all schemes that the Inspector knows.
func (in *Inspector) Guards() *Guards { return in.guards() }

func lastTwo(a, b byte) uint16 { return uint16(a|' ')<<8 | uint16(b|' ') }

// Begins reports false only of a text that begins with no guard.
func (g *Guards) Begins(text []byte) bool {
	if len(text) < 2 {
		return false
	}
	a, b := text[0]|' ', text[1]|' '
	return g.begins[a][b/64]>>(b%64)&1 != 0
}

// Find returns the first secret of a text from a place on: what to mask. It ends at a
// blank, in prose at what is no symbol of secrets. ok is false for none.
func (g *Guards) Find(text string, from int, prose bool) (start, end int, ok bool) {
	if !prose { // which has the name and the key apart
		if start, end, ok = awsSecret(text[from:]); ok {
			start, end = start+from, end+from
		}
	}
	for i := max(from, 1); i < len(text); i++ {
		if ok && i >= start {
			break
		}
		if c := text[i]; c != '_' && c != '-' && c != '.' && c != 'J' {
			continue
		}
		for _, it := range g.ends[lastTwo(text[i-1], text[i])] {
			at := i + 1
			if at-len(it.text) < from || !it.stands(text[:at]) {
				continue
			}
			for _, word := range [...]string{"org_", "live_", "test_"} {
				if !it.token && len(text)-at >= len(word) && strings.EqualFold(text[at:at+len(word)], word) {
					at += len(word)
				}
			}
			to := at
			for to < len(text) && text[to] > ' ' && (!prose || isSecretSymbol(text[to])) {
				to++
			}
			if it.accepts(text[at:to]) {
				return at, to, true
			}
		}
	}
	return start, end, ok
}

// stands reports whether a text ends in the guard. One that does not begin with an
// underscore has to begin a word.
func (it guard) stands(text string) bool {
	at := len(text) - len(it.text)
	if at < 0 || !strings.EqualFold(text[at:], it.text) {
		return false
	}
	return it.text[0] == '_' || at == 0 || text[at-1] != '_' && strings.IndexByte(plain, text[at-1]) < 0
}

// accepts reports whether what follows the guard can be a secret.
func (it guard) accepts(text string) bool {
	if len(text) < it.least || strings.Contains(text, "****") { // masked already
		return false
	}
	digits, small, large := false, false, false
	for i := range len(text) {
		switch symbolKind(text[i]) {
		case 0:
			digits = true
		case 1:
			small = true
		case 2:
			large = true
		}
	}
	switch {
	case it.mixed:
		return digits && small && large
	case it.token:
		return digits && (small || large)
	}
	return true
}

func isSecretSymbol(c byte) bool {
	return symbolKind(c) < 3 || c == '_' || c == '-' || c == '.' || c == '*'
}

// awsSecret finds a secret key of AWS, which has no mark of its own but its name
// before it: 40 symbols of base64 behind aws_secret_access_key, SecretAccessKey and
// the like.
func awsSecret(text string) (start, end int, ok bool) {
	for at := 0; len(text)-at > len("SecretAccessKey")+awsSecretLen; {
		i := strings.IndexByte(text[at:], 'c') // of secret or access
		if i < 0 {
			return 0, 0, false
		}
		at += i + 1
		if at < 3 || !strings.EqualFold(text[at-3:at], "sec") {
			continue
		}
		if end := AWSName(text[at-3:]); end > 0 {
			if start, end, ok = AWSValue(text, at-3+end); ok {
				return start, end, true
			}
		}
	}
	return 0, 0, false
}

const awsSecretLen = 40

// AWSName is the length of the name of a secret key of AWS at the start of a text,
// from its word secret on; 0 for none.
func AWSName(text string) int {
	at := 0
	for i, word := range [...]string{"secret", "access", "key"} {
		if i > 0 && at < len(text) && (text[at] == '_' || text[at] == '-') {
			at++
		}
		if len(text)-at < len(word) || !strings.EqualFold(text[at:at+len(word)], word) {
			return 0
		}
		at += len(word)
	}
	return at
}

// AWSValue finds the secret key of AWS whose name ends there.
func AWSValue(text string, at int) (start, end int, ok bool) {
	const most = 8
	start = at
	for start < len(text) && start-at < most && strings.IndexByte("\"'\\ \t:=>", text[start]) >= 0 {
		start++
	}
	end = start
	for end < len(text) && (symbolKind(text[end]) < 3 || text[end] == '/' || text[end] == '+') {
		end++
	}
	return start, end, start > at && end-start == awsSecretLen && (end == len(text) || text[end] != '=')
}

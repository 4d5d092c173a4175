package inspect

import (
	"strings"

	"idscope/gen"
	"idscope/gen/scheme"
)

// guardsOf are the texts that a secret follows, of all schemes.
func guardsOf(list []*gen.Scheme) (guards []string) {
	for _, s := range list {
		for _, part := range s.Pattern {
			guards = append(guards, part.Guards...)
		}
	}
	return guards
}

// Redact masks the secrets of a text, as results do: for texts that are shown
// without having been read.
func Redact(text string) string {
	if strings.IndexByte(text, '_') < 0 {
		return text
	}
	text, _ = redact(text, guardsOf(scheme.All()))
	return text
}

// mask hides a secret: its length and last four symbols are left, of a short one
// only the length.
func mask(text string) string {
	const shown, least = 4, 12
	keep := len(text) - shown
	if len(text) < least || strings.Trim(text[keep:], plain) != "" {
		keep = len(text)
	}
	return strings.Repeat("*", keep) + text[keep:]
}

const plain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// redact masks what follows a guard, in letters of either case, up to a blank,
// wherever it stands in a text: also what is no key, for a key with a typing error
// is as good as shown. The words live_ and test_ behind a guard are left.
func redact(text string, guards []string) (hidden string, found bool) {
	for i := 0; i < len(text); i++ {
		if text[i] != '_' || !guarded(text[:i+1], guards) {
			continue
		}
		at := i + 1
		for _, word := range [...]string{"org_", "live_", "test_"} {
			if len(text)-at >= len(word) && strings.EqualFold(text[at:at+len(word)], word) {
				at += len(word)
			}
		}
		end := at
		for end < len(text) && text[end] > ' ' {
			end++
		}
		if end-at >= leastSecret {
			found = true
			text = text[:at] + mask(text[at:end]) + text[end:]
			i = end - 1
		}
	}
	return text, found
}

// leastSecret is shorter than any secret: what follows a guard in plain words is
// not masked.
const leastSecret = 8

// guarded reports whether a text ends in a guard. One that does not begin with an
// underscore has to begin a word.
func guarded(text string, guards []string) bool {
	for _, g := range guards {
		at := len(text) - len(g)
		if at < 0 || !strings.EqualFold(text[at:], g) {
			continue
		}
		if g[0] == '_' || at == 0 || text[at-1] != '_' && strings.IndexByte(plain, text[at-1]) < 0 {
			return true
		}
	}
	return false
}

// hideSecrets masks the secrets of a text wherever the result would show it: a
// key that was pasted by mistake must not go on into logs. What a prefix alone
// makes look like a key, but all bits of a TypeID say is none, stays.
func (in *Inspector) hideSecrets(r *Result) {
	in.hideParts(r)
	if strings.IndexByte(r.Input, '_') < 0 && strings.IndexByte(r.Cleaned, '_') < 0 { // as in redact
		return
	}
	hidden, found := redact(r.Cleaned, in.guards)
	if !found {
		if _, found = redact(r.Input, in.guards); !found {
			return
		}
	}
	name := ""
	for i := range r.Readings {
		switch o := &r.Readings[i]; {
		case o.Secret:
			name = o.Scheme.Name
		case o.affixed && o.Plausible && o.Evidence >= certainBits:
			return
		}
	}
	r.Cleaned = hidden
	r.Input, _ = redact(r.Input, in.guards)
	r.keep(func(o *Reading) bool { return o.c.codec == nil })
	for i := range r.Readings {
		r.Readings[i].Text, _ = redact(r.Readings[i].Text, in.guards)
	}
	r.hidden = true
	switch {
	case name != "":
		r.warn("this is a secret of " + name + ": not shown; revoke it if it leaked")
	default:
		r.warn("this looks like a secret: not shown; revoke it if it leaked")
	}
}

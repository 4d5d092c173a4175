package inspect

import (
	"strings"
)

// Redact masks the secrets of a text, as results do: for texts that are shown
// without having been read.
func Redact(text string) string {
	if !suspicious(text) {
		return text
	}
	text, _ = redact(text, allGuards())
	return text
}

// suspicious reports false only of a text without a secret: it has no mark that a
// guard ends in.
func suspicious(text string) bool {
	return strings.IndexByte(text, '_') >= 0 || len(text) >= leastToken && strings.ContainsAny(text, "-.JK")
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
func redact(text string, guards *Guards) (hidden string, found bool) {
	for from := 0; ; found = true {
		start, end, ok := guards.Find(text, from, false)
		if !ok {
			return text, found
		}
		text = text[:start] + mask(text[start:end]) + text[end:]
		from = end
	}
}

// Mask masks a secret in its place, all but its last four symbols.
func Mask(secret []byte) { copy(secret, mask(string(secret))) }

// hideSecrets masks the secrets of a text wherever the result would show it: a
// key that was pasted by mistake must not go on into logs. What a prefix alone
// makes look like a key, but all bits of a TypeID say is none, stays.
func (in *Inspector) hideSecrets(r *Result) {
	whole := in.hideParts(r)
	if !suspicious(r.Input) && !suspicious(r.Cleaned) {
		return
	}
	hidden, found := redact(r.Cleaned, in.guards())
	if !found {
		if _, found = redact(r.Input, in.guards()); !found {
			return
		}
	}
	if whole {
		r.Cleaned = hidden
		r.Input, _ = redact(r.Input, in.guards())
		return
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
	r.Input, _ = redact(r.Input, in.guards())
	r.keep(func(o *Reading) bool { return o.c.codec == nil })
	for i := range r.Readings {
		r.Readings[i].Text, _ = redact(r.Readings[i].Text, in.guards())
	}
	r.hidden = true
	switch {
	case name != "":
		r.warn("this is a secret of " + name + ": not shown; revoke it if it leaked")
	default:
		r.warn("this looks like a secret: not shown; revoke it if it leaked")
	}
}

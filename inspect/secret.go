package inspect

import (
	"slices"
	"strings"
)

// Redact masks the secrets of a text, as results do: whatever is printed of what came
// from outside, and was not read, goes through it.
func Redact(text string) string {
	hidden, _ := redact(text, AllGuards())
	return hidden
}

// suspicious reports false only of a text without a secret: of letters and digits alone
// only card numbers, the start of a JSON Web Token and some keys are.
func suspicious(text string) bool {
	n := len(text)
	if n < leastSecret+len("sk_") {
		return false
	}
	for i := range n {
		if c := text[i]; c == 'J' || symbolKind(c) == 3 {
			return true
		}
	}
	return n == 15 || n == 16 || isKey(text)
}

// mask hides a secret: its length and last four symbols are left, of a short one only
// the length.
func mask(text string) string {
	keep := hiddenEnd(text, 0, len(text))
	return strings.Repeat("*", keep) + text[keep:]
}

// Mask masks what [Guards.Find] found, in its place.
func Mask(secret []byte) {
	for i := range secret {
		secret[i] = '*'
	}
}

// redact masks what the guards find in a text.
func redact(text string, guards *Guards) (hidden string, found bool) {
	if !suspicious(text) {
		return text, false
	}
	var b strings.Builder
	from := 0
	for start, end, ok := guards.Find(text, 0); ok; start, end, ok = guards.Find(text, end) {
		b.WriteString(text[from:start])
		b.WriteString(strings.Repeat("*", end-start))
		from = end
	}
	if from == 0 {
		return text, false
	}
	b.WriteString(text[from:])
	return b.String(), true
}

// hideSecrets masks the secrets of a text wherever the result would show it: a
// key that was pasted by mistake must not go on into logs. What a prefix alone
// makes look like a key, but all bits of a TypeID say is none, stays, and so do digits
// that are read as one asked for.
func (in *Inspector) hideSecrets(r *Result) {
	given := r.Input
	whole := in.hideParts(r)
	if !suspicious(r.Input) && !suspicious(r.Cleaned) || in.strict && len(r.Readings) > 0 && numeric(r.Input) {
		return
	}
	input, found := redact(r.Input, AllGuards())
	cleaned, inside := input, found
	if r.Cleaned != r.Input {
		cleaned, inside = redact(r.Cleaned, AllGuards())
	}
	if !found && !inside {
		return
	}
	name, beside := "", !inside && apart(r.Input, r.Cleaned)
	for i := range r.Readings {
		switch o := &r.Readings[i]; {
		case o.Secret:
			name = o.Scheme.Name
		case o.affixed && o.Plausible && o.Evidence >= certainBits && !whole && !beside:
			return
		}
	}
	for i, warning := range r.Warnings {
		r.Warnings[i] = hideIn(warning, given)
	}
	r.Found = slices.DeleteFunc(r.Found, func(id string) bool { return !apart(given, id) })
	if r.Input = input; !beside {
		r.Cleaned = cleaned
		if !inside && !whole { // it is a part of the secret
			r.Cleaned = input
		}
	}
	if whole {
		return
	}
	r.hidden = true
	if beside {
		r.warn("a secret beside it is not shown; revoke it if it leaked")
		return
	}
	r.keep(func(o *Reading) bool { return o.c.codec == nil })
	for i := range r.Readings {
		r.Readings[i].Text = hideIn(r.Readings[i].Text, given)
	}
	switch {
	case name != "":
		r.warn("this is a secret of " + name + ": not shown; revoke it if it leaked")
	default:
		r.warn("this looks like a secret: not shown; revoke it if it leaked")
	}
}

// hideIn masks the secrets of a text, and in it those of another that it tells of.
func hideIn(text, other string) string {
	for start, end, ok := AllGuards().Find(other, 0); ok; start, end, ok = AllGuards().Find(other, end) {
		if end-start >= leastSecret {
			text = strings.ReplaceAll(text, other[start:end], strings.Repeat("*", end-start))
		}
	}
	return Redact(text)
}

// apart reports whether a text has another in it, beside its secrets.
func apart(text, part string) bool {
	at := strings.Index(text, part)
	if at < 0 {
		return false
	}
	for start, end, ok := AllGuards().Find(text, 0); ok; start, end, ok = AllGuards().Find(text, end) {
		if at < end && start < at+len(part) {
			return false
		}
	}
	return true
}

package inspect

import (
	"strings"

	"idscope/gen"
	"idscope/gen/scheme"
)

// hideParts masks the parts of a text that its scheme declares as secret (the number
// of a payment card, but for its end). Where that is the first reading, the readings
// that stand behind it are named and not shown: each would tell the number. It reports
// whether it did.
// With Around only what has a time is asked for.
func (in *Inspector) hideParts(r *Result) bool {
	if len(r.Readings) == 0 || in.opts.Around != nil || !r.Readings[0].Secret || !r.Readings[0].hidden() {
		return false
	}
	o := &r.Readings[0]
	text, masked := o.Text, o.masked()
	var behind []string
	for i := range r.Readings[1:] {
		behind = append(behind, r.Readings[1+i].Scheme.Name)
	}
	o.Text = masked
	r.Readings = r.Readings[:1]
	r.Input = strings.ReplaceAll(r.Input, text, masked)
	r.Cleaned = strings.ReplaceAll(r.Cleaned, text, masked)
	r.RuledOut = r.RuledOut[:0]
	r.hidden, r.Ambiguous = true, false
	if o.Scheme.Format == gen.FormatToken {
		r.warn("this is a secret: not shown; revoke it if it leaked")
		return true
	}
	r.warn("all but its end is hidden: whoever sees it can use it")
	if behind != nil {
		const most = 6
		more := ""
		if len(behind) > most {
			behind, more = behind[:most], ", ..."
		}
		r.warn("it could also be " + strings.Join(behind, ", ") + more + ": --as reads it as one")
	}
	return true
}

// hidden reports whether a part of the text is declared as secret.
func (r *Reading) hidden() bool {
	for i := range r.pieces {
		if r.pieces[i].Part.Secret {
			return true
		}
	}
	return false
}

// masked is the text with its secret parts masked.
func (r *Reading) masked() string {
	b := []byte(r.Text)
	for _, p := range r.pieces {
		if p.Part.Secret {
			copy(b[p.Start:p.End], strings.Repeat("*", p.End-p.Start))
		}
	}
	return string(b)
}

// IsCard reports whether digits can be the number of a payment card: see
// [scheme.IsCard].
func IsCard(digits string) bool { return scheme.IsCard(digits) }

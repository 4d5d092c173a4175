package inspect

import (
	"strings"

	"idscope/gen"
)

// hideParts masks the parts of a text that its scheme declares as secret (the number
// of a payment card, but for its end). Where one of the readings has some, the others are
// named and not shown: each would tell the number. It reports whether it did.
func (in *Inspector) hideParts(r *Result) bool {
	at := 0
	for at < len(r.Readings) && !(r.Readings[at].Secret && r.Readings[at].hidden()) {
		at++
	}
	if at == len(r.Readings) {
		return false
	}
	r.Readings[0], r.Readings[at] = r.Readings[at], r.Readings[0]
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

// readCard reads the number of a payment card that has blanks or hyphens where cards have
// them; false without one.
func (in *Inspector) readCard(r *Result) bool {
	text := strings.Trim(r.Input, " \t\r\"'`,;")
	if n := len(text); n != 17 && n != 19 || in.strict || text[4]-'0' < 10 {
		return false
	}
	digits, size := CardNumber(text)
	if size != len(text) {
		return false
	}
	in.open(&r.scan, append(r.buf[:0], digits...), anyForm)
	for _, k := range r.scan.group().checks {
		c := k.candidate
		if c.scheme.Format == gen.FormatCheckDigit && c.scheme.Pattern[0].Secret && in.readPattern(r, k, digits) {
			r.Cleaned = digits
			r.warn(map[byte]string{' ': "blanks", '-': "hyphens"}[text[4]] + " between its groups were left out")
			return true
		}
	}
	return false
}

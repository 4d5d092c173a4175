package inspect

import "strings"

// mask hides a secret: its length and last four symbols are left.
func mask(text string) string {
	const shown = 4
	if len(text) <= 2*shown {
		return strings.Repeat("*", len(text))
	}
	return strings.Repeat("*", len(text)-shown) + text[len(text)-shown:]
}

// hideSecrets masks the secret parts of a text wherever the result would show it:
// a key that was pasted by mistake must not go on into logs.
func (r *Result) hideSecrets() {
	for i := range r.Readings {
		o := &r.Readings[i]
		if !o.Secret {
			continue
		}
		hidden := o.Text
		for _, p := range o.pieces {
			if p.Secret {
				hidden = hidden[:p.Start] + mask(hidden[p.Start:p.End]) + hidden[p.End:]
			}
		}
		r.Input = strings.ReplaceAll(r.Input, o.Text, hidden)
		r.Cleaned = strings.ReplaceAll(r.Cleaned, o.Text, hidden)
		o.Text = hidden
		r.warn("this is a secret of " + o.Scheme.Name + ": it is not shown; whoever saw it can use it, so revoke it if it leaked")
	}
}

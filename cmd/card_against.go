package cmd

import (
	"fmt"
	"strings"

	"idscope/inspect"
)

// ruledOut says which schemes it is not and why, those of one reason together.
func (c *card) ruledOut() {
	list := c.result.RuledOut
	if !c.all {
		list = list[:min(len(list), mostRuledOut)]
	}
	var reasons []string
	schemes := map[string][]string{}
	for i := range list {
		what, why := against(&list[i])
		if schemes[why] == nil {
			reasons = append(reasons, why)
		}
		schemes[why] = append(schemes[why], hard(what))
	}
	var parts []string
	for _, why := range reasons {
		parts = append(parts, strings.Join(schemes[why], ", ")+" ("+why+")")
	}
	if left := len(c.result.RuledOut) - len(list); left > 0 {
		parts = append(parts, hard(fmt.Sprintf("%d more: --all", left)))
	}
	if len(parts) > 0 {
		c.row("ruled out", restColumn, words(&c.dim, strings.Join(parts, ", ")))
	}
}

// against is the scheme, with the year that it would be of, and what is wrong.
func against(r *inspect.RuledOut) (what, why string) {
	what = r.Scheme.Name
	year := r.Time.Year()
	switch {
	case r.Cause == inspect.Constant, r.Cause == inspect.BeforeScheme:
		return what, r.Reason()
	case year < 1000 || year > 9999 || strings.Contains(r.Reason(), "beyond"):
		return what, "far future"
	}
	what = fmt.Sprintf("%s %d", what, year)
	switch {
	case r.Cause == inspect.Future:
		return what, "future"
	case r.Time.Before(r.Scheme.Since):
		return what, "before the scheme existed"
	}
	return what, "its first day, as that of every small number"
}

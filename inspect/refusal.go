package inspect

import (
	"errors"
	"fmt"
	"strings"

	"idscope/gen"
)

// refusal says why there is no reading.
func (in *Inspector) refusal(r *Result) string {
	if r.hidden {
		names := []string{"any known scheme"}
		if len(in.opts.As) > 0 {
			names = namesOf(in.opts.As)
		}
		why := ""
		if r.refused != nil {
			why = ": " + r.refused.Error()
		}
		return fmt.Sprintf("%s is not an identifier of %s%s; it looks like a secret, which is not shown",
			quote(r.Cleaned), strings.Join(names, ", "), why)
	}
	if len(in.opts.As) == 0 {
		diagnosis := ""
		if !in.strict && !r.nested {
			diagnosis = in.diagnose(r.Cleaned)
		}
		switch n := len(r.RuledOut); {
		case r.Cleaned == "":
			return `"" is empty; want an identifier`
		case diagnosis != "":
			return quote(r.Cleaned) + " " + diagnosis
		case n == 1:
			return fmt.Sprintf("%s fits no scheme: of %s the %s", quote(r.Cleaned), r.RuledOut[0].Scheme.Name,
				r.RuledOut[0].Reason())
		case n > 1:
			return fmt.Sprintf("%s fits no scheme: %d were ruled out", quote(r.Cleaned), n)
		}
		return quote(r.Cleaned) + " is not an identifier of any known scheme"
	}
	s := in.opts.As[0]
	if r.refused != nil {
		return fmt.Sprintf("%s is not an identifier of %s: %s", quote(r.Cleaned), s.Name, r.refused)
	}
	if s.Pattern != nil && len(in.opts.As) == 1 {
		return fmt.Sprintf("%s is not an identifier of %s; want %s", quote(r.Cleaned), s.Name, s.Read(false))
	}
	if len(r.RuledOut) == 1 {
		return fmt.Sprintf("%s is not an identifier of %s: %s", quote(r.Cleaned), s.Name, r.RuledOut[0].Reason())
	}
	if s.Pattern != nil {
		return fmt.Sprintf("%s is not an identifier of %s", quote(r.Cleaned), strings.Join(namesOf(in.opts.As), ", "))
	}
	_, err := s.Parse([]byte(r.Cleaned))
	var text *gen.TextError
	if len(in.opts.As) == 1 && errors.As(err, &text) {
		return text.Error()
	}
	if errors.As(err, &text) && s.Text.Form != gen.Decimal {
		return text.Error()
	}
	return fmt.Sprintf("%s is not an identifier of %s", quote(r.Cleaned), strings.Join(namesOf(in.opts.As), ", "))
}

func namesOf(list []*gen.Scheme) (names []string) {
	for _, s := range list {
		names = append(names, s.Name)
	}
	return names
}

// quote quotes the start of a text.
func quote(text string) string {
	const most = 48
	if len(text) > most {
		return fmt.Sprintf("%q...", strings.ToValidUTF8(text[:most], ""))
	}
	return fmt.Sprintf("%q", text)
}

package inspect

import (
	"errors"
	"fmt"
	"strings"

	"idscope/gen"
	corefault "idscope/gen/fault"
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
		return fmt.Sprintf("%s is not an id of %s%s; it looks like a secret, which is not shown",
			quote(r.Cleaned), strings.Join(names, ", "), why)
	}
	if len(in.opts.As) == 0 {
		diagnosis := ""
		if !in.strict && !r.nested {
			diagnosis = in.diagnose(r.Cleaned)
		}
		switch n := len(r.RuledOut); {
		case r.Cleaned == "":
			return `"" is empty; want an id`
		case !in.strict && otherThan(strings.TrimSpace(r.Cleaned)) != "":
			return quote(r.Cleaned) + " is not an id, but " + otherThan(strings.TrimSpace(r.Cleaned))
		case diagnosis != "":
			return quote(r.Cleaned) + " " + diagnosis
		case r.chance != "" && !isWord(r.Cleaned):
			return fmt.Sprintf("%s is not an id of any known scheme: it has no digit, and fits %s by chance alone; use --as %s to "+
				"read it", quote(r.Cleaned), r.chance, r.chance)
		case n == 1 && !isWord(r.Cleaned):
			return fmt.Sprintf("%s fits no scheme: of %s the %s", quote(r.Cleaned), r.RuledOut[0].Scheme.Name,
				r.RuledOut[0].Reason())
		case n > 1 && !isWord(r.Cleaned):
			return fmt.Sprintf("%s fits no scheme: %d were ruled out", quote(r.Cleaned), n)
		}
		if running(r.Cleaned) && !in.strict && !r.nested {
			return quote(r.Cleaned) + " is not an id, and none that is likely stands in it; --find --all takes possible ones " +
				"too, --find --as SCHEME those of one"
		}
		return quote(r.Cleaned) + " is not an id of any known scheme"
	}
	s := in.opts.As[0]
	if r.refused != nil {
		return fmt.Sprintf("%s is not an id of %s: %s", quote(r.Cleaned), s.Name, r.refused)
	}
	if s.Pattern != nil && len(in.opts.As) == 1 {
		return fmt.Sprintf("%s is not an id of %s; want %s", quote(r.Cleaned), s.Name, s.Read(false))
	}
	if len(r.RuledOut) == 1 {
		return fmt.Sprintf("%s is not an id of %s: %s", quote(r.Cleaned), s.Name, r.RuledOut[0].Reason())
	}
	if s.Pattern != nil {
		return fmt.Sprintf("%s is not an id of %s", quote(r.Cleaned), strings.Join(namesOf(in.opts.As), ", "))
	}
	_, err := s.Parse([]byte(r.Cleaned))
	var text *corefault.Error
	if errors.As(err, &text) && (len(in.opts.As) == 1 || s.Text.Form != gen.Decimal) {
		return text.Text
	}
	return fmt.Sprintf("%s is not an id of %s", quote(r.Cleaned), strings.Join(namesOf(in.opts.As), ", "))
}

func namesOf(list []*gen.Scheme) (names []string) {
	for _, s := range list {
		names = append(names, s.Name)
	}
	return names
}

// running reports whether a text looks like a line in which ids may stand, as of JSON or of
// a log.
func running(text string) bool {
	between := func(c rune) bool { return strings.ContainsRune(" \t\"',:;={}[]()", c) }
	for _, run := range strings.FieldsFunc(text, between) {
		if len(run) < len(text) && len(run) >= leastSearched && strings.ContainsAny(run, "0123456789") {
			return true
		}
	}
	return false
}

// quote quotes the start of a text.
func quote(text string) string {
	const most = 48
	format := "%q"
	if strings.Contains(text, `"`) {
		format = "%#q" // in backquotes: what is quoted already is read more easily so
	}
	if len(text) > most {
		return fmt.Sprintf(format+"...", strings.ToValidUTF8(text[:most], ""))
	}
	return fmt.Sprintf(format, text)
}

// isWord reports whether a text is a word, or some: nobody meant an id of another time by it.
func isWord(text string) bool {
	key, _ := allShapes().key([]byte(text), anyForm)
	return key.word != noWord
}

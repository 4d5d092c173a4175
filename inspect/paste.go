package inspect

import (
	"fmt"
	"slices"
	"strings"

	"idscope/gen"
)

// readPasted takes off what is around a text, and reads it: from outside to
// inside, and nothing more than it takes.
func (in *Inspector) readPasted(r *Result) {
	if _, kind := in.wrapped(r.Input, false); kind != "" { // a prefix that cleaning would break
		in.readOnce(r, r.Input)
		return
	}
	seen, marks := visible(r.Input)
	if in.readMention(r, strings.Trim(seen, " \t\r\n,;")) || otherThan(strings.TrimSpace(seen)) != "" {
		return
	}
	text, steps := Clean(seen)
	r.Warnings = append(append(r.Warnings, marks...), steps...)
	r.Cleaned = text
	taken := len(r.Warnings) // of what was left out, and not of what was read
	if in.readOnce(r, text); len(r.Readings) > 0 || r.nested || text == "" {
		return
	}
	refused := *r // what is said where nothing helps
	refused.Warnings, refused.RuledOut = slices.Clone(r.Warnings), slices.Clone(r.RuledOut)
	if r.Warnings = r.Warnings[:taken]; in.readRewritten(r, text) || in.readGroups(r, text) {
		return
	}
	inner, outer := text, taken
	for range mostSteps {
		rest, words := unnamed(inner)
		if words == "" {
			break
		}
		inner, steps = Clean(rest)
		r.Warnings = append(append(r.Warnings[:taken], words), steps...)
		taken = len(r.Warnings)
		r.Cleaned, r.RuledOut = inner, r.RuledOut[:0]
		if in.readOnce(r, inner); len(r.Readings) > 0 {
			return
		}
		if r.Warnings = r.Warnings[:taken]; in.readRewritten(r, inner) || in.readGroups(r, inner) {
			return
		}
	}
	r.Warnings = append(r.Warnings[:0], refused.Warnings[:outer]...)
	damaged := len(text) == uuidLen && damagedUUID(text) != "" // whose parts are no ids
	if !damaged && (in.readPrefixed(r, text) || in.readInside(r, text)) {
		return
	}
	r.Cleaned, r.refused, r.forms = refused.Cleaned, refused.refused, refused.forms
	r.Warnings, r.RuledOut = append(r.Warnings[:0], refused.Warnings...), append(r.RuledOut[:0], refused.RuledOut...)
}

// readRewritten reads a text that a program has written in another way.
func (in *Inspector) readRewritten(r *Result, text string) bool {
	cleaned, before, ruled := r.Cleaned, len(r.Warnings), slices.Clone(r.RuledOut)
	for i := range rewrites {
		w := &rewrites[i]
		rest := w.read(text)
		if rest == "" {
			continue
		}
		r.warn(w.words)
		r.Cleaned, r.RuledOut = rest, r.RuledOut[:0]
		if w.forms == anyForm {
			in.readOnce(r, rest)
		} else {
			in.read(r, pasted{text: rest, forms: w.forms})
		}
		if len(r.Readings) > 0 {
			return true
		}
		r.Cleaned, r.Warnings, r.RuledOut = cleaned, r.Warnings[:before], append(r.RuledOut[:0], ruled...)
	}
	return false
}

// readGroups reads a number with check digits that is printed in groups with blanks between
// them, as those of accounts and of books are.
func (in *Inspector) readGroups(r *Result, text string) bool {
	rest := bookNumber(text)
	named := rest != text
	joined := strings.ReplaceAll(rest, " ", "")
	if joined != text && len(text) <= maxText && (named || in.sure(joined)) {
		in.read(r, pasted{text: joined, forms: anyForm})
		r.keep(func(o *Reading) bool {
			book := o.Scheme.Name == "isbn" || o.Scheme.Family == "isbn"
			return o.Scheme.Format == gen.FormatCheckDigit && !o.Secret && (book || !named)
		})
		if r.RuledOut = r.RuledOut[:0]; len(r.Readings) > 0 {
			r.Cleaned = joined
			if named {
				r.warn("the word ISBN before it was left out")
			}
			if joined != rest {
				r.warn("blanks between its groups were left out")
			}
			return true
		}
	}
	return false
}

// bookNumber is what follows the word ISBN, with the number of its digits or without.
func bookNumber(text string) string {
	const word = "ISBN"
	if len(text) <= len(word) || !strings.EqualFold(text[:len(word)], word) {
		return text
	}
	rest := strings.TrimLeft(text[len(word):], "- ")
	for _, digits := range [...]string{"10", "13"} {
		if behind, ok := strings.CutPrefix(rest, digits); ok && strings.IndexAny(behind, ": ") == 0 {
			rest = behind
		}
	}
	return strings.TrimLeft(rest, ": ")
}

// readOnce reads a text of which nothing more is taken off but a prefix that says how
// it is written, and what is not the identifier in a URL.
func (in *Inspector) readOnce(r *Result, text string) {
	if p, kind := in.wrapped(text, false); kind != "" {
		if r.Cleaned = p.text; in.wrongSum(text) != "" {
			r.Cleaned = text // what is in front is of it
			return
		}
		r.warn(kind)
		in.read(r, p)
		return
	}
	if strings.IndexByte(text, '/') >= 0 || strings.IndexByte(text, ':') >= 0 {
		if in.readAddress(r, text) {
			return
		}
	}
	if parts := urlParts(text); parts != nil {
		if in.read(r, pasted{text: text, forms: anyForm}); len(r.Readings) > 0 {
			return // a URL is inside an identifier
		}
		r.RuledOut = r.RuledOut[:0]
		in.readURL(r, text, parts)
		return
	}
	in.read(r, pasted{text: text, forms: anyForm})
}

// leastInside is shorter than any identifier that is read inside another text.
const leastInside = 8

// readPrefixed reads an identifier behind a prefix that somebody put before it, as
// pvc- and a UUID: one that is likely at least, as any word may be before a number.
func (in *Inspector) readPrefixed(r *Result, text string) bool {
	const most = 8 // separators
	if len(text) > maxPattern || symbolKind(text[0])%3 == 0 {
		return false
	}
	for at, n := 0, 0; n < most; n++ {
		i := strings.IndexAny(text[at:], "_-:/")
		if i < 0 || len(text)-(at+i+1) < leastInside {
			return false
		}
		at += i + 1
		if !in.sure(text[at:]) {
			continue
		}
		r.warn("the prefix " + text[:at] + " was left out")
		r.Cleaned, r.RuledOut = text[at:], r.RuledOut[:0]
		in.read(r, pasted{text: text[at:], forms: anyForm})
		return true
	}
	return false
}

// result returns a Result to read other texts into.
func (in *Inspector) result() *Result {
	if r, ok := in.results.Get().(*Result); ok {
		return r
	}
	return new(Result)
}

// sure reports whether a text as it is has a reading in its scheme's own form that is
// likely or certain.
func (in *Inspector) sure(text string) bool {
	r := in.result()
	defer in.results.Put(r)
	r.reset(text)
	in.read(r, pasted{text: text, forms: anyForm})
	in.rank(r)
	return len(r.Readings) > 0 && r.Readings[0].Own && r.Readings[0].Confidence >= Likely
}

// readInside reads the identifiers inside a text that is none as a whole: all parts
// of a list, else those that a search in running text finds.
func (in *Inspector) readInside(r *Result, text string) bool {
	found := in.list(text)
	if found == nil {
		found = in.search(text)
	}
	return in.readFound(r, found)
}

// readFound reads the first of what was found in a text.
func (in *Inspector) readFound(r *Result, found []string) bool {
	if len(found) == 0 {
		return false
	}
	switch len(found) {
	case 1:
		r.warn("nothing reads the whole, so it was searched, as --find does: an id is in it")
	default:
		number := fmt.Sprint(len(found))
		if len(found) == mostFound {
			number += " or more"
		}
		r.warn("nothing reads the whole, so it was searched, as --find does: " + number +
			" ids are in it, of which " + "this is the first")
		r.Found = found
	}
	r.Cleaned, r.RuledOut = found[0], r.RuledOut[:0]
	in.readOnce(r, found[0])
	return len(r.Readings) > 0
}

// list returns the parts of a list with commas, semicolons, bars or blanks between
// them; nil where one of them is no identifier.
func (in *Inspector) list(text string) (parts []string) {
	const most = 64
	for _, mark := range [...]string{",", ";", "|", "\n", " "} {
		if !strings.Contains(text, mark) {
			continue
		}
		for _, part := range strings.SplitN(text, mark, most+1) {
			if part, _ = Clean(part); part == "" {
				continue
			}
			if r := in.alone(part); !r {
				return nil
			}
			parts = append(parts, part)
		}
		if len(parts) > most {
			return nil
		}
		return parts
	}
	return nil
}

// alone reports whether a text as it is has a reading.
func (in *Inspector) alone(text string) bool {
	if len(text) < leastInside {
		return false
	}
	r := in.result()
	defer in.results.Put(r)
	r.reset(text)
	in.readOnce(r, text)
	return len(r.Readings) > 0
}

// search returns the identifiers that a TokenReader finds in the runs of symbols of a
// text, and in their parts.
func (in *Inspector) search(text string) (found []string) {
	g, _ := in.readings.Get().(*TokenReader)
	if g == nil {
		g = NewTokenReader(in, false)
	}
	defer in.readings.Put(g)
	look := func(part string) bool {
		o, ok := Detection{}, false
		if len(part) >= leastSearched && len(found) < mostFound {
			o, ok = g.Read([]byte(part))
		}
		if ok && o.Hidden == "" {
			found = append(found, part)
		}
		return ok
	}
	between := func(c rune) bool { return c >= 0x80 || symbolKind(byte(c)) == 3 && c != '-' && c != '_' }
	end := 0
	for run := range strings.FieldsFuncSeq(text, between) {
		start := end + strings.Index(text[end:], run)
		if end = start + len(run); run != text && look(run) {
			continue
		}
		if skip := EscapeLen(text[:start], run); skip > 0 {
			if run = run[skip:]; look(run) {
				continue
			}
		}
		rest := run
		for at := 0; at+uuidLen <= len(rest); at++ {
			if rest[at+8] != '-' || rest[at+13] != '-' || rest[at+18] != '-' || rest[at+23] != '-' ||
				at > 0 && symbolKind(rest[at-1]) < 3 || at+uuidLen < len(rest) && symbolKind(rest[at+uuidLen]) < 3 {
				continue // a digit too many
			}
			if look(rest[at : at+uuidLen]) {
				rest = rest[:at] + "_" + rest[at+uuidLen:]
			}
		}
		for _, part := range strings.FieldsFunc(rest, func(c rune) bool { return c == '-' || c == '_' }) {
			if part != run {
				look(part)
			}
		}
	}
	return found
}

// EscapeLen is how many bytes at the start of a run of symbols belong to what is before it:
// the end of %2F, \n, \u003d, \x1b, or of a colour of the terminal (ESC [ 36 m).
func EscapeLen[T string | []byte](before, run T) int {
	if len(before) == 0 {
		return 0
	}
	switch before[len(before)-1] {
	case '%':
		return hexAfter(run, 0, 2)
	case '\\':
		switch run[0] {
		case 'n', 'r', 't', 'b', 'f', 'v', 'a', 'e', '0':
			return 1
		case 'u':
			return hexAfter(run, 1, 4)
		case 'x':
			return hexAfter(run, 1, 2)
		}
	case '[', ';':
		const most = 24
		if strings.IndexByte(string(before[max(0, len(before)-most):]), '\x1b') < 0 {
			return 0
		}
		i := 0
		for i < len(run) && run[i]-'0' < 10 {
			i++
		}
		if i < len(run) && run[i] == 'm' {
			return i + 1
		}
	}
	return 0
}

// hexAfter is from + n where n hexadecimal digits are at from, else 0.
func hexAfter[T string | []byte](run T, from, n int) int {
	if len(run) < from+n || !isHex(string(run[from:from+n])) {
		return 0
	}
	return from + n
}

// mostFound is how many identifiers in one text are shown; --find finds all.
const mostFound = 64

// leastSearched is the shortest text that a search looks at, as that of package find.
const leastSearched = 10

// urlParts are the places of a URL in which an identifier may be: the last
// segments of its path, last first, then the values of its query. nil is no URL.
func urlParts(text string) []string {
	_, rest, ok := strings.Cut(text, "://")
	if !ok || rest == "" {
		return nil
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	path, query, _ := strings.Cut(rest, "?")
	segments := strings.Split(strings.Trim(path, "/"), "/")
	parts := []string{}
	if len(segments) > 1 { // the first is the host
		parts = append(parts, segments[len(segments)-1])
	}
	for _, pair := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' }) {
		if _, value, ok := strings.Cut(pair, "="); ok && value != "" {
			parts = append(parts, value)
		}
	}
	if fragment != "" {
		parts = append(parts, fragment)
	}
	return parts
}

// readURL reads the part of a URL that has the best reading, the first of equal
// ones; where that is only possible, a likely one that a search finds elsewhere in it.
func (in *Inspector) readURL(r *Result, url string, parts []string) {
	best, score, likely := "", -1.0, false
	s := in.result()
	defer in.results.Put(s)
	for _, part := range parts {
		if otherThan(part) != "" {
			continue
		}
		s.reset(part)
		p, _ := in.wrapped(part, true)
		in.read(s, p)
		if in.rank(s); len(s.Readings) > 0 && s.Readings[0].order() > score {
			best, score, likely = part, s.Readings[0].order(), s.Readings[0].Confidence >= Likely
		}
	}
	if best != "" && !likely {
		if found := in.search(url); !slices.Contains(found, best) && in.readFound(r, found) {
			return
		}
	}
	if best == "" && len(parts) > 0 {
		best = parts[0]
	}
	if best == "" {
		return
	}
	p, _ := in.wrapped(best, true)
	if r.Cleaned = p.text; otherThan(best) != "" {
		return
	}
	r.warn("the end of a URL was read")
	in.read(r, p)
}

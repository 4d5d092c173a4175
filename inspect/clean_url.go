package inspect

import "strings"

// urlParts are the places of a URL in which an identifier stands: the last
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
// ones.
func (in *Inspector) readURL(r *Result, parts []string) {
	best, score := "", -1.0
	for _, part := range parts {
		p := unwrap(part)
		in.read(r, p)
		for i := range r.Readings {
			if s := r.Readings[i].order(); s > score {
				best, score = part, s
			}
		}
		r.Readings, r.RuledOut = r.Readings[:0], r.RuledOut[:0]
	}
	if best == "" && len(parts) > 0 {
		best = parts[0]
	}
	if best == "" {
		return
	}
	p := unwrap(best)
	r.Cleaned = p.text
	r.warn("the end of a URL was read")
	in.read(r, p)
}

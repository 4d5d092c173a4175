package inspect

import (
	"strings"
	"sync"
)

// find returns the row of the address that a text is, and the identifier in it; ok is
// false for none.
func findAddress(text string) (row *address, id string, ok bool) {
	if at, rest, found := strings.Cut(text, "://"); found {
		if text = rest; at == "at" { // of the AT protocol: who, what, which
			text = "bsky.app/profile/x/post/" + text[strings.LastIndexByte(text, '/')+1:]
		}
	} else if number := linkedInNumber(text); strings.HasPrefix(text, "urn:li:") && number != "" {
		text = "linkedin.com/posts/activity-" + number
	} else if kind, name, found := strings.Cut(strings.TrimPrefix(text, "spotify:"), ":"); found &&
		strings.HasPrefix(text, "spotify:") {
		text = "spotify.com/" + kind + "/" + name
	}
	whole := unescaped(text)
	text, fragment, _ := strings.Cut(text, "#")
	text, query, _ := strings.Cut(text, "?")
	host, path, _ := strings.Cut(strings.TrimRight(text, "/"), "/")
	host, _, _ = strings.Cut(strings.ToLower(host[strings.LastIndexByte(host, '@')+1:]), ":")
	if strings.IndexByte(host, '.') < 0 {
		return nil, "", false
	}
	segments := strings.Split(path, "/")
	for i := range addresses {
		row := &addresses[i]
		if host != row.host && row.host != "*" && !strings.HasSuffix(host, "."+row.host) {
			continue
		}
		if id := row.within(whole, segments, query+"&"+fragment); id != "" {
			return row, id, true
		}
	}
	return nil, "", false
}

// within returns the identifier of an address of the row; empty for none.
func (row *address) within(whole string, segments []string, query string) string {
	if row.paths == nil {
		return row.take(whole)
	}
	for _, path := range row.paths {
		if id := row.match(strings.Split(path, "/"), segments); id != "" {
			return id
		}
	}
	for _, key := range strings.Fields(row.query) {
		for pair := range strings.SplitSeq(query, "&") {
			if name, value, _ := strings.Cut(pair, "="); name == key && value != "" {
				return unescaped(value)
			}
		}
	}
	return ""
}

// match returns the segment of a path that is the identifier.
func (row *address) match(path, segments []string) string {
	for i, want := range path {
		if i >= len(segments) || segments[i] == "" {
			return ""
		}
		switch given := unescaped(segments[i]); {
		case want == "ID" || want == "*ID":
			if row.take != nil {
				return row.take(given)
			}
			return given
		case want == "*", want == given:
		case want == "@*" && given[0] == '@':
		default:
			return ""
		}
	}
	return ""
}

// unescaped decodes %3A and the like; what is none stays.
func unescaped(text string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) && isHexDigit(text[i+1]) && isHexDigit(text[i+2]) {
			b.WriteByte(hexValue(text[i+1])<<4 | hexValue(text[i+2]))
			i += 2
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | ' ' - 'a' + 10
}

// addressed are the candidates of the rows of addresses, and of a secret key of AWS,
// made when the first is met.
type addressed struct {
	once sync.Once
	list map[*address]*candidate
	aws  *candidate // see readAWSSecret
}

// addressOf returns the candidate of a row; nil where its scheme is not known.
func (in *Inspector) addressOf(row *address) *candidate {
	in.addressed.once.Do(in.address)
	return in.addressed.list[row]
}

// address makes the candidates that few texts need.
func (in *Inspector) address() {
	in.addressed.list = map[*address]*candidate{}
	var list []*candidate
	rows := make([]*address, 0, len(addresses)+len(mentions))
	for i := range addresses {
		rows = append(rows, &addresses[i])
	}
	for i := range mentions {
		rows = append(rows, &mentions[i].address)
	}
	for _, row := range rows {
		schemes, ok := Named(row.scheme)
		if !ok {
			continue
		}
		m, err := newMember(schemes[0], in.opts.Now, true)
		if err != nil {
			continue
		}
		text, name := schemes[0].Text, schemes[0].Text.Form.String()
		if t, ok := TargetNamed(row.form); ok {
			text, name = t.Text, t.Name
		}
		if schemes[0].Pattern != nil {
			name = "text"
		}
		c := &candidate{member: m, reader: &reader{text: text, bits: m.size, name: name}, level: own}
		list = append(list, c)
		in.addressed.list[row] = c
	}
	if in.addressed.aws, _ = newAWSSecret(in.opts.Now); in.addressed.aws != nil {
		list = append(list, in.addressed.aws)
	}
	for i, c := range list {
		c.index, c.loose = 2*behindAll+i, true
	}
}

// readAddress reads the identifier in the address of a host that is known: the host
// decides what it is.
func (in *Inspector) readAddress(r *Result, text string) bool {
	row, id, ok := findAddress(text)
	if !ok || !in.readAddressed(r, row, id) {
		return false
	}
	host := row.host
	if host == "*" {
		host = "a server of Mastodon"
	}
	r.warn("the address is one of " + host + ", which decides what it is")
	return true
}

// readAddressed reads an identifier of which what stands around it says what it is.
func (in *Inspector) readAddressed(r *Result, row *address, id string) bool {
	c := in.addressOf(row)
	if c == nil || len(id) > maxPattern {
		return false
	}
	if !in.readLoose(r, c, id, id) {
		r.Readings, r.RuledOut = r.Readings[:0], r.RuledOut[:0]
		return false
	}
	o := &r.Readings[len(r.Readings)-1]
	o.Evidence = max(o.Evidence, certainBits) // the host says it
	o.addressed = true
	r.Cleaned = id
	return true
}

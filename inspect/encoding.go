package inspect

import (
	"slices"
	"sync/atomic"

	"idscope/gen"
)

// level is how far an encoding is from a scheme's own; of a text read with As,
// only the nearest level that reads it counts.
type level uint8

const (
	own      level = iota // the scheme's Text
	sized                 // what every identifier of the size is written in
	declared              // the scheme's Alternatives
	implied               // what every UUID is written in
)

// reader reads one text form at one size, for all the schemes that share it.
type reader struct {
	text       gen.Text
	bits       int
	affix      bool // texts have the prefix and checksum of the one candidate around them
	swap       bool // the bytes of a GUID in memory: the first three fields little-endian
	name       string
	candidates []*candidate
	shortest   int // text that is read, see lengths
	longest    int
}

// candidate is a scheme in one encoding.
type candidate struct {
	*member
	reader *reader
	level  level
	index  int // among all of an Inspector, in the order in which they are tried

	frames [frameCount]atomic.Pointer[frame] // what is written of its readings, once it is asked for
}

// schemeEncoding is an encoding of a scheme.
type schemeEncoding struct {
	text  gen.Text
	swap  bool
	level level
}

// name is the one that results show.
func (s *schemeEncoding) name() string {
	name := s.text.Form.String()
	if u := s.text.Form.UUIDs(); u.Width > 0 && s.text.Width == u.Width {
		name = u.Name
	}
	if s.swap {
		name += ", bytes of a GUID (little-endian)"
	}
	return name
}

// addEncodings adds the ways in which identifiers of m are written, nearest first, each once.
func (m *member) addEncodings(list []schemeEncoding) []schemeEncoding {
	if m.scheme.Pattern != nil {
		return append(list, schemeEncoding{level: own})
	}
	from := len(list)
	eachEncoding(m.scheme, m.size, func(s schemeEncoding) {
		if s.swap || !slices.ContainsFunc(list[from:], func(o schemeEncoding) bool { return o.text == s.text }) {
			list = append(list, s)
		}
	})
	return list
}

// eachEncoding yields the ways in which identifiers of so many bits are written, nearest
// first, some of them twice.
func eachEncoding(s *gen.Scheme, size int, yield func(schemeEncoding)) {
	yield(schemeEncoding{text: s.Text, level: own})
	if s.Alternatives != nil && len(s.Alternatives) == 0 {
		return
	}
	add := func(l level, t gen.Text) {
		if t.Check(size) == nil {
			yield(schemeEncoding{text: t, level: l})
		}
	}
	switch {
	case size <= 64:
		add(sized, gen.Text{Form: gen.Decimal})
	case size == 128:
		add(sized, gen.Text{Form: gen.UUID})
	}
	add(sized, gen.Text{Form: gen.Hex})
	for _, t := range s.Alternatives {
		add(declared, t)
	}
	if s.Text.Form != gen.UUID || s.Prior == 0 {
		return
	}
	for _, t := range uuidTexts.get(listUUIDTexts) {
		add(implied, t)
		if t.Form.Bytes() {
			yield(schemeEncoding{text: t, swap: true, level: implied})
		}
	}
}

var uuidTexts lazy[[]gen.Text]

// listUUIDTexts lists the forms in which UUIDs are met, beside their own.
func listUUIDTexts() (list []gen.Text) {
	for _, f := range gen.Forms() {
		if u := f.Form.UUIDs(); u.Used {
			list = append(list, gen.Text{Form: f.Form, Width: u.Width})
		}
	}
	return list
}

// newReaders groups the encodings of all members by their text. Members that
// make the same identifiers are one candidate of a text: the one whose own form
// it is, else the most common.
func newReaders(members []*member) []*reader {
	type place struct {
		text gen.Text
		bits int
		swap bool
		// alone is a scheme that no other shares a reader with
		alone string
	}
	sorted := slices.Clone(members)
	slices.SortStableFunc(sorted, func(a, b *member) int { return byPrior(a.scheme, b.scheme) })
	encodings := make([]schemeEncoding, 0, 8*len(sorted)) // mostly fewer
	ends := make([]int, len(sorted))                      // of those of each
	for i, m := range sorted {
		encodings = m.addEncodings(encodings)
		ends[i] = len(encodings)
	}
	var (
		readers []*reader
		at      = make(map[place]*reader, len(sorted))
		made    = make([]candidate, 0, len(encodings))
	)
	for _, near := range []level{own, sized, declared, implied} {
		from := 0
		for i, m := range sorted {
			for _, s := range encodings[from:ends[i]] {
				if s.level != near {
					continue
				}
				p := place{text: s.text, bits: m.size, swap: s.swap}
				if m.scheme.Pattern != nil || m.scheme.Affix != nil && near == own {
					p.alone = m.scheme.Name
				}
				r := at[p]
				if r == nil {
					r = &reader{text: s.text, bits: m.size, swap: s.swap, name: s.name()}
					r.affix = p.alone != "" && m.scheme.Affix != nil
					if m.scheme.Pattern != nil {
						r.name = "text"
					}
					at[p] = r
					readers = append(readers, r)
				}
				if !slices.ContainsFunc(r.candidates, func(c *candidate) bool { return c.kind == m.kind }) {
					made = append(made, candidate{member: m, reader: r, level: near})
					r.candidates = append(r.candidates, &made[len(made)-1])
				}
			}
			from = ends[i]
		}
	}
	preferred(readers, sorted)
	index := 0
	for _, r := range readers {
		r.shortest, r.longest = r.lengths()
		for _, c := range r.candidates {
			c.index = index
			index++
		}
	}
	return readers
}

// preferred has the readers of a scheme's Alternatives in the order that it names
// them: where a text fits two alike, the first is meant. What more common schemes
// ask for comes before.
func preferred(readers []*reader, sorted []*member) {
	at := func(t gen.Text, bits int) int {
		return slices.IndexFunc(readers, func(r *reader) bool {
			return r.text == t && r.bits == bits && !r.swap &&
				!r.affix
		})
	}
	for i := len(sorted) - 1; i >= 0; i-- {
		m := sorted[i]
		for last := len(m.scheme.Alternatives) - 1; last > 0; last-- {
			from, to := at(m.scheme.Alternatives[last-1], m.size), at(m.scheme.Alternatives[last], m.size)
			if 0 <= to && to < from {
				r := readers[from]
				copy(readers[to+1:from+1], readers[to:from])
				readers[to] = r
			}
		}
	}
}

// lengths are those of the texts that are read. A text of a form of minimal
// length that is not the scheme's own is read only if it is about as long as the
// longest: a short word is a small number in every base.
func (r *reader) lengths() (shortest, longest int) {
	if s := r.candidates[0].scheme; s.Pattern != nil {
		return r.candidates[0].parts.Len()
	} else if r.affix {
		return s.Len()
	}
	shortest, longest = r.text.Len(r.bits)
	for _, c := range r.candidates {
		if c.level == own || c.level == sized && r.text.Form == gen.Decimal {
			return shortest, longest
		}
	}
	if r.text.Form == gen.Decimal || r.bits <= 64 {
		return max(shortest, longest-2), longest
	}
	return max(shortest, longest-1), longest
}

// starts returns the bytes that texts may begin with: most that are none of a reader's are told by the first.
func (r *reader) starts() symbolSet {
	if c := r.candidates[0]; c.codec == nil {
		return c.begins
	}
	if symbols, fold := r.text.First(r.bits); symbols != "" && !r.affix {
		return symbolsOf(symbols, fold)
	}
	return everySymbol
}

// id changes the bytes of a GUID into the order of a UUID, or back.
func (r *reader) id(id gen.ID) gen.ID {
	if !r.swap {
		return id
	}
	return swapGUID(id)
}

func swapGUID(id gen.ID) gen.ID {
	b := id.Bytes16()
	slices.Reverse(b[0:4])
	slices.Reverse(b[4:6])
	slices.Reverse(b[6:8])
	return gen.FromBytes(b[:])
}

// syntax reports whether the form has punctuation in fixed places, which no
// other text has.
func (r *reader) syntax() bool { return r.text.Form.Syntax() }

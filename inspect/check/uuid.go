package check

import (
	"math/bits"

	"idscope/gen"
)

const uuidLen = 36

// uuids takes the run of lines from text[at:end] that are UUIDs with hyphens,
// and returns where it ends; see integers for the text.
func (r *reader) uuids(text []byte, at, end int) int {
	s, as := r.store(r.uuidStore), r.kinds.as
	for at < end {
		line := text[at : at+slack]
		length := uuidLen + 1
		if line[uuidLen] != '\n' {
			if line[uuidLen] != '\r' || line[uuidLen+1] != '\n' {
				break
			}
			length++
		}
		id, ok := gen.Text{Form: gen.UUID}.Try(line[:uuidLen], 128)
		kind := kindAs
		switch {
		case !ok:
			return at
		case as == nil:
			kind = uuidKind(id.Mid, id.Lo)
		case (id.Mid^as.want.Mid)&as.fixed.Mid|(id.Lo^as.want.Lo)&as.fixed.Lo != 0:
			return at
		}
		at += length
		r.line++
		t := r.tally(kind)
		if !t.plain || !t.inBlock {
			t.count(id, r.line)
		} else { // what count does, without the branch on the order, which random bits make 50:50
			t.ids++
			_, less := bits.Sub64(id.Lo, t.last.Lo, 0)
			_, less = bits.Sub64(id.Mid, t.last.Mid, less)
			t.descents += int64(less)
			t.last = id
		}
		r.add2(s, id.Mid, id.Lo)
	}
	return at
}

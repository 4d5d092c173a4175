package inspect

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"

	"idscope/gen"
)

// table is how texts of one shape are read: all the checks of those that may read
// one, best score first.
type table struct {
	shape     shapeKey
	none      bool   // texts of the shape are read without a table
	blind     bool   // and it does not tell which ones are none
	every     bool   // what fails a check is ruled out, whatever it is: there is but one scheme
	crockford bool   // the first reader is that of 128 bits in Crockford's base32
	wanted    uint64 // the checks of what is read in running text: see TokenReader
	readers   []*reader
	checks    []check
	turns     []*check                  // the checks in the order in which they are tried without a table
	lists     [256]atomic.Pointer[list] // by the first byte
}

// mostChecks is how many checks a table has at most: bits of a word.
const mostChecks = 64

// make compiles the table of a key.
func (d *tables) make(key shapeKey) *table {
	in := d.in
	t := &table{shape: key, every: len(in.opts.As) == 1}
	blind := &table{shape: key, none: true, blind: true}
	for _, r := range in.byLength[key.length] {
		place := -1
		for _, c := range r.candidates {
			k := check{candidate: c}
			switch {
			case c.codec == nil || r.affix:
				if k.starts = c.beginnings(in.shapes, key); k.starts == nil {
					continue
				}
			case key.uuid && r.text.Form != gen.UUID && strings.Contains(c.symbols(), "-"):
				return blind // of a scheme that pads its texts to the length of a UUID
			case !in.readable(c, key):
				continue
			default:
				k = in.newCheck(c, key)
				if place < 0 {
					place = len(t.readers)
					t.readers = append(t.readers, r)
				}
			}
			k.reader = int8(place)
			k.worth = in.strengthOf(c, key)
			o := k.expected()
			k.score = o.order()
			k.weak = len(in.opts.As) == 0 && o.weak()
			t.checks = append(t.checks, k)
		}
	}
	if len(t.checks) > mostChecks || len(t.readers) > mostReaders {
		return blind
	}
	t.none = len(t.readers) == 0
	slices.SortFunc(t.checks, func(a, b check) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.index, b.index))
	})
	if !t.none {
		first := t.readers[0]
		t.crockford = first.bits == 128 && !first.swap && first.text == gen.Text{Form: gen.Crockford}
		t.none = key.uuid && (first.text.Form != gen.UUID || len(t.readers) > 1)
	}
	for i := range t.checks {
		t.checks[i].bit = 1 << i
		t.turns = append(t.turns, &t.checks[i])
	}
	slices.SortFunc(t.turns, func(a, b *check) int { return cmp.Compare(a.index, b.index) })
	for i := range t.checks {
		in.relate(t, i)
		if k := &t.checks[i]; k.wanted(key, len(in.opts.As) > 0) {
			t.wanted |= k.bit
		}
	}
	return t
}

// wanted reports whether texts of the shape are wanted in running text, as schemes that
// were asked for, or as likely ones. Of punctuated texts, whose shape is that of their
// symbols, a table does not know how likely they are.
func (k *check) wanted(key shapeKey, asked bool) bool {
	switch {
	case asked:
		return k.level == own || k.inRunningText()
	case !k.inRunningText() || k.oneSymbol() && key.length < leastVerified:
		return false
	}
	if k.codec != nil && !key.uuid && k.candidate.reader.text.Form.Punctuation() != "" {
		return true
	}
	return k.alone >= Likely && (k.worth.timed < evidence(0) || k.strict)
}

// readable reports whether a candidate is tried on texts of the shape, and such a
// text can be one of its form.
func (in *Inspector) readable(c *candidate, key shapeKey) bool {
	if key.uuid {
		return c.reader.text.Form == gen.UUID
	}
	symbols, fold := c.reader.text.Form.Symbols()
	symbols += c.reader.text.Form.Punctuation()
	return key.reached(in.shapes, symbols, fold) && !(key.classes == 1 && c.ratherNumber(in.strict))
}

// expected is the reading of a text of the shape with all that does not depend on
// the number, and a plausible time.
func (k *check) expected() Reading {
	return Reading{Scheme: k.scheme, Own: k.level == own, Timed: k.timed, Plausible: true, Evidence: k.worth.timed,
		rivals: k.worth.rivals, c: k.candidate}
}

// strengthOf is the strength of a candidate's texts of the shape.
func (in *Inspector) strengthOf(c *candidate, key shapeKey) strength {
	if key.uuid {
		return in.strength(c, shape{int(key.classes), 32})
	}
	class := 0
	for class = 0; key.classes>>class&1 == 0; class++ {
	}
	if u := in.shapes.usual[c.reader.text.Form]; u >= 0 && key.classes>>u&1 == 1 {
		class = u
	}
	return in.strength(c, shape{class, key.length})
}

// relate finds what check i is worth where it is the best of those that pass, and
// which of the others make it worth less. Those with less evidence by more than what
// a likely reading has to be ahead do not, nor do any where its confidence is
// certain or possible by itself.
func (in *Inspector) relate(t *table, i int) {
	k := &t.checks[i]
	o := k.expected()
	if k.alone = o.confidence(true); k.reader < 0 {
		return
	}
	for j := range t.checks {
		if p := &t.checks[j]; p.reader >= 0 && p.reader != k.reader && p.kind == k.kind {
			k.twins |= p.bit
		}
	}
	if k.undefined {
		k.rivals |= k.bit // it never is the answer by itself: see decide
	}
	// A reading that says more may take the place of one that says nothing.
	k.needsAll = len(in.opts.As) > 0 || o.says() == 0 && ones(k.fixed) <= 8
	if !k.needsAll && k.alone == o.confidence(false) {
		return
	}
	for j := i + 1; j < len(t.checks); j++ {
		p := &t.checks[j]
		rival := p.expected()
		switch {
		case p.weak:
			continue
		case k.needsAll:
		case p.level == implied && o.Own || rival.Evidence <= 0 || o.Evidence >= rival.Evidence+aheadBits:
			continue
		case p.reader >= 0 && p.candidate.reader == k.candidate.reader && o.Own && rival.says() == 0 && ones(p.fixed) <= 8:
			continue // it says nothing: see Result.dropEmpty
		case p.reader >= 0 && o.mayInclude(&rival):
			if k.sameTime(p) {
				continue
			}
			k.includes |= p.bit
		}
		k.rivals |= p.bit
	}
}

// sameTime reports whether two checks read the same time out of any number.
func (k *check) sameTime(p *check) bool {
	return p.codec.SameBits(k.codec, gen.Time) && p.line == k.line && p.scheme.Fraction == k.scheme.Fraction
}

package inspect

import (
	"bytes"
	"math/bits"

	"idscope/gen"
)

// A Glancer reads texts that were cut out of running text, most of which are no
// identifiers, for speed: [Inspector.InspectInto] is asked only where one look
// can not say no, or yes. Its answer is the same, but where that is unsure it is
// nothing:
//
//   - Without As it reads likely and certain identifiers in their scheme's own
//     spelling, but no groups of random symbols, as licence keys are others, no CIDs
//     of fewer than 40 symbols, and UUIDs without hyphens where the evidence is 16
//     bits and more.
//     In running text other spellings are words and parts of names far more often
//     than the evidence, which is against random text, can tell.
//   - Under As it reads what has a plausible time and the scheme's own spelling.
//   - With all it reads whatever the Inspector does, where evidence of 2 bits speaks
//     for it, or As does.
//
// Digits alone are no identifier of a scheme that has letters in its text, and a
// text without a digit is none of a scheme that is a pattern, in all these cases.
// Prefixes as 0x and punctuation are not taken off. A Glancer is for one goroutine.
type Glancer struct {
	in     *Inspector
	all    bool
	shapes [len(classes)][]*outlook // by length
	scan   scan
	result Result
	pieces []gen.Piece
	starts map[*candidate]*start
}

// spelledHex is the evidence from which on UUIDs without hyphens are read: hashes
// are so much more common than UUIDs of versions 1 and 6 that are written so.
const spelledHex = 16

// NewGlancer returns a Glancer of an Inspector, whose tables all its Glancers share.
func NewGlancer(in *Inspector, all bool) *Glancer {
	g := &Glancer{in: in, all: all}
	for i := range g.shapes {
		g.shapes[i] = make([]*outlook, len(in.byLength))
	}
	return g
}

// Strict reports whether texts are read as schemes that were asked for only.
func (in *Inspector) Strict() bool { return in.strict }

// Read returns the best reading of a text; ok is false where there is none that
// is wanted. It does not allocate where it says no.
func (g *Glancer) Read(text []byte) (d Detection, ok bool) {
	n := len(text)
	if n == 0 || n >= len(g.in.byLength) || len(g.in.byLength[n]) == 0 {
		return d, false
	}
	unclear := false
	if t := g.in.byTable(); t != nil && t.open(&g.scan, text) {
		if !g.all && len(g.in.opts.As) == 0 && !g.hopeful(text) {
			return d, false
		}
		switch k, answer := t.decide(&g.scan); answer {
		case no:
			return d, false
		case yes:
			return g.take(k)
		}
		unclear = true
	} else if n == uuidLen && text[8] == '-' {
		_, unclear = gen.Text{Form: gen.UUID}.Try(text, 128)
	}
	forms, inClasses := ^uint64(0), uint32(1<<len(classes)-1)
	for _, b := range text {
		forms &= g.in.shapes.forms[b]
		inClasses &= g.in.shapes.classes[b]
	}
	if inClasses == 0 {
		return d, false
	}
	class := bits.TrailingZeros32(inClasses)
	if !unclear && !g.fits(g.outlook(class, n).prospects, text, forms) {
		return d, false
	}
	g.in.InspectInto(&g.result, string(text))
	return g.accept(text, class)
}

// hopeful reports false only of a text that is not likely to be an identifier, of
// those that a table has: most are told by a few checks.
func (g *Glancer) hopeful(text []byte) bool {
	t := g.scan.table
	for rest := t.likely & g.scan.list().bits; rest != 0; rest &= rest - 1 {
		k := &t.checks[bits.TrailingZeros64(rest)]
		if k.reader < 0 {
			if k.codec != nil || g.patterned(k.candidate, text) {
				return true
			}
			continue
		}
		id := g.scan.number(k)
		if id == nil || !k.near(id) || !k.constant(id) {
			continue
		}
		if answer, _ := k.passes(id); answer == yes || answer == implausible && k.strict {
			return true
		}
	}
	return false
}

// take takes what a table found, if it is wanted: see accept.
func (g *Glancer) take(k *check) (d Detection, ok bool) {
	scheme, read := k.scheme.Text.Form, k.candidate.reader
	switch {
	case g.scan.table.shape.classes == 1 && !g.scan.table.shape.uuid && read.name != "int" && scheme != gen.DateDigits:
		return d, false
	case g.all && len(g.in.opts.As) == 0 && k.worth.timed < rareBits:
		return d, false
	case g.all:
	case k.level != own && (read.text.Form != gen.Hex || scheme != gen.UUID || k.worth.timed < spelledHex):
		return d, false
	case len(g.in.opts.As) == 0 && g.scan.confidence < Likely:
		return d, false
	}
	return Detection{Scheme: k.scheme, Confidence: g.scan.confidence, Timed: k.timed, tick: g.scan.tick, c: k.candidate}, true
}

// accept takes what the Inspector found, if it is wanted.
func (g *Glancer) accept(text []byte, class int) (d Detection, ok bool) {
	if !g.result.OK() {
		return d, false
	}
	r := &g.result.Readings[0]
	digits := class == 0 || bytes.Trim(text, "0123456789-_") == nil
	switch form := r.Scheme.Text.Form; {
	case r.c.codec == nil && !hasDigit(text):
		return d, false
	case r.c.codec != nil && digits && r.Spelling != "int" && r.Spelling != "uuid" && form.Spells():
		return d, false
	case g.tooShort(r.c, len(text)):
		return d, false
	case g.all && (len(g.in.opts.As) > 0 || r.Evidence >= rareBits):
	case g.all: // a word could be a nanoid, but nothing says so
		return d, false
	case !r.Plausible && !r.c.settledForm():
		return d, false
	case !r.Own && (r.c.reader.text.Form != gen.Hex || form != gen.UUID || r.Evidence < spelledHex):
		return d, false
	case len(g.in.opts.As) == 0 && (r.Confidence < Likely || r.c.featureless()):
		return d, false
	}
	d = Detection{Scheme: r.Scheme, Confidence: r.Confidence, Timed: r.Timed, tick: r.tick, c: r.c}
	if r.Secret {
		d.Hidden = g.result.Cleaned
	}
	return d, true
}

// settledForm reports whether the scheme's own text has a syntax, which is
// certain whatever the time says.
func (c *candidate) settledForm() bool { return c.codec != nil && c.reader.syntax() }

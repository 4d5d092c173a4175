package inspect

import (
	"bytes"
	"math/bits"
	"time"

	"idscope/gen"
)

// Glance is what one look at a text says of it: the best reading, without the
// others and without what speaks for it.
type Glance struct {
	Scheme     *gen.Scheme
	Confidence Confidence
	Timed      bool
	Time       time.Time // the start of its tick, in UTC
	Vague      bool      // the time is the start of a stretch: see Reading.Vague
	// Hidden is what may be shown of a text that is a secret; empty for others.
	Hidden string
}

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
	g.result.nested = true
	for i := range g.shapes {
		g.shapes[i] = make([]*outlook, len(in.byLength))
	}
	return g
}

// Strict reports whether texts are read as schemes that were asked for only.
func (in *Inspector) Strict() bool { return in.strict }

// Read returns the best reading of a text; ok is false where there is none that
// is wanted. It does not allocate where it says no.
func (g *Glancer) Read(text []byte) (o Glance, ok bool) {
	n := len(text)
	if n == 0 || n >= len(g.in.byLength) || len(g.in.byLength[n]) == 0 {
		return o, false
	}
	unclear := false
	if t := g.in.byTable(); t != nil && t.open(&g.scan, text) {
		if !g.all && len(g.in.opts.As) == 0 && !g.hopeful(text) {
			return o, false
		}
		switch k, answer := t.decide(&g.scan); answer {
		case no:
			return o, false
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
		return o, false
	}
	class := bits.TrailingZeros32(inClasses)
	if !unclear && !g.fits(g.outlook(class, n).prospects, text, forms) {
		return o, false
	}
	g.in.InspectInto(&g.result, string(text))
	return g.accept(text, class)
}

// Token is Read for texts of any length that have points, as tokens that are not
// shown: ok is false for all others.
func (g *Glancer) Token(text []byte) (o Glance, ok bool) {
	g.in.InspectInto(&g.result, string(text))
	if !g.result.OK() || !g.result.Readings[0].Secret || len(g.in.opts.As) > 0 {
		return o, false
	}
	r := &g.result.Readings[0]
	return Glance{Scheme: r.Scheme, Confidence: r.Confidence, Hidden: g.result.Cleaned}, true
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
func (g *Glancer) take(k *check) (o Glance, ok bool) {
	scheme, read := k.scheme.Text.Form, k.candidate.reader
	switch {
	case g.scan.table.shape.classes == 1 && !g.scan.table.shape.uuid && read.name != "int" && scheme != gen.DateDigits:
		return o, false
	case g.all && len(g.in.opts.As) == 0 && k.worth.timed < rareBits:
		return o, false
	case g.all:
	case k.level != own && (read.text.Form != gen.Hex || scheme != gen.UUID || k.worth.timed < spelledHex):
		return o, false
	case len(g.in.opts.As) == 0 && g.scan.confidence < Likely:
		return o, false
	}
	o = k.glance(g.scan.tick)
	o.Confidence = g.scan.confidence
	return o, true
}

// glance is the glance at an identifier of that tick.
func (c *candidate) glance(tick uint64) Glance {
	o := Glance{Scheme: c.scheme, Confidence: Certain, Timed: c.timed}
	if c.timed {
		o.Time = c.line.Time(c.shown(tick))
		o.Vague = c.vague()
	}
	return o
}

// accept takes what the Inspector found, if it is wanted.
func (g *Glancer) accept(text []byte, class int) (Glance, bool) {
	if !g.result.OK() {
		return Glance{}, false
	}
	r := &g.result.Readings[0]
	digits := class == 0 || bytes.Trim(text, "0123456789-_") == nil
	switch form := r.Scheme.Text.Form; {
	case r.c.codec == nil && !hasDigit(text):
		return Glance{}, false
	case r.c.codec != nil && digits && r.Spelling != "int" && r.Spelling != "uuid" && form.Spells():
		return Glance{}, false
	case g.tooShort(r.c, len(text)):
		return Glance{}, false
	case g.all && (len(g.in.opts.As) > 0 || r.Evidence >= rareBits):
	case g.all: // a word could be a nanoid, but nothing says so
		return Glance{}, false
	case !r.Plausible && !r.c.settledForm():
		return Glance{}, false
	case !r.Own && (r.c.reader.text.Form != gen.Hex || form != gen.UUID || r.Evidence < spelledHex):
		return Glance{}, false
	case len(g.in.opts.As) == 0 && (r.Confidence < Likely || r.c.featureless()):
		return Glance{}, false
	}
	o := Glance{Scheme: r.Scheme, Confidence: r.Confidence, Timed: r.Timed, Time: r.Time, Vague: r.Vague()}
	if r.Secret {
		o.Hidden = g.result.Cleaned
	}
	return o, true
}

// settledForm reports whether the scheme's own text has a syntax, which is
// certain whatever the time says.
func (c *candidate) settledForm() bool { return c.codec != nil && c.reader.syntax() }

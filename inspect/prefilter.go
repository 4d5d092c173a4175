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
	uuids  *reader
	own    [1 << 7][]uuidOwn // of uuids, by version and variant
	rest   []*candidate      // of uuids, that can be better than an own one
	result Result
	pieces []gen.Piece
	starts map[*candidate]*start
	buf    [8]fitting
}

// spelledHex is the evidence from which on UUIDs without hyphens are read: hashes
// are so much more common than UUIDs of versions 1 and 6 that are written so.
const spelledHex = 16

// NewGlancer returns a Glancer of an Inspector. Its time goes into the tables of
// evidence, which all Glancers of an Inspector share.
func NewGlancer(in *Inspector, all bool) *Glancer {
	g := &Glancer{in: in, all: all}
	for i := range g.shapes {
		g.shapes[i] = make([]*outlook, len(in.byLength))
	}
	for _, r := range in.byLength[uuidLen] {
		if r.text.Form == gen.UUID && r.candidates[0].codec != nil {
			g.uuids = r
			g.splitUUIDs()
		}
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
	id, isUUID := gen.ID{}, false
	if g.uuids != nil && n == uuidLen && text[8] == '-' {
		if id, isUUID = g.uuids.text.Try(text, g.uuids.bits); isUUID {
			if c, tick := g.uuid(id, text); c != nil {
				return c.glance(tick), true
			}
		}
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
	if !isUUID {
		list := g.outlook(class, n).prospects
		if len(list) == 0 {
			return o, false
		}
		fits, unclear := g.fits(g.buf[:0], list, text, forms)
		if len(fits) == 0 && !unclear {
			return o, false
		}
		if !unclear && !isWord(string(text)) {
			best, known := fits[0], true
			for _, k := range fits {
				if known = known && k.known; k.score > best.score {
					best = k
				}
			}
			if confidence, ok := g.settle(best, text, forms); known && ok {
				o = best.glance(best.tick(best.id))
				o.Confidence = confidence
				return o, confidence >= Likely
			}
		}
	}
	g.in.InspectInto(&g.result, string(text))
	return g.accept(text, class)
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
	case r.c.codec != nil && digits && r.Spelling != "int" && r.Spelling != "uuid" && form != gen.DateDigits:
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

package inspect

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// A TokenReader reads texts that were cut out of running text, most of which are no
// identifiers, for speed: [Inspector.InspectInto] is asked only where the table of
// their shape says neither no nor yes. Its answer is the same, but where that is
// unsure it is nothing:
//
//   - Without As it reads likely and certain identifiers, and UUIDs, in their scheme's own
//     encoding, but no groups of random symbols, as licence keys are others, no CIDs
//     of fewer than 40 symbols, and UUIDs without hyphens where the evidence is 16
//     bits and more.
//     In running text other encodings are words and parts of names far more often
//     than the evidence, which is against random text, can tell.
//   - Under As it reads what has a plausible time and the scheme's own encoding, and UUIDs
//     in mixed byte order.
//   - With all it reads whatever the Inspector does, where evidence of 2 bits speaks
//     for it, or As does, UUIDs, and hexadecimal digits of the length of a trace or a hash.
//
// Digits alone are no identifier of a scheme that has letters in its text, and a text without
// a digit is none of a scheme that is a pattern, unless it is certain, in all these cases.
// Prefixes as 0x and punctuation are not taken off. A TokenReader is for one goroutine.
type TokenReader struct {
	in     *Inspector
	all    bool
	result Result
}

// hexUUIDBits is the evidence from which on UUIDs without hyphens are read: hashes
// are so much more common than UUIDs of versions 1 and 6 that are written so.
const hexUUIDBits = 16

// NewTokenReader returns a TokenReader of an Inspector, whose tables all its TokenReaders share.
func NewTokenReader(in *Inspector, all bool) *TokenReader {
	g := &TokenReader{in: in, all: all}
	g.result.nested = true
	return g
}

// Strict reports whether texts are read as schemes that were asked for only.
func (in *Inspector) Strict() bool { return in.strict }

// Now is the present of the Options.
func (in *Inspector) Now() time.Time { return in.opts.Now }

// Read returns the best reading of a text; ok is false where there is none that
// is wanted. It does not allocate where it says no.
func (t *TokenReader) Read(text []byte) (d Detection, ok bool) {
	if len(text) == 0 || len(text) > maxPattern {
		return d, false
	}
	t.in.open(&t.result.scan, text, anyForm)
	if !t.mayBeMixed(text) && !t.mayRead() {
		return d, false
	}
	if t.in.conclude(&t.result, t.in.detected(&t.result.scan), text); !t.result.OK() {
		return d, false
	}
	return t.accept(text, &t.result.Readings[0])
}

// Token is Read for texts of any length that have points, as tokens that are not
// shown: ok is false for all others.
func (t *TokenReader) Token(text []byte) (d Detection, ok bool) {
	t.in.InspectInto(&t.result, string(text))
	if !t.result.OK() || !t.result.Readings[0].Secret || len(t.in.opts.As) > 0 {
		return d, false
	}
	r := &t.result.Readings[0]
	return Detection{Scheme: r.Scheme, Confidence: r.Confidence, Hidden: t.result.Cleaned, tick: r.tick, c: r.c}, true
}

// mayRead reports false only where no candidate reads the text of the scan, or none
// that is wanted.
func (t *TokenReader) mayRead() bool {
	s := &t.result.scan
	digit := hasDigit(s.text)
	for _, k := range s.group().checks {
		if !k.wanted && !t.all {
			continue
		}
		if k.reader < 0 {
			if (digit || k.codec != nil || k.alone == Certain) && s.reads(k) {
				return true
			}
			continue
		}
		if answer, _, _ := s.passes(k); answer == yes || answer == implausible && k.strict &&
			(t.all || k.hasSyntax()) {
			return true
		}
	}
	return false
}

// mayBeMixed reports whether a text may be a UUID in mixed byte order, of a scheme that was asked for.
func (t *TokenReader) mayBeMixed(text []byte) bool {
	if !t.in.strict || len(text) != uuidLen {
		return false
	}
	given, ok := (gen.Text{Form: gen.UUID}).Try(text, 128)
	return ok && slices.ContainsFunc(t.in.inMixedOrder(), func(c *candidate) bool { return c.fits(c.reader.id(given)) })
}

// inText reports whether texts of the shape are wanted in running text, as schemes that
// were asked for, or as likely ones.
func (k *check) inText(key *shapeKey, asked bool) bool {
	switch {
	case asked:
		return k.level == own || k.inRunningText()
	case !k.inRunningText() || k.oneSymbol() && key.length < leastVerified:
		return false
	}
	return (k.alone >= Likely || k.hasSyntax()) && !k.never()
}

// accept takes the best reading of a text, if it is wanted.
func (t *TokenReader) accept(text []byte, r *Reading) (d Detection, ok bool) {
	switch form := r.Scheme.Text.Form; {
	case r.c.codec == nil && r.Confidence < Certain && !hasDigit(text):
		return d, false
	case r.c.codec != nil && r.Encoding != "int" && r.Encoding != "uuid" && form.Encodes() &&
		bytes.Trim(text, "0123456789-_") == nil:
		return d, false
	case t.tooShort(r.c, len(text)):
		return d, false
	case t.all && (len(t.in.opts.As) > 0 || r.Evidence >= rareBits || r.c.hexadecimal() || r.c.hasSyntax()):
	case t.all: // a word could be a nanoid, but nothing says so
		return d, false
	case !r.Plausible && !r.c.hasSyntax():
		return d, false
	case !r.Own && !r.mixed && (r.c.reader.text.Form != gen.Hex || form != gen.UUID || r.Evidence < hexUUIDBits):
		return d, false
	case len(t.in.opts.As) == 0 && (r.Confidence < Likely && !r.c.hasSyntax() || r.c.featureless()):
		return d, false
	}
	d = Detection{Scheme: r.Scheme, Confidence: r.Confidence, Timed: r.Timed, tick: r.tick, c: r.c}
	if r.Secret {
		d.Hidden = t.result.Cleaned
	}
	return d, true
}

// hasSyntax reports whether the scheme's own text has a syntax, which is
// certain whatever the time says.
func (c *candidate) hasSyntax() bool { return c.codec != nil && c.reader.syntax() }

func hasDigit(text []byte) bool {
	for _, b := range text {
		if b-'0' < 10 {
			return true
		}
	}
	return false
}

// leastVerified is the length from which on texts are looked at that begin with
// one certain symbol and have to be taken apart to be told from words (CIDs). Those
// of a hash are longer.
const leastVerified = 40

// tooShort reports whether texts of that length are not looked at, as one of so few
// symbols is a word.
func (t *TokenReader) tooShort(c *candidate, n int) bool {
	return n < leastVerified && !t.all && len(t.in.opts.As) == 0 && c.oneSymbol()
}

// oneSymbol reports whether all that tells a text of a pattern from a word is its
// first symbol, and what only Verify knows.
func (c *candidate) oneSymbol() bool {
	p := c.scheme.Pattern
	return c.scheme.Verify != nil && len(p) > 0 && len(p[0].Texts) > 0 && len(p[0].Texts[0]) == 1
}

// hexadecimal reports whether all that identifiers of c have is a number of
// hexadecimal digits: traces and spans of W3C, hashes.
func (c *candidate) hexadecimal() bool {
	switch {
	case c.level != own:
		return false
	case c.codec == nil:
		return c.scheme.Format == gen.FormatHash && len(c.parts) == 1 && c.parts[0].Fold &&
			c.parts[0].Min == c.parts[0].Max
	}
	return c.scheme.Text.Form == gen.Hex && c.chancy()
}

// featureless reports whether a pattern has nothing but symbols and separators: no
// word in front, no time, nothing to verify.
func (c *candidate) featureless() bool {
	if c.codec != nil || c.timed || c.scheme.VerifyBits > 0 {
		return false
	}
	for _, part := range c.scheme.Pattern {
		for _, t := range part.Texts {
			if strings.Trim(t, "-_.:/") != "" {
				return false
			}
		}
	}
	return true
}

// inRunningText reports whether texts of a candidate are looked for in running text: no
// groups of symbols without a feature, no dates, and of UUIDs also bare digits.
func (c *candidate) inRunningText() bool {
	switch form := c.scheme.Text.Form; {
	case c.featureless(), c.scheme.Weak:
		return false
	case c.level == own:
		return c.codec == nil || form.Encodes()
	default:
		return form == gen.UUID && c.reader.text.Form == gen.Hex
	}
}

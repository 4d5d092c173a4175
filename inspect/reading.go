package inspect

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// Reading is one way to understand a text. Its methods derive the rest when it is
// asked for.
type Reading struct {
	Scheme *gen.Scheme
	SameAs []string // schemes that make the same identifiers
	ID     gen.ID

	Encoding string // the form that the text is written in
	Own      bool   // which is the scheme's own

	// Evidence, in bits, is -log2 of the chance that a random string of the text's
	// shape passes every check of the reading. Where the time is implausible it is
	// not among the checks.
	Evidence   float64
	Confidence Confidence

	Timed     bool
	Time      time.Time // the start of its tick, in UTC; of uuidv7 the millisecond
	Plausible bool      // the time is between the scheme's first use and a day from now

	Prefix   string        // of a scheme that has prefixes
	Summed   bool          // there is a checksum, and it is right
	Text     string        // what was read, of a scheme that is a pattern of text
	Findings []gen.Finding // what that says beyond its parts
	Secret   bool          // it must not be shown, and is not
	Numbers  *Numbers      // what it encodes, of a NumberCodec; nil of schemes

	tick      uint64
	affixed   bool
	pieces    []gen.Piece
	key       gen.ID // of a text that is not shown as it is
	c         *candidate
	rivals    float64
	word      wording // letters only
	number    bool    // a plain number, see isPlainNumber
	letters   bool    // there is no digit
	addressed bool    // the address that it is in says what it is
	mixed     bool    // the first three fields have their bytes reversed
}

// Bits is the size of the identifier.
func (r *Reading) Bits() int { return r.c.size }

// Entropy is how many bits of the identifier are random: at least and at most,
// where not every maker fills a field alike.
func (r *Reading) Entropy() (least, most float64) {
	if r.c.codec == nil {
		least = r.drawn(true)
		return least, least
	}
	least = float64(r.Scheme.RandomBits())
	most = max(least, r.Scheme.RandomMost)
	if r.doubt() != "" {
		least = float64(r.Scheme.Layout.Width(gen.Random))
		if r.custom() {
			least = 0
		}
	}
	return least, most
}

// drawn is how many bits of a text are random: with those of a part that is drawn once for many, or without, but where
// a finding says it.
func (r *Reading) drawn(kept bool) (bits float64) {
	for _, f := range r.Findings {
		bits += f.Random
	}
	if bits > 0 {
		return bits
	}
	for _, p := range r.pieces {
		if p.Source == gen.Random && (kept || !p.Keep) {
			held := float64(p.Symbols()) * p.Bits()
			bits += min(held, cmp.Or(float64(p.Drawn), held))
		}
	}
	return bits
}

// Resolution is the length of a tick, 0 without a time.
func (r *Reading) Resolution() time.Duration { return r.Scheme.Tick }

// Prior is how common such texts are, in bits: the scheme's prior, less 10 for a
// UUID in the clothes of another kind of identifier, 6 in that of ShortUUID, and less 5 for hexadecimal
// digits of more than 128 bits that are usually written otherwise: those are hashes;
// less 3 for the encodings of Usual, and 1 for decimal digits of a scheme that is written otherwise.
func (r *Reading) Prior() float64 {
	switch {
	case r.c.level == implied && r.c.reader.text.Form == gen.Base57: // only ShortUUID writes it
		return r.Scheme.Prior - short
	case r.c.level == implied:
		return r.Scheme.Prior - disguise
	case r.c.level == sized && r.c.size > 128 && r.c.reader.text.Form == gen.Hex:
		return r.Scheme.Prior - bared
	case r.usual():
		return r.Scheme.Prior - printed
	case r.c.level == sized && r.c.reader.text.Form == gen.Decimal:
		return r.Scheme.Prior - numbered
	}
	return r.Scheme.Prior
}

// usual reports whether the encoding is one of the scheme's Usual.
func (r *Reading) usual() bool { return slices.Contains(r.Scheme.Usual, r.c.reader.text) }

// weak reports whether too little speaks for a reading to show it: less than 2 bits in
// an encoding that is rare, or of a word in a form of minimal length; a word in a rare
// encoding; only the variant of a UUID that is not written as one.
func (r *Reading) weak() bool {
	if !r.Own && r.Scheme.Prior == 0 && r.c.meaning == 0 {
		return true
	}
	word := r.word != noWord
	if r.c.scheme.Pattern != nil || !word && r.usual() {
		return false
	}
	shortest, longest := r.c.reader.text.Len(r.c.size)
	return (r.c.level >= declared || word && shortest < longest) &&
		(word && r.c.level >= declared || r.Evidence < rareBits)
}

// chanceAlone reports whether a text without a digit may fit by chance: the names and words of
// programs that are put together do so more often than ids have no digit, so that such a reading
// has to be likely.
func (in *Inspector) chanceAlone(r *Reading) bool {
	return r.letters && !in.opts.Letters && r.rivals > 1.0/(1<<likelyBits) && !(r.Own && r.c.reader.syntax())
}

// Score is what readings are ordered by: the evidence plus the prior.
func (r *Reading) Score() float64 { return r.Evidence + r.Prior() }

// Format is what kind of text it is: the scheme's, but of a secret a token where the
// scheme has identifiers as well.
func (r *Reading) Format() gen.Format {
	if r.Secret && r.Scheme.Format == gen.FormatID {
		return gen.FormatToken
	}
	return r.Scheme.Format
}

// Canonical is the text in the scheme's own form.
func (r *Reading) Canonical() string { return string(r.AppendCanonical(nil)) }

// AppendCanonical appends the text in the scheme's own form.
func (r *Reading) AppendCanonical(dst []byte) []byte {
	switch {
	case r.c.codec == nil:
		return append(dst, r.Text...)
	case !r.affixed:
		return r.Scheme.Append(dst, r.ID)
	}
	return r.Scheme.AppendPrefixed(dst, r.ID, r.Prefix)
}

// Key identifies the text of a scheme that is a pattern, in 192 bits: see
// [gen.Matcher.Key]; with check digits hyphens that may be left out do not count. write,
// which is for all of the scheme, turns keys into texts; those of secrets are hashes.
func (r *Reading) Key() (id gen.ID, write func(dst []byte, id gen.ID) []byte) {
	if r.key != (gen.ID{}) {
		return r.key, r.c.matcher().AppendKey
	}
	id, ok := r.c.matcher().Key(strings.ReplaceAll(r.Text, "-", ""), false)
	if !ok || r.Scheme.Format != gen.FormatCheckDigit {
		id, _ = r.c.matcher().Key(r.Text, false)
	}
	return id, r.c.matcher().AppendKey
}

// Worker is the value of all worker fields together; ok is false without any.
func (r *Reading) Worker() (v uint64, ok bool) {
	if r.c.codec == nil {
		return 0, false
	}
	return r.c.codec.Source(r.ID, gen.Worker).Lo, r.Scheme.WorkerBits() > 0
}

package inspect

import (
	"fmt"
	"slices"
	"time"

	"idscope/gen"
)

// Reading is one way to understand a text. Its methods derive the rest when it is
// asked for.
type Reading struct {
	Scheme *gen.Scheme
	SameAs []string // schemes that make the same identifiers
	ID     gen.ID

	Spelling string // the form that the text is written in
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
	Numbers  *Numbers      // what it spells, of a NumberCodec; nil of schemes

	tick      uint64
	affixed   bool
	pieces    []gen.Piece
	key       gen.ID // of a secret
	c         *candidate
	rivals    float64
	word      wording // letters only
	number    bool    // a plain number, see isPlainNumber
	addressed bool    // the address that it stands in says what it is
	mixed     bool    // the first three fields have their bytes reversed
}

// FieldValue is a field with its place and value.
type FieldValue struct {
	Name            string
	Letter          byte // for drawings; - for bits that only fill up
	Source          gen.Source
	MSB, LSB, Width int
	Value           gen.ID
}

// Bits is the size of the identifier.
func (r *Reading) Bits() int { return r.c.size }

// Entropy is how many bits of the identifier are random: at least and at most,
// where not every maker fills a field alike.
func (r *Reading) Entropy() (least, most float64) {
	if r.c.codec == nil {
		for _, p := range r.pieces {
			if p.Source == gen.Random {
				least += float64(p.Symbols()) * p.Bits()
			}
		}
		return least, least
	}
	least = float64(r.Scheme.RandomBits())
	most = max(least, r.Scheme.RandomMost)
	if r.Doubt() != "" {
		least = float64(r.Scheme.Layout.Width(gen.Random))
		if r.custom() {
			least = 0
		}
	}
	return least, most
}

// Resolution is the length of a tick, 0 without a time.
func (r *Reading) Resolution() time.Duration { return r.Scheme.Tick }

// Prior is how common such texts are, in bits: the scheme's prior, less 10 for a
// UUID in the clothes of another kind of identifier, 6 in that of ShortUUID, and less 5 for hexadecimal
// digits of more than 128 bits that are usually written otherwise: those are hashes;
// less 3 for the spellings of Usual.
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
	}
	return r.Scheme.Prior
}

// usual reports whether the spelling is one of the scheme's Usual.
func (r *Reading) usual() bool { return slices.Contains(r.Scheme.Usual, r.c.reader.text) }

// weak reports whether too little speaks for a reading to show it: less than 2
// bits in a spelling that is rare, or of a word in a form of minimal length; a
// word in a rare spelling; only the variant of a UUID that is not written as one.
func (r *Reading) weak() bool {
	if !r.Own && r.Scheme.Prior == 0 && r.says() == 0 {
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
// [gen.Matcher.Key]. write, which is for all of the scheme, turns keys into texts;
// those of secrets are hashes.
func (r *Reading) Key() (id gen.ID, write func(dst []byte, id gen.ID) []byte) {
	if r.Secret {
		return r.key, r.c.matcher().AppendKey
	}
	id, _ = r.c.matcher().Key(r.Text, false)
	return id, r.c.matcher().AppendKey
}

// Fields returns all fields, most significant first.
func (r *Reading) Fields() []FieldValue {
	list := make([]FieldValue, len(r.Scheme.Layout)) // none of a pattern
	for i := range list {
		list[i] = r.Field(i)
	}
	return list
}

// Field returns field i of the scheme's layout.
func (r *Reading) Field(i int) FieldValue {
	f, lsb := r.Scheme.Layout[i], r.c.codec.LSB(i)
	return FieldValue{f.Name, r.c.fieldLetter(i), f.Source, lsb + f.Bits - 1, lsb, f.Bits, r.c.codec.Field(r.ID, i)}
}

// Worker is the value of all worker fields together; ok is false without any.
func (r *Reading) Worker() (v uint64, ok bool) {
	if r.c.codec == nil {
		return 0, false
	}
	return r.c.codec.Source(r.ID, gen.Worker).Lo, r.Scheme.WorkerBits() > 0
}

// Reasons says in words what speaks for the reading, and what against.
func (r *Reading) Reasons() []string {
	var list []string
	m := r.c
	if !r.Own {
		list = append(list, "written as "+r.Spelling)
	}
	if r.c.reader.syntax() {
		list = append(list, "hyphens stand where the form has them")
	}
	for _, f := range m.scheme.Layout {
		switch {
		case f.Source != gen.Const:
		case f.Unused():
			list = append(list, fmt.Sprintf("the unused bits are %d", f.Value))
		default:
			list = append(list, fmt.Sprintf("%s is %d", f.Name, f.Value))
		}
	}
	switch {
	case !r.Timed:
		list = append(list, "no time that could be checked")
	case r.Plausible:
		list = append(list, fmt.Sprintf("the time lies between the first use (%d) and tomorrow", m.line.Time(m.used).Year()))
	default:
		list = append(list, m.objection(r.ID))
	}
	return list
}

// Encoding is the identifier in one spelling.
type Encoding struct{ Name, Text string }

// Encodings lists the spellings that are usual for identifiers of the size; none
// where the text does not spell bits.
func (r *Reading) Encodings() []Encoding {
	var list []Encoding
	for _, e := range r.c.encodings() {
		list = append(list, Encoding{e.name, string(e.text.Append(nil, r.ID, r.c.size))})
	}
	return list
}

type encoding struct {
	name string
	key  string // in front of its text in an object, with the end of the one before
	text gen.Text
}

// All the encodings that results list; of 128 bits also those of a UUID.
var encodings = [...]encoding{
	{"int", `"int":"`, gen.Text{Form: gen.Decimal}},
	{"hex", `","hex":"`, gen.Text{Form: gen.Hex}},
	{"base32", `","base32":"`, gen.Text{Form: gen.Crockford}},
	{"base58", `","base58":"`, gen.Text{Form: gen.Base58}},
	{"base62", `","base62":"`, gen.Text{Form: gen.Base62}},
	{"base64", `","base64":"`, gen.Text{Form: gen.Base64URL}},
	{"uuid", `","uuid":"`, gen.Text{Form: gen.UUID}},
	{"shortuuid", `","shortuuid":"`, gen.Text{Form: gen.Base57, Width: 22}},
	{"uuid25", `","uuid25":"`, gen.Text{Form: gen.Base36, Width: 25}},
}

func (m *member) encodings() []encoding {
	switch {
	case m.codec == nil, !m.scheme.Text.Form.Spells():
		return nil
	case m.size == 128:
		return encodings[:]
	}
	return encodings[:6]
}

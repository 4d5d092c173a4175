package inspect

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
)

// The values of facts: see the list.

func (r *Reading) scheme(v *Value) { v.Text = r.Scheme.Name }

func (r *Reading) confidenceWord(v *Value) { v.Text = r.Confidence.String() }

func (r *Reading) hasKin() bool { return len(r.SameAs) > 0 }

func (r *Reading) kin(dst []Fact) []Fact { return appendItems(dst, "same_as", r.SameAs) }

// appendItems appends the texts of a list.
func appendItems(dst []Fact, key string, list []string) []Fact {
	for _, s := range list {
		dst = append(dst, Fact{Key: key, Kind: Item, Value: Value{Text: s}})
	}
	return dst
}

func (r *Reading) isNumber() bool { return r.c.codec != nil }

func (r *Reading) size(v *Value) { v.setInt(int64(r.c.size)) }

func (r *Reading) mostRandom(v *Value) {
	_, most := r.Entropy()
	v.setFloat(most)
}

func (r *Reading) hasLeast() bool {
	least, most := r.Entropy()
	return least < most
}

func (r *Reading) leastRandom(v *Value) {
	least, _ := r.Entropy()
	v.setFloat(least)
}

func (r *Reading) hasPrefix() bool { return r.affixed && r.Scheme.Affix != nil }

func (r *Reading) prefix(v *Value) { v.Text = r.Prefix }

func (r *Reading) hasSum() bool { return r.hasPrefix() && r.Scheme.Affix.Sum != nil }

func (r *Reading) sum(v *Value) {
	if r.Summed {
		v.setInt(1)
	}
}

func (r *Reading) isTimed() bool { return r.Timed }

// moment is the time with the digits that are known: of a vague one the second it starts in, of one that RFC 3339
// cannot write words.
func (r *Reading) moment(v *Value) {
	v.Time = r.Time
	switch {
	case r.Vague():
		v.Text = time.RFC3339
	case r.dated():
		v.Text = r.c.digits
	case r.hasMilli():
		v.Text, v.Form = fmt.Sprintf("in the year %d", r.Time.Year()), Symbols
	default:
		v.Text, v.Form = "beyond the year 287396", Symbols
	}
}

func (r *Reading) hasMilli() bool {
	_, ok := r.UnixMilli()
	return ok
}

func (r *Reading) milli(v *Value) {
	ms, _ := r.UnixMilli()
	v.setInt(ms)
}

func (r *Reading) resolution(v *Value) { v.setInt(int64(r.Scheme.Tick)) }

func (r *Reading) epoch(v *Value) { v.Time = r.Scheme.Epoch }

// fields appends the fields, most significant first, or the parts of a text that is no number of bits.
func (r *Reading) fields(dst []Fact) []Fact {
	if r.Numbers != nil {
		for _, v := range r.Numbers.List {
			dst = append(dst, Fact{Key: "number", Kind: Number, Value: Value{Number: gen.FromUint64(v)},
				Place: Place{Source: gen.Data}})
		}
		return dst
	}
	for i := range r.Scheme.Layout { // a pattern has none
		dst = r.field(dst, i)
	}
	return r.parts(dst)
}

// labelled appends the fields that are rows of screens.
func (r *Reading) labelled(dst []Fact) []Fact {
	for i := range r.Scheme.Layout {
		if fieldLabels[r.Scheme.Layout[i].Source] != "" {
			dst = r.field(dst, i)
		}
	}
	return dst
}

// field appends a field.
func (r *Reading) field(dst []Fact, i int) []Fact {
	f := &r.Scheme.Layout[i]
	at := Fact{Key: f.Name, Label: fieldLabels[f.Source], Kind: Field,
		Value: Value{Number: r.c.codec.Field(r.ID, i), Form: formOf(r.Scheme, f)},
		Place: Place{f.Source, r.c.fieldLetter(i), int32(r.c.codec.LSB(i)), int32(f.Bits)}}
	if f.Name == r.Scheme.PrefixField {
		at.Label, at.Text = "prefix", r.ownPrefix()
	} else if f.Source == gen.Data && f.Bits > mostShown {
		at.Label = ""
	}
	return append(dst, at)
}

// fieldLabels are the labels of fields by what fills them; others are no row of a screen.
var fieldLabels = [gen.Digest + 1]string{gen.Worker: "node", gen.Data: "data", gen.Rollback: "clock",
	gen.Seq: "sequence"}

// mostShown is how many bits a number has at most that one can read.
const mostShown = 32

func formOf(s *gen.Scheme, f *gen.Field) Form {
	switch {
	case f.Source == gen.Worker && s.WorkerRule == gen.WorkerNode && f.Bits == 48:
		return Address
	case f.Source == gen.Time && f.From >= s.Fraction, f.Source == gen.Seq, f.Source == gen.Const, f.Bits <= mostShown:
		return Decimal
	}
	return Hexadecimal
}

// ownPrefix is the prefix that a scheme keeps in its bits: what stands in front of the canonical text.
func (r *Reading) ownPrefix() string {
	prefix, _, _ := strings.Cut(r.Canonical(), "_")
	return prefix
}

// parts appends the parts of a text, but for empty ones; those that are secret are masked.
func (r *Reading) parts(dst []Fact) []Fact {
	for i, p := range r.pieces {
		if p.Start == p.End {
			continue
		}
		text := r.Text[p.Start:p.End]
		switch {
		case p.Part.Secret:
			text = strings.Repeat("*", len(text))
		case p.Secret:
			text = mask(text)
		}
		v := Value{Text: text, Form: Symbols}
		if p.Numeric() {
			v.Form, v.Number = Decimal, gen.FromUint64(p.Value)
		}
		dst = append(dst, Fact{Key: p.Name, Kind: Part, Value: v,
			Place: Place{p.Source, r.c.matcher().letters[i], int32(p.Start), int32(p.End - p.Start)}})
	}
	return dst
}

func (r *Reading) hasWorker() bool {
	_, ok := r.Worker()
	return ok
}

func (r *Reading) worker(v *Value) {
	n, _ := r.Worker()
	v.Number = gen.FromUint64(n)
}

func (r *Reading) isDecoded() bool { return r.Numbers != nil }

func (r *Reading) decoded(dst []Fact) []Fact {
	return appendItems(dst, "numbers", r.Numbers.Decimals())
}

func (r *Reading) isHex() bool { return r.Numbers != nil && r.Numbers.Hex != "" }

// encodings appends the identifier in the encodings that are usual for its size; none where the text does not spell
// bits.
func (r *Reading) encodings(dst []Fact) []Fact {
	add := func(name, text string) {
		dst = append(dst, Fact{Key: name, Label: "encodings", Kind: Encoding, Value: Value{Text: text}})
	}
	if n := r.Numbers; n != nil {
		if len(n.List) == 1 {
			add("hex", strconv.FormatUint(n.List[0], 16))
		}
		add("int", strings.Join(n.Decimals(), ","))
	}
	for _, e := range r.c.encodings() {
		add(e.name, string(e.text.Append(nil, r.ID, r.c.size)))
	}
	return dst
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

func (r *Reading) hasFindings() bool { return len(r.Findings) > 0 }

func (r *Reading) findings(dst []Fact) []Fact {
	for _, f := range r.Findings {
		dst = append(dst, Fact{Key: f.Name, Label: f.Name, Kind: Finding, Value: Value{Text: f.Value}})
	}
	return dst
}

// reasons says in words what speaks for the reading, and what against.
func (r *Reading) reasons(dst []Fact) []Fact {
	add := func(format string, values ...any) {
		dst = append(dst, Fact{Key: "reasons", Kind: Item, Value: Value{Text: fmt.Sprintf(format, values...)}})
	}
	if n := r.Numbers; n != nil {
		if n.Note != "" {
			add("another blocklist or minimum length writes the numbers so")
		} else {
			add("the numbers are written as the same text")
		}
		return dst
	}
	if !r.Own {
		add("written as %s", r.Spelling)
	}
	if r.c.reader.syntax() {
		add("hyphens stand where the form has them")
	}
	for _, f := range r.Scheme.Layout {
		switch {
		case f.Source != gen.Const:
		case f.Unused():
			add("the unused bits are %d", f.Value)
		default:
			add("%s is %d", f.Name, f.Value)
		}
	}
	switch {
	case !r.Timed:
		add("no time that could be checked")
	case r.Plausible:
		add("the time lies between the first use (%d) and tomorrow", r.c.line.Time(r.c.used).Year())
	default:
		add("%s", r.c.objection(r.ID))
	}
	return dst
}

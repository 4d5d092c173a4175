package inspect

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
)

// Fact is one thing that a reading says. Whatever is written of a reading, as a card, a line, a row of values, by a
// template or as JSON, is a walk over its facts.
type Fact struct {
	Key   string // its member of the JSON, and its name in tables and templates
	Label string // its name on screens; empty where they do not show it by itself
	Kind  Kind
	Value
	Place // of a field and of a part
}

// Kind says what the value of a fact is, and so how it is written.
type Kind uint8

// The kinds. Those from Field on are the members of lists.
const (
	Word      Kind = iota // Text, of ASCII
	Phrase                // Text
	Canonical             // Text: the id in the scheme's own form
	Bits                  // Float, of bits
	Count                 // Int
	Flag                  // Int: 0 is false
	Moment                // Time by the layout Text; of the form Symbols Text alone
	Milli                 // Int, of milliseconds since 1970
	Epoch                 // Time
	Field                 // Number
	Part                  // Text, and Number but of the form Symbols
	Number                // Number: of a text that encodes some
	Encoding              // Text
	Finding               // Text
	Reveal                // Text
	Item                  // Text: of the list that Key names
)

// Value is the value of a fact: its writer formats it.
type Value struct {
	Text   string
	Number gen.ID // or what Float returns
	Time   time.Time
	Form   Form
}

// Float is the value of Bits, a Count, a Flag and a Milli.
func (v *Value) Float() float64 { return math.Float64frombits(v.Number.Lo) }

// Int is Float of what are whole numbers.
func (v *Value) Int() int64 { return int64(v.Float()) }

// Form is how screens write a value.
type Form uint8

// The forms.
const (
	Decimal     Form = iota
	Hexadecimal      // a field that counts nothing
	Address          // of a network card
	Symbols          // no number
)

// Place is where a field or a part is.
type Place struct {
	Source      gen.Source
	Letter      byte  // for drawings; - for bits that only fill up
	From, Width int32 // of a field the lowest bit, and how many; of a part the first symbol, and how many
}

// fact is a row of the list: a fact, or a list of them, that readings have.
type fact struct {
	key, label string
	kind       Kind
	same       sameness
	on         screens
	has        func(r *Reading) bool // nil: all have it
	text       func(r *Reading) string
	number     func(r *Reading) float64
	list       func(r *Reading, dst []Fact) []Fact
}

// sameness says which readings of a candidate, of one confidence and plausibility, have the same value.
type sameness uint8

const (
	varies    sameness = iota
	ofNumbers          // those of numbers of bits
	ofAll
)

// screens are where a fact is shown; its JSON has every one but those of tables alone.
type screens uint8

const (
	onBrief  screens = 1 << iota // --json=brief
	onLine                       // the line of an id among others
	onTables                     // tables and templates alone
)

// facts is the list, in the order of the JSON. A fact more is a row more.
var facts = [...]fact{
	{key: "scheme", label: "scheme", same: ofAll, on: onBrief | onLine,
		text: func(r *Reading) string { return r.Scheme.Name }},
	{key: "same_as", label: "layout", kind: Item, same: ofAll,
		has:  func(r *Reading) bool { return len(r.SameAs) > 0 },
		list: func(r *Reading, dst []Fact) []Fact { return appendItems(dst, "same_as", r.SameAs) }},
	{key: "confidence", same: ofAll, on: onBrief | onLine,
		text: func(r *Reading) string { return r.Confidence.String() }},
	{key: "evidence_bits", kind: Bits, number: func(r *Reading) float64 { return r.Evidence }},
	{key: "prior", kind: Bits, same: ofAll, number: (*Reading).Prior},
	{key: "canonical", kind: Canonical, text: (*Reading).Canonical},
	{key: "format", same: ofNumbers, text: func(r *Reading) string { return r.Format().String() }},
	{key: "encoding", kind: Phrase, same: ofAll, text: func(r *Reading) string { return r.Encoding }},
	{key: "size_bits", kind: Count, same: ofAll, has: func(r *Reading) bool { return r.c.codec != nil },
		number: func(r *Reading) float64 { return float64(r.c.size) }},
	{key: "random_bits", label: "random", kind: Bits, same: ofNumbers, number: (*Reading).mostRandom},
	{key: "random_bits_least", kind: Bits, same: ofNumbers,
		has:    func(r *Reading) bool { return r.leastRandom() < r.mostRandom() },
		number: (*Reading).leastRandom},
	{key: "prefix", label: "prefix", kind: Phrase, has: (*Reading).hasPrefix,
		text: func(r *Reading) string { return r.Prefix }},
	{key: "checksum", label: "checksum", kind: Flag,
		has:    func(r *Reading) bool { return r.hasPrefix() && r.Scheme.Affix.Sum != nil },
		number: (*Reading).summed},
	{key: "time", label: "created", kind: Moment, on: onBrief | onLine, has: (*Reading).isTimed},
	{key: "time_from", kind: Moment, on: onTables, has: (*Reading).Vague}, // of JSON in place of time
	{key: "time_unix_ms", kind: Milli, on: onBrief, has: (*Reading).hasMilli, number: (*Reading).milli},
	{key: "resolution_ns", kind: Count, same: ofAll, has: (*Reading).isTimed,
		number: func(r *Reading) float64 { return float64(r.Scheme.Tick) }},
	{key: "epoch", kind: Epoch, same: ofAll, has: (*Reading).isTimed},
	{key: "fields", kind: Field, on: onLine, list: (*Reading).fields},
	{key: "worker", kind: Field, on: onTables, has: (*Reading).hasWorker},
	{key: "numbers", kind: Item, same: ofNumbers, has: (*Reading).isDecoded,
		list: func(r *Reading, dst []Fact) []Fact { return appendItems(dst, "numbers", r.Numbers.Decimals()) }},
	{key: "hex", kind: Phrase, same: ofNumbers,
		has:  func(r *Reading) bool { return r.Numbers != nil && r.Numbers.Hex != "" },
		text: func(r *Reading) string { return r.Numbers.Hex }},
	{key: "encodings", kind: Encoding, list: (*Reading).encodings},
	{key: "findings", kind: Finding, has: func(r *Reading) bool { return len(r.Findings) > 0 },
		list: (*Reading).findings},
	{key: "reveals", kind: Reveal, has: func(r *Reading) bool { return r.Numbers == nil }, list: (*Reading).reveals},
	{key: "next", label: "next id", kind: Phrase, same: ofNumbers,
		has: func(r *Reading) bool { return r.Numbers == nil && r.guess() != "" }, text: (*Reading).guess},
	{key: "reasons", kind: Item, same: ofNumbers, list: (*Reading).reasons},
}

// set sets a zero value to that of the row.
func (row *fact) set(r *Reading, v *Value) {
	switch {
	case row.text != nil:
		v.Text = row.text(r)
	case row.number != nil:
		v.Number.Lo = math.Float64bits(row.number(r))
	case row.kind == Moment:
		r.moment(v, row.key == "time_from")
	case row.kind == Epoch:
		v.Time = r.Scheme.Epoch
	default:
		v.Number.Lo, _ = r.Worker()
	}
}

// Facts returns what the reading says, in the order of its JSON: of a list its members. Of some kinds alone, Field is
// for all that a text consists of.
func (r *Reading) Facts(kinds ...Kind) (list []Fact) {
	for i := range facts {
		row := &facts[i]
		asked := len(kinds) == 0 || slices.Contains(kinds, row.kind)
		if asked && row.on != onTables && (row.has == nil || row.has(r)) {
			list = row.appendTo(list, r)
		}
	}
	return list
}

// AppendLine appends the facts of a line: of fields those that are rows of screens.
func (r *Reading) AppendLine(dst []Fact) []Fact {
	for i := range facts {
		switch row := &facts[i]; {
		case row.on&onLine == 0, row.has != nil && !row.has(r):
		case row.kind == Field:
			dst = r.labelled(dst)
		default:
			dst = row.appendTo(dst, r)
		}
	}
	return dst
}

// appendTo appends the fact of a row, or those of its list.
func (row *fact) appendTo(dst []Fact, r *Reading) []Fact {
	if row.list != nil {
		return row.list(r, dst)
	}
	dst = append(dst, Fact{Key: row.key, Label: row.label, Kind: row.kind})
	row.set(r, &dst[len(dst)-1].Value)
	return dst
}

// FactKeys lists the keys of all facts, those of lists among them.
func FactKeys() []string {
	var keys []string
	for i := range facts {
		keys = append(keys, facts[i].key)
	}
	for i := range encodings {
		keys = append(keys, encodings[i].name)
	}
	return keys
}

// Fact returns what the reading says under a name as [gen.Fold] writes it: the key of a fact, or of a member of the
// lists of fields and encodings. A key of which the reading has no fact leaves the name to those; a finding is before
// them all, as it says more than the part that it is of. The members of a list are one text.
func (r *Reading) Fact(name string) (f Fact, ok bool) {
	var room [8]Fact
	for _, f := range r.findings(room[:0]) {
		if folded(f.Key, name) {
			return f, true
		}
	}
	for i := range facts {
		row := &facts[i]
		switch {
		case row.has != nil && !row.has(r):
		case row.list == nil && folded(row.key, name):
			return row.appendTo(room[:0], r)[0], true
		case row.list != nil && folded(row.key, name):
			return row.joined(row.list(r, room[:0])), true
		case row.kind == Field && row.list != nil, row.kind == Encoding:
			for _, f := range row.list(r, room[:0]) {
				if folded(f.Key, name) {
					return f, true
				}
			}
		}
	}
	return Fact{}, false
}

// folded reports whether a key is a name that [gen.Fold] wrote.
func folded(key, name string) bool {
	at := 0
	for i := range len(key) {
		c := key[i]
		if c == '_' || c == '-' || c == '.' || c == ' ' {
			continue
		}
		if at == len(name) || name[at] != c {
			return false
		}
		at++
	}
	return at == len(name)
}

// joined is a list as one fact.
func (row *fact) joined(list []Fact) Fact {
	var b []byte
	for i := range list {
		if i > 0 {
			b = append(b, "; "...)
		}
		if row.kind != Item {
			b = append(append(b, list[i].Key...), ' ')
		}
		b = list[i].AppendText(b)
	}
	return Fact{Key: row.key, Label: row.label, Kind: Phrase, Value: Value{Text: string(b)}}
}

// AppendText appends the value as tables write it: a number in decimal digits.
func (f *Fact) AppendText(dst []byte) []byte {
	switch f.Kind {
	case Bits:
		return appendBits(dst, f.Float())
	case Count, Milli:
		return strconv.AppendInt(dst, f.Int(), 10)
	case Flag:
		return strconv.AppendBool(dst, f.Int() != 0)
	case Moment:
		return f.AppendTime(dst, time.UTC)
	case Epoch:
		return f.Time.AppendFormat(dst, time.RFC3339Nano)
	case Field, Number:
		return appendDecimal(dst, f.Number)
	}
	return append(dst, f.Text...)
}

// AppendShown appends the value as screens write it, in UTC: a field in its form.
func (f *Fact) AppendShown(dst []byte) []byte {
	switch {
	case f.Kind == Bits && f.Float() == 0:
		return append(dst, "none"...)
	case f.Kind == Bits:
		return fmt.Appendf(dst, "%.4g bits", f.Float())
	case f.Kind == Flag && f.Int() == 0:
		return append(dst, "absent"...)
	case f.Kind == Flag:
		return append(dst, "right"...)
	case f.Kind == Part && f.Form != Symbols:
		return fmt.Appendf(dst, "%s is %s", f.Text, f.Number.Decimal())
	case f.Key == "next":
		return append(append(dst, "predictable? "...), f.Text...)
	case f.Kind != Field:
		return f.AppendText(dst)
	case f.Form == Address:
		return appendAddress(dst, f.Number.Lo)
	case f.Form == Hexadecimal:
		return gen.Text{Form: gen.Hex}.Append(append(dst, "0x"...), f.Number, int(f.Width))
	}
	return appendDecimal(dst, f.Number)
}

// AppendTime appends a time as a zone has it, with the digits that are known.
func (f *Fact) AppendTime(dst []byte, zone *time.Location) []byte {
	if f.Form == Symbols {
		return append(dst, f.Text...)
	}
	return f.Time.In(zone).AppendFormat(dst, f.Text)
}

// appendItems appends the texts of a list.
func appendItems(dst []Fact, key string, list []string) []Fact {
	for _, s := range list {
		dst = append(dst, Fact{Key: key, Kind: Item, Value: Value{Text: s}})
	}
	return dst
}

func (r *Reading) mostRandom() float64 {
	_, most := r.Entropy()
	return most
}

func (r *Reading) leastRandom() float64 {
	least, _ := r.Entropy()
	return least
}

func (r *Reading) hasPrefix() bool { return r.affixed && r.Scheme.Affix != nil }

func (r *Reading) summed() float64 {
	if r.Summed {
		return 1
	}
	return 0
}

func (r *Reading) isTimed() bool { return r.Timed }

func (r *Reading) hasMilli() bool {
	_, ok := r.UnixMilli()
	return ok
}

func (r *Reading) milli() float64 {
	ms, _ := r.UnixMilli()
	return float64(ms)
}

// moment is the time with the digits that are known: of a vague one the second it starts in, or where from is true its
// start; of one that RFC 3339 cannot write words.
func (r *Reading) moment(v *Value, from bool) {
	v.Time = r.Time
	switch {
	case r.Vague() && !from:
		v.Text = time.RFC3339
	case r.dated():
		v.Text = r.c.times.layout
	case r.hasMilli():
		v.Text, v.Form = fmt.Sprintf("in the year %d", r.Time.Year()), Symbols
	default:
		v.Text, v.Form = "beyond the year 287396", Symbols
	}
}

// fields appends the fields, most significant first, or the parts of a text that is no number of bits.
func (r *Reading) fields(dst []Fact) []Fact {
	if r.Numbers != nil {
		for _, v := range r.Numbers.List {
			dst = append(dst, Fact{Key: "number", Kind: Number, Value: Value{Number: gen.ID{Lo: v}},
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
		Place: Place{f.Source, r.c.letters[i], int32(r.c.codec.LSB(i)), int32(f.Bits)}}
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

// ShownWorker is a number of [Reading.Worker] as screens write it: where one field is all of the worker in the form of
// that.
func ShownWorker(s *gen.Scheme, v uint64) string {
	form, bits := Decimal, s.WorkerBits()
	for i := range s.Layout {
		if f := &s.Layout[i]; f.Source == gen.Worker && f.Bits == bits {
			form = formOf(s, f)
		}
	}
	f := Fact{Kind: Field, Value: Value{Number: gen.ID{Lo: v}, Form: form}, Place: Place{Width: int32(bits)}}
	return string(f.AppendShown(nil))
}

// ownPrefix is the prefix that a scheme keeps in its bits: what is in front of the canonical text.
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
		if p.Secret { // of a part that its scheme declares so, nothing is left by now
			text = mask(text)
		}
		v := Value{Text: text, Form: Symbols}
		if p.Numeric() {
			v.Form, v.Number = Decimal, gen.ID{Lo: p.Value}
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

func (r *Reading) isDecoded() bool { return r.Numbers != nil }

// encodings appends the identifier in the encodings that are usual for its size; none where the text does not
// encode bits.
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
	case m.codec == nil, !m.scheme.Text.Form.Encodes():
		return nil
	case m.size == 128:
		return encodings[:]
	}
	return encodings[:6]
}

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
		add("written as %s", r.Encoding)
	}
	if r.c.reader.syntax() {
		add("hyphens are where the form has them")
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
		add("the time lies between the first use (%d) and tomorrow", r.c.usedYear)
	default:
		add("%s", r.c.objection(r.ID))
	}
	return dst
}

package inspect

import (
	"math"
	"slices"
	"strconv"
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
	Evidence              // Float, of bits
	Count                 // Int
	Flag                  // Int: 0 is false
	Moment                // Time by the layout Text; of the form Symbols Text alone
	Milli                 // Int, of milliseconds since 1970
	Epoch                 // Time
	Field                 // Number
	Part                  // Text, and Number but of the form Symbols
	Number                // Number: of a text that spells some
	Encoding              // Text
	Finding               // Text
	Reveal                // Text
	Item                  // Text: of the list that Key names
)

// Value is the value of a fact: whoever writes it formats it.
type Value struct {
	Text   string
	Number gen.ID // or what Int and Float return
	Time   time.Time
	Form   Form
}

// Int is the value of a Count, a Flag and a Milli.
func (v *Value) Int() int64 { return int64(v.Number.Lo) }

// Float is the value of Bits and Evidence.
func (v *Value) Float() float64 { return math.Float64frombits(v.Number.Lo) }

func (v *Value) setInt(n int64) { v.Number.Lo = uint64(n) }

func (v *Value) setFloat(f float64) { v.Number.Lo = math.Float64bits(f) }

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
	has        func(r *Reading) bool               // nil: all have it
	say        func(r *Reading, v *Value)          // sets a zero value
	list       func(r *Reading, dst []Fact) []Fact // in place of say
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
	{key: "scheme", label: "scheme", same: ofAll, on: onBrief | onLine, say: (*Reading).scheme},
	{key: "same_as", label: "layout", kind: Item, same: ofAll, has: (*Reading).hasKin, list: (*Reading).kin},
	{key: "confidence", same: ofAll, on: onBrief | onLine, say: (*Reading).confidenceWord},
	{key: "evidence_bits", kind: Evidence, say: func(r *Reading, v *Value) { v.setFloat(r.Evidence) }},
	{key: "prior", kind: Bits, same: ofAll, say: func(r *Reading, v *Value) { v.setFloat(r.Prior()) }},
	{key: "canonical", kind: Canonical, say: func(r *Reading, v *Value) { v.Text = r.Canonical() }},
	{key: "format", same: ofNumbers, say: func(r *Reading, v *Value) { v.Text = r.Format().String() }},
	{key: "encoding", kind: Phrase, same: ofAll, say: func(r *Reading, v *Value) { v.Text = r.Spelling }},
	{key: "size_bits", kind: Count, same: ofAll, has: (*Reading).isNumber, say: (*Reading).size},
	{key: "random_bits", label: "random", kind: Bits, same: ofNumbers, say: (*Reading).mostRandom},
	{key: "random_bits_least", kind: Bits, same: ofNumbers, has: (*Reading).hasLeast, say: (*Reading).leastRandom},
	{key: "prefix", label: "prefix", kind: Phrase, has: (*Reading).hasPrefix, say: (*Reading).prefix},
	{key: "checksum", label: "checksum", kind: Flag, has: (*Reading).hasSum, say: (*Reading).sum},
	{key: "time", label: "created", kind: Moment, on: onBrief | onLine, has: (*Reading).isTimed, say: (*Reading).moment},
	{key: "time_unix_ms", kind: Milli, on: onBrief, has: (*Reading).hasMilli, say: (*Reading).milli},
	{key: "resolution_ns", kind: Count, same: ofAll, has: (*Reading).isTimed, say: (*Reading).resolution},
	{key: "epoch", kind: Epoch, same: ofAll, has: (*Reading).isTimed, say: (*Reading).epoch},
	{key: "fields", kind: Field, on: onLine, list: (*Reading).fields},
	{key: "worker", kind: Field, on: onTables, has: (*Reading).hasWorker, say: (*Reading).worker},
	{key: "numbers", kind: Item, has: (*Reading).isDecoded, list: (*Reading).decoded},
	{key: "hex", kind: Phrase, has: (*Reading).isHex, say: func(r *Reading, v *Value) { v.Text = r.Numbers.Hex }},
	{key: "encodings", kind: Encoding, list: (*Reading).encodings},
	{key: "findings", kind: Finding, has: (*Reading).hasFindings, list: (*Reading).findings},
	{key: "reveals", kind: Reveal, has: (*Reading).hasReveals, list: (*Reading).reveals},
	{key: "next", label: "next id", kind: Phrase, same: ofAll, has: (*Reading).hasNext, say: (*Reading).next},
	{key: "reasons", kind: Item, same: ofNumbers, list: (*Reading).reasons},
}

// Facts returns all that the reading says, in the order of its JSON: of a list its members.
func (r *Reading) Facts() (list []Fact) {
	for i := range facts {
		if row := &facts[i]; row.on != onTables && (row.has == nil || row.has(r)) {
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
	dst = slices.Grow(dst, 1)
	dst = dst[:len(dst)+1]
	f := &dst[len(dst)-1]
	*f = Fact{}
	f.Key, f.Label, f.Kind = row.key, row.label, row.kind
	row.say(r, &f.Value)
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
// lists of fields and encodings. A key of which the reading has no fact leaves the name to those. The members of a list
// are one text.
func (r *Reading) Fact(name string) (f Fact, ok bool) {
	var room [8]Fact
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
		if c-'A' < 26 {
			c |= ' '
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
		return strconv.AppendFloat(dst, f.Float(), 'g', -1, 64)
	case Evidence:
		return strconv.AppendFloat(dst, f.Float(), 'f', 1, 64)
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

package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Source says where the bits of a field come from.
type Source uint8

// The sources.
const (
	Const    Source = iota // a fixed value: version, variant, unused bits
	Time                   // ticks since the epoch
	Seq                    // the sequence within a tick
	Worker                 // who makes the identifier: node, machine, process, shard
	Random                 // random bits
	Data                   // set by the caller, else its Value
	Rollback               // how often the clock went back
	Digest                 // a hash of a namespace and a name
)

var sourceNames = [...]string{"const", "time", "seq", "worker", "random", "data", "rollback", "digest"}

// String returns the name that layout text and JSON use.
func (s Source) String() string { return sourceNames[s] }

// Field is a run of bits of a layout.
type Field struct {
	Name   string // as the scheme's own specification calls it
	Source Source
	Bits   int
	Value  uint64 // of a Const field; of a Data field that the caller does not set
	From   int    // lowest bit of the source in this field, where fields share a source
}

// Max is the largest value of the field.
func (f Field) Max() ID { return Mask(f.Bits) }

// Layout is a list of fields, most significant first.
type Layout []Field

// Size is the number of bits of the whole layout.
func (l Layout) Size() int {
	n := 0
	for i := range l { // a Field is too long to copy for every ID
		n += l[i].Bits
	}
	return n
}

// Width is the number of bits that come from one source.
func (l Layout) Width(s Source) int {
	n := 0
	for _, f := range l {
		if f.Source == s {
			n += f.Bits
		}
	}
	return n
}

// Index returns the position of the named field, or -1.
func (l Layout) Index(name string) int {
	return slices.IndexFunc(l, func(f Field) bool { return f.Name == name })
}

// widest is the most bits that a source can fill: what the sequencer counts is a uint64, what is random may be longer.
func widest(s Source) int {
	switch s {
	case Time, Seq, Worker, Const:
		return 64
	case Rollback:
		return 16
	}
	return MaxBits
}

// Check reports the first thing that is wrong with a layout: its size, a field, or fields of one source that overlap or
// leave a gap.
func (l Layout) Check() error {
	if n := l.Size(); n < 1 || n > MaxBits {
		return fmt.Errorf("layout has %d bits; use 1 to %d", n, MaxBits)
	}
	for i, f := range l {
		switch {
		case !fieldName(f.Name):
			return fmt.Errorf("field name %q is not usable; use lower-case letters, digits, - and _, a letter first",
				f.Name)
		case l[:i].Index(f.Name) >= 0:
			return fmt.Errorf("field %s is in the layout twice; use each name once", f.Name)
		case f.Bits < 1 || f.Bits > widest(f.Source):
			return fmt.Errorf("field %s has %d bits; use 1 to %d for %s", f.Name, f.Bits, widest(f.Source), f.Source)
		case (f.Source == Const || f.Source == Data) && f.Bits < 64 && f.Value>>f.Bits != 0:
			return fmt.Errorf("constant %s=%d does not fit %d bits; use 0 to %d", f.Name, f.Value, f.Bits, f.Max().Lo)
		}
	}
	for s := Time; s <= Digest; s++ {
		if err := l.checkSource(s); err != nil {
			return err
		}
	}
	return nil
}

// checkSource wants the fields of a shared source to cover its bits 0 to width without overlap. Data fields have a
// value each, so nothing is shared.
func (l Layout) checkSource(s Source) error {
	if s == Data {
		return nil
	}
	var got ID
	width := l.Width(s)
	if width > widest(s) {
		return fmt.Errorf("the %s fields have %d bits together; use at most %d", s, width, widest(s))
	}
	for _, f := range l {
		if f.Source != s {
			continue
		}
		bits := f.Max().Shl(uint(f.From))
		if (got.And(bits) != ID{}) {
			return fmt.Errorf("layout has two %s fields (%s is the second); use one", s, f.Name)
		}
		got = got.Or(bits)
	}
	if got != Mask(width) {
		return fmt.Errorf("the %s fields leave a gap in their %d bits", s, width)
	}
	return nil
}

func fieldName(s string) bool {
	if s == "" || len(s) > 32 || s[0] < 'a' {
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

// Plain writes the bits of a layout without its names: what has to be equal for two schemes to have the same IDs.
// Neighbouring fields that continue one source are written as one.
func (l Layout) Plain() string {
	b := make([]byte, 0, 64) // by hand: each call of gen that has a record asks for it
	for i := 0; i < len(l); i++ {
		f := l[i]
		for f.Source != Const && f.Source != Data && i+1 < len(l) && l[i+1].Source == f.Source &&
			l[i+1].From+l[i+1].Bits == f.From {
			i++
			f.From, f.Bits = l[i].From, f.Bits+l[i].Bits
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = append(append(b, sourceNames[f.Source]...), ':')
		b = strconv.AppendInt(b, int64(f.Bits), 10)
		if f.From > 0 {
			b = strconv.AppendInt(append(b, '@'), int64(f.From), 10)
		}
		if f.Source == Const {
			b = strconv.AppendUint(append(b, '='), f.Value, 10)
		}
	}
	return string(b)
}

// reserved are the names that have a meaning in the text of a layout.
var reserved = [...]struct {
	name   string
	source Source
}{{"time", Time}, {"worker", Worker}, {"seq", Seq}, {"random", Random}, {"rollback", Rollback}, {"unused", Const}}

// ParseLayout reads the text of a layout, most significant field first:
//
//	time:40 cluster:3 user:10 seq:10
//
// Fields are separated by blanks or commas. The names time, worker, seq, random, rollback and unused have their
// meaning; name:bits=value is a constant; any other name is data that the caller sets, 0 by default. Several unused
// fields may be in one layout. The result has passed Check.
func ParseLayout(text string) (Layout, error) {
	var l Layout
	unused := 0
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return r == ' ' || r == ',' || r == '\t' || r == '\n'
	}) {
		f, err := parseField(word)
		if err != nil {
			return nil, err
		}
		if f.Name == "unused" {
			if unused++; unused > 1 {
				f.Name += strconv.Itoa(unused)
			}
		}
		l = append(l, f)
	}
	if err := l.Check(); err != nil {
		return nil, fmt.Errorf("layout %q: %w", text, err)
	}
	return l, nil
}

func parseField(word string) (Field, error) {
	name, width, ok := strings.Cut(word, ":")
	width, value, constant := strings.Cut(width, "=")
	bits, err := strconv.ParseUint(width, 10, 16)
	if !ok || err != nil {
		return Field{}, fmt.Errorf("field %q is not understood; use name:bits or name:bits=value", word)
	}
	f := Field{Name: name, Source: Data, Bits: int(bits)}
	for _, r := range reserved {
		if r.name == name {
			f.Source = r.source
		}
	}
	if !constant {
		return f, nil
	}
	if f.Source != Data && f.Source != Const {
		return Field{}, fmt.Errorf("field %q gives %s a fixed value; use another name for a constant", word, name)
	}
	f.Source = Const
	base := 10
	if digits, ok := strings.CutPrefix(strings.ToLower(value), "0x"); ok {
		value, base = digits, 16
	}
	if f.Value, err = strconv.ParseUint(value, base, 64); err != nil {
		return Field{}, fmt.Errorf("constant %q is not understood; use name:bits=value with a whole number", word)
	}
	return f, nil
}

// String writes the layout with the fields' own names replaced by the reserved ones where those carry the meaning.
// ParseLayout reads it where no source but Data and Const has several fields, and none is a Digest.
func (l Layout) String() string {
	words := make([]string, len(l))
	for i, f := range l {
		name, value := f.Source.String(), ""
		switch f.Source {
		case Data:
			name = f.Name
		case Const:
			number, unused := strings.CutPrefix(f.Name, "unused") // as ParseLayout numbers them
			if name = f.Name; unused && (f.Value == 0 || strings.Trim(number, "0123456789") == "") {
				name = "unused"
			}
			if !unused || f.Value != 0 {
				value = "=" + strconv.FormatUint(f.Value, 10)
			}
		}
		words[i] = fmt.Sprintf("%s:%d%s", name, f.Bits, value)
	}
	return strings.Join(words, " ")
}

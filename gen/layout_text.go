package gen

import (
	"fmt"
	"strconv"
	"strings"
)

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
	if f.Value, err = strconv.ParseUint(value, 0, 64); err != nil {
		return Field{}, fmt.Errorf("constant %q is not understood; use name:bits=value with a whole number", word)
	}
	return f, nil
}

// String writes the layout as ParseLayout reads it, with the fields' own names replaced by the reserved ones where
// those carry the meaning.
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

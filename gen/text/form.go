package text

import (
	"fmt"

	"idscope/gen/quantity"
)

// A row declares one form.
type row struct {
	name      string
	help      string
	unit      string    // what a text consists of, for errors
	alphabet  *alphabet // nil where every byte is a symbol
	rule      rule
	size      int    // bits of the only identifiers that it writes; 0 for all sizes
	marks     string // bytes of a text that are no symbols
	fixed     int    // how many of those each text has, but for padding
	common    bool   // offered for every identifier
	format    bool   // offered where ids are generated, as --format
	exact     bool   // a width is the one length of all texts
	unrelated bool   // its text is not the bits of the identifier
	uuids     UUIDEncoding
}

// A Run is symbols that encode other bits of an identifier than those after the bits of the symbols before.
type Run struct {
	Symbols int    // 0 where it is all that other runs leave
	LSB     int    // the lowest of the bits
	Bits    int    // 0 where these are all that other runs leave
	Letters string // the symbols, from value 0 on, where they are not those of the form
}

// UUIDEncoding says how UUIDs are written in a form that is not their own.
type UUIDEncoding struct {
	Used  bool   // UUIDs are met so
	Name  string // what one calls that; "" for the name of the form
	Width int    // of the texts; 0 is the form's own length
	Help  string // of the name, where it is one to convert to
}

// FormInfo is a form as users choose it: the value of a flag and its help.
type FormInfo struct {
	Form   Form
	Name   string
	Help   string
	Common bool // offered for every identifier; others are those of single schemes
	Format bool // offered where identifiers are generated
}

// Forms lists the forms in the order of the constants, the common ones first. The slice is the caller's own.
func Forms() []FormInfo {
	list := make([]FormInfo, 0, len(table)-1)
	for i := range table[1:] {
		r := &table[i+1]
		list = append(list, FormInfo{Form(i + 1), r.name, r.help, r.common, r.format})
	}
	return list
}

// Named returns the form of that name; its error lists the names of common forms.
func Named(name string) (Form, error) {
	for i := range table[1:] {
		if table[i+1].name == name {
			return Form(i + 1), nil
		}
	}
	return 0, fmt.Errorf("form %q does not exist; use %s", name, commonNames())
}

func commonNames() string {
	var names []string
	for i := range table {
		if table[i].common {
			names = append(names, table[i].name)
		}
	}
	return quantity.FormatList(names, "or")
}

// row returns the declaration of f: one without a rule if f does not exist.
func (f Form) row() *row {
	if int(f) < len(table) {
		return &table[f]
	}
	return &table[0]
}

// String returns the name of the form.
func (f Form) String() string {
	if r := f.row(); r.rule != 0 {
		return r.name
	}
	return fmt.Sprintf("form %d", uint8(f))
}

// Symbols returns the symbols of the form in the order of their values, and whether letters of either case are one
// symbol; none for Raw.
func (f Form) Symbols() (symbols string, fold bool) {
	if a := f.row().alphabet; a != nil {
		return a.symbols, a.fold
	}
	return "", false
}

// Binary reports whether every byte is a symbol: texts are no lines, and not shown.
func (f Form) Binary() bool { return f.row().alphabet == nil }

// Digits reports whether texts consist of decimal digits alone.
func (f Form) Digits() bool { return f.row().alphabet == &decimalAlphabet }

// Punctuation are the bytes of a text of the form that are no symbols; most have none.
func (f Form) Punctuation() string { return f.row().marks }

// Runs are the symbols of a text from the first on; none where they are one number. The slice must not be changed.
func (f Form) Runs() []Run { return rules[f.row().rule].runs }

// Number returns the number that the symbols of an identifier are; ok is false where that is the identifier itself.
func (f Form) Number(id ID) (n ID, ok bool) {
	if moved := rules[f.row().rule].moved; moved != nil {
		return moved(id), true
	}
	return id, false
}

// Syntax reports whether texts have hyphens in fixed places, as no other text does.
func (f Form) Syntax() bool { return f.row().marks == "-" }

// Size is the number of bits of the only identifiers that the form can write; 0 where it writes all sizes.
func (f Form) Size() int { return f.row().size }

// Encodes reports whether the text of the form is the bits of the identifier, so that other forms are other encodings
// of the same; of DateDigits it is not.
func (f Form) Encodes() bool { return !f.row().unrelated }

// Bytes reports whether texts are the bytes of the identifier from the first bit on.
func (f Form) Bytes() bool { return rules[f.row().rule].bytes }

// UUIDs says how UUIDs are written in the form.
func (f Form) UUIDs() UUIDEncoding { return f.row().uuids }

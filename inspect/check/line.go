package check

import (
	"errors"
	"strings"

	"idscope/gen"
	"idscope/inspect/lines"
)

// A reading is what a line is.
type reading struct {
	kind  int // -1: no identifier
	id    gen.ID
	class *Class        // where a Classifier read it
	why   func() string // why it is none: made only when asked
}

// read reads one line of any shape, without its end. The lines that integers and
// uuids take have the same reading here.
func (k *kinds) read(line []byte, classify Classifier) reading {
	if len(line) > lines.Longest {
		return reading{kind: -1, why: func() string { return lines.TooLong }}
	}
	if k.as != nil && k.as.texts != nil {
		return k.as.read(line)
	}
	if k.as != nil {
		id, why := k.as.parse(line)
		if why != nil {
			return reading{kind: -1, why: why}
		}
		return reading{kind: kindAs, id: id}
	}
	if kind, id, ok := k.byShape(line); ok {
		return reading{kind: kind, id: id}
	}
	if classify == nil {
		return reading{kind: -1, why: func() string { return noShape(line) }}
	}
	c, err := classify(line)
	if err != nil {
		return reading{kind: -1, why: func() string { return predicate(err) }}
	}
	c.Bits = max(1, min(c.Bits, gen.MaxBits))
	c.ID = c.ID.And(gen.Mask(c.Bits))
	return reading{kind: k.named(c), id: c.ID, class: &c}
}

// byShape reads a line that has one of the common shapes.
func (k *kinds) byShape(line []byte) (kind int, id gen.ID, ok bool) {
	if len(line) > 0 && len(line) <= 20 && isDecimal(line) {
		if id, err := (gen.Text{Form: gen.Decimal}).Parse(line, 64); err == nil {
			return kindInteger, id, true
		}
	}
	switch len(line) {
	case 36:
		id, ok = gen.Text{Form: gen.UUID}.Try(line, 128)
		return uuidKind(id.Mid, id.Lo), id, ok
	case 32:
		id, ok = gen.Text{Form: gen.Hex}.Try(line, 128)
		return uuidKind(id.Mid, id.Lo), id, ok
	case 24:
		id, ok = gen.Text{Form: gen.Hex}.Try(line, 96)
		return kindObjectID, id, ok
	case 26:
		id, ok = gen.Text{Form: gen.Crockford}.Try(line, 128)
		return kindULID, id, ok
	case 20:
		id, ok = gen.Text{Form: gen.Base32Hex}.Try(line, 96)
		return kindXID, id, ok
	}
	return 0, id, false
}

func isDecimal(line []byte) bool {
	for _, c := range line {
		if c-'0' > 9 {
			return false
		}
	}
	return true
}

// noShape says why a line has none of the shapes: what is wrong with it as the
// one that it is nearest to.
func noShape(line []byte) string {
	form, bits := gen.Form(0), 0
	switch n := len(line); {
	case n == 36 && line[8] == '-':
		form, bits = gen.UUID, 128
	case strings.Trim(string(line), "0123456789") == "" && n != 24 && n != 32:
		form, bits = gen.Decimal, 64
	case n == 32:
		form, bits = gen.Hex, 128
	case n == 24:
		form, bits = gen.Hex, 96
	case n == 26:
		form, bits = gen.Crockford, 128
	case n == 20:
		form, bits = gen.Base32Hex, 96
	default:
		return "is not an id of a known shape; want an integer, UUID, ObjectID, ULID or xid"
	}
	_, err := gen.Text{Form: form}.Parse(line, bits) // is never nil: the shape was refused
	return predicate(err)
}

// predicate takes the text that was given out of an error about it, for the
// report has it already.
func predicate(err error) string {
	if e := (*gen.TextError)(nil); errors.As(err, &e) {
		return e.Problem + "; want " + e.Want
	}
	return err.Error()
}

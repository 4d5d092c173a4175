package check

import (
	"strconv"
	"strings"

	"idscope/gen"
	"idscope/inspect/lines"
)

// invalid is the kind of a line that is no identifier.
const invalid = -1

// read reads one line, without its end. Where a Classifier read it class is what
// it said, in the memory that is given.
func (k *kinds) read(line []byte, memory *Class) (kind int, id gen.ID, class *Class) {
	if len(line) > lines.Longest {
		return invalid, id, nil
	}
	if kind, id = k.bits(line); kind != invalid {
		return kind, id, nil
	}
	if k.as != nil && k.as.matcher != nil {
		return k.as.readText(string(line), memory)
	}
	if k.as != nil || k.classify == nil {
		return invalid, id, nil
	}
	c, err := k.classify(line)
	if err != nil {
		return invalid, id, nil
	}
	c.Bits = max(1, min(c.Bits, gen.MaxBits))
	c.ID = c.ID.And(gen.Mask(c.Bits))
	*memory = c
	return k.named(c), c.ID, memory
}

// byShape reads a line that has one of the common shapes.
func byShape(line []byte) (kind int, id gen.ID) {
	ok := false
	switch n := len(line); {
	case n > 0 && n <= 20:
		id, ok = gen.Text{Form: gen.Decimal}.Try(line, 64)
		if kind = kindInteger; !ok && n == 20 {
			id, ok = gen.Text{Form: gen.Base32Hex}.Try(line, 96)
			kind = kindXID
		}
	case n == 36:
		id, ok = gen.Text{Form: gen.UUID}.Try(line, 128)
		kind = uuidKind(id.Mid, id.Lo)
	case n == 32:
		id, ok = gen.Text{Form: gen.Hex}.Try(line, 128)
		kind = uuidKind(id.Mid, id.Lo)
	case n == 24:
		id, ok = gen.Text{Form: gen.Hex}.Try(line, 96)
		kind = kindObjectID
	case n == 26:
		id, ok = gen.Text{Form: gen.Crockford}.Try(line, 128)
		kind = kindULID
	}
	if !ok {
		return invalid, id
	}
	return kind, id
}

// reason says why a line is no identifier, as a predicate.
func (k *kinds) reason(line []byte) string {
	switch {
	case len(line) > lines.Longest:
		return lines.TooLong
	case k.as != nil:
		return k.as.reason(line)
	case k.classify == nil:
		return noShape
	}
	_, err := k.classify(line)
	return predicate(err)
}

const noShape = "is not an id of a known shape; use an integer, UUID, ObjectID, ULID or xid"

// predicate takes the text that was given out of an error about it, for the
// report has it already.
func predicate(err error) string {
	given, _ := strconv.QuotedPrefix(err.Error())
	return strings.TrimPrefix(err.Error()[len(given):], " ")
}

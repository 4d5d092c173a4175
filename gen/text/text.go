package text

import (
	"fmt"
	"slices"
)

// Text is how a scheme writes its IDs. Width pads a number form with its zero symbol to that many symbols; 0, and less
// than its length, is the form's own. In Base36 a Width is exact: SCRU64 ends at 36^12. An integer that needs more is
// written longer, and not read.
type Text struct {
	Form  Form
	Width int
}

// Len returns the shortest and the longest text of an identifier of that size, in bytes; 0 for a form that does not
// exist.
func (t Text) Len(bits int) (shortest, longest int) {
	return t.Form.row().length(clampBits(bits), t.Width)
}

// Sorted reports whether the texts of IDs of that size sort, byte by byte, as the IDs do: one length, and symbols in
// ASCII order.
func (t Text) Sorted(bits int) bool {
	r := t.Form.row()
	shortest, longest := t.Len(bits)
	if r.alphabet == nil {
		return true
	}
	inOrder := rules[r.rule].runs == nil && rules[r.rule].moved == nil && slices.IsSorted([]byte(r.alphabet.symbols))
	return inOrder && shortest == longest
}

// First returns the symbols with which texts of that size may begin, and whether letters of either case do; none where
// it may be any.
func (t Text) First(bits int) (symbols string, fold bool) {
	r := t.Form.row()
	shortest, longest := t.Len(bits)
	switch {
	case r.alphabet == nil:
	case rules[r.rule].runs != nil && rules[r.rule].runs[0].Letters != "":
		return rules[r.rule].runs[0].Letters, true
	case rules[r.rule].number && shortest == longest && r.alphabet.bits() > 0:
		spare := max(0, longest*r.alphabet.bits()-clampBits(bits)) // zero bits above
		return r.alphabet.symbols[:max(1, len(r.alphabet.symbols)>>spare)], r.alphabet.fold
	}
	return "", false
}

// Spare is how many zero bits the last symbol has below those of the identifier, which a form of bytes adds.
func (t Text) Spare(bits int) int {
	r := t.Form.row()
	if !t.Form.Bytes() || r.alphabet == nil {
		return 0
	}
	size, k := 8*ceilDiv(clampBits(bits), 8), r.alphabet.bits()
	return k*ceilDiv(size, k) - size
}

// Marks is how many bytes of each text are no symbols.
func (t Text) Marks(bits int) int {
	r := t.Form.row()
	if !t.Form.Bytes() || r.alphabet == nil {
		return r.fixed
	}
	_, longest := t.Len(bits)
	return longest - ceilDiv(8*ceilDiv(clampBits(bits), 8), r.alphabet.bits())
}

// Check says what keeps t from writing IDs of that size: the form must exist, the size be 1 to 192 or the form's own;
// Width is 0 or, in a number form, at least the longest text's, in Base36 one less. The other methods do not check.
func (t Text) Check(bits int) error {
	r := t.Form.row()
	_, longest := Text{Form: t.Form}.Len(bits)
	switch {
	case longest == 0:
		return fmt.Errorf("%v of text does not exist; use %s", t.Form, commonNames())
	case bits < 1 || bits > MaxBits:
		return fmt.Errorf("text of %d bits is out of range; use 1 to %d", bits, MaxBits)
	case r.size > 0 && bits != r.size:
		return fmt.Errorf("form %v has no room for %d bits; use %d", t.Form, bits, r.size)
	case t.Width != 0 && !rules[r.rule].number:
		return fmt.Errorf("width %d does not fit form %v; use 0", t.Width, t.Form)
	case t.Width != 0 && t.Width < longest && (!r.exact || t.Width < longest-1):
		const wanted = "width %d is too small for %d bits in form %v; use 0, or %d and more"
		return fmt.Errorf(wanted, t.Width, bits, t.Form, longest)
	}
	return nil
}

// clampBits keeps every size usable: no caller's mistake reads outside a buffer.
func clampBits(bits int) int { return max(1, min(bits, MaxBits)) }

func ceilDiv(n, d int) int { return (n + d - 1) / d }

// Append appends the text of the lowest bits of id, without an allocation when dst has room. IDs of one size have one
// text each, which sort as they do where [Text.Sorted] says so. Bits is 1 to 192, or [Form.Size]. It panics if the form
// does not exist.
func (t Text) Append(dst []byte, id ID, bits int) []byte {
	bits, width := clampBits(bits), t.Width
	if id.Len() > bits {
		id = id.And(Mask(bits))
	}
	r := t.Form.row()
	switch a := r.alphabet; r.rule { // through variables, every caller's buffer would be on the heap
	case uuidRule:
		return appendUUID(dst, id)
	case hexDashedRule:
		return appendHexDashed(a, dst, id)
	case fullRule:
		return appendFull(a, dst, id, max(width, ceilDiv(bits, a.bits())))
	case bytesRule:
		return appendLeft(a, dst, id, ceilDiv(bits, 8))
	case paddedRule:
		return appendPadded(a, dst, id, bits)
	case rawRule:
		return id.AppendBytes(dst, ceilDiv(bits, 8))
	case radixRule:
		if t.isKSUID(bits) {
			return base62Alphabet.pairs().appendKSUID(dst, id)
		}
		return appendRadix(a, dst, id, width)
	case dateRule:
		return appendDateDigits(dst, id)
	case upidRule:
		return appendUPID(a, dst, id)
	case ncnameRule:
		return appendNCName(a, dst, id)
	case ncname58Rule:
		return appendNCName58(a, dst, id)
	case snowdropRule:
		return appendRadix(a, dst, snowdropNumber(id), 0)
	}
	panic("gen: " + t.Form.String() + " of text does not exist")
}

// Parse is strict: it accepts what Append writes, in either letter case where the form's specification ignores it, and
// nothing else: no blanks, signs, prefixes, braces, and in Crockford no I, L and O for 1, 1 and 0. So one ID has one
// text, up to case. It allocates only its error, a [*fault.Error], never panics, and takes linear time.
func (t Text) Parse(s []byte, bits int) (ID, error) {
	id, ok := t.Try(s, bits)
	if !ok {
		return ID{}, t.refuse(s, clampBits(bits))
	}
	return id, nil
}

// Try is Parse without the reason, which costs more than the reading: for those who try one form after the other.
func (t Text) Try(s []byte, bits int) (id ID, ok bool) {
	bits = clampBits(bits)
	id, ok = t.decode(s, bits)
	if !ok || id.Len() > bits {
		return ID{}, false
	}
	return id, true
}

// decode reports false for everything that Parse refuses, except an excess of bits that 192 can hold. Only
// [Text.refuse] asks why, as only failures pay.
func (t Text) decode(s []byte, bits int) (ID, bool) {
	r, width := t.Form.row(), t.Width
	a := r.alphabet
	if a == &decimalAlphabet && r.rule == radixRule && width == 0 && 0 < len(s) && len(s) < 20 {
		return parse64(s)
	}
	shortest, longest := r.length(bits, width)
	if len(s) < shortest || len(s) > longest {
		return ID{}, false
	}
	switch r.rule {
	case uuidRule:
		return parseUUID(s)
	case hexDashedRule:
		return parseHexDashed(a, s)
	case fullRule:
		return parseFull(a, s, bits)
	case bytesRule:
		return parseLeft(a, s, bits)
	case paddedRule:
		return parsePadded(a, s, bits)
	case rawRule:
		return FromBytes(s), true
	case radixRule:
		return parseRadix(a, s, width)
	case dateRule:
		return parseDateDigits(s)
	case upidRule:
		return parseUPID(a, s)
	case ncnameRule:
		return parseNCName(a, s)
	case ncname58Rule:
		return parseNCName58(a, s)
	case snowdropRule:
		return parseSnowdrop(a, s)
	}
	return ID{}, false
}

package text

// The functions of a rule are called by their names: through variables, the compiler
// had to take it that they keep what they are given, and would put every caller's
// buffer on the heap.
// Append appends the text of the lowest bits of id. It does not allocate when
// dst has room. Identifiers of one size have one text each, and where the form
// is of full width and its alphabet in ASCII order (see [Text.Sorted]) the texts
// sort as the identifiers do. The number of bits is 1 to 192; some forms want the
// one of [Form.Size]. It panics if the form does not exist: see [Text.Check].
func (t Text) Append(dst []byte, id ID, bits int) []byte {
	bits, width := clampBits(bits), t.Width
	if id.Len() > bits {
		id = id.And(Mask(bits))
	}
	r := t.Form.row()
	switch a := r.alphabet; r.rule {
	case decimalRule:
		return appendDecimal(dst, id, width)
	case hexRule:
		return appendHex(dst, id, max(width, ceilDiv(bits, 4)))
	case hexUpperRule:
		return appendHexUpper(dst, id, max(width, ceilDiv(bits, 4)))
	case uuidRule:
		return appendUUID(dst, id)
	case hexDashedRule:
		return appendHexDashed(dst, id)
	case base32Rule:
		return appendBase32(a, dst, id, max(width, ceilDiv(bits, 5)))
	case base64Rule:
		return appendBase64(a, dst, id, max(width, ceilDiv(bits, 6)))
	case bytes32Rule:
		return appendLeft(a, dst, id, ceilDiv(bits, 8), 5)
	case bytes64Rule:
		return appendLeft(a, dst, id, ceilDiv(bits, 8), 6)
	case paddedRule:
		return appendPadded(a, dst, id, bits)
	case rawRule:
		return appendRaw(dst, id, bits)
	case radixRule, exactRule:
		if t.isKSUID(bits) {
			return appendKSUID(dst, id)
		}
		return appendRadix(a, dst, id, width)
	case dateRule:
		return appendDateDigits(dst, id)
	case upidRule:
		return appendUPID(a, dst, id)
	case ncname32Rule:
		return appendNCName32(a, dst, id)
	case ncname58Rule:
		return appendNCName58(a, dst, id)
	case ncname64Rule:
		return appendNCName64(a, dst, id)
	case snowdropRule:
		return appendRadix(a, dst, snowdropNumber(id), 0)
	}
	panic("gen: " + t.Form.String() + " of text does not exist")
}

package text

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
			return appendKSUID(dst, id)
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

package text

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
	shortest, longest := r.length(bits, width)
	if len(s) < shortest || len(s) > longest {
		return ID{}, false
	}
	switch a := r.alphabet; r.rule {
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
		if a == &decimalAlphabet && len(s) < 20 && width == 0 {
			return parse64(s)
		}
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

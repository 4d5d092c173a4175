package text

// The functions of a rule are called by their names: through variables, the compiler
// had to take it that they keep what they are given, and would put every caller's
// buffer on the heap. Where a size of a rule has a faster way, by a table that is
// built once there are enough texts, it stands before the general one.

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
		if id.Hi|id.Mid == 0 && id.Lo >= 1e16 && width == 0 { // of 17 to 20 digits
			if t := fourDigits.usual(buildFourDigits); t != nil {
				return appendLong(dst, id.Lo, t)
			}
		}
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
		if bits == 128 && width <= 26 {
			if t := a.usualPairs(); t != nil {
				return append26(dst, id, t)
			}
		}
		return appendBase32(a, dst, id, max(width, ceilDiv(bits, 5)))
	case base64Rule:
		return appendBase64(a, dst, id, max(width, ceilDiv(bits, 6)))
	case bytes32Rule:
		if bits == 96 {
			if t := a.usualPairs(); t != nil {
				return append20(dst, id, t)
			}
		}
		return appendLeft(dst, id, ceilDiv(bits, 8), a.symbols, 5)
	case bytes64Rule:
		return appendLeft(dst, id, ceilDiv(bits, 8), a.symbols, 6)
	case paddedRule:
		return appendPadded(a, dst, id, bits)
	case rawRule:
		return appendRaw(dst, id, bits)
	case radixRule, exactRule:
		if bits == 160 && width == 27 && a == &base62Alphabet { // KSUID
			if t := pairs62.usual(buildPairs62); t != nil {
				return appendKSUID(dst, id, t)
			}
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

// AppendLines appends the texts of many identifiers, each with a newline behind
// it: what Append makes, faster. The texts of the usual forms come from tables of
// two or four symbols, which are built by the first call. Figures, ns a line by
// Append and by this, one core of an AMD EPYC where reading the clock takes 57, Go
// 1.26: UUID 17 and 6.3, ULID 17 and 7, decimal 15 and 6.2, KSUID 38 and 30, xid 14
// and 6; where they follow each other ULID 3.2, decimal 2.5 and xid 2.6.
func (t Text) AppendLines(dst []byte, ids []ID, bits int) []byte {
	bits = clampBits(bits)
	if longer := t.Form.row().lines(dst, ids, bits, t.Width); longer != nil {
		return longer
	}
	for _, id := range ids {
		dst = append(t.Append(dst, id, bits), '\n')
	}
	return dst
}

// lines appends texts, a newline behind each, faster than one by one; it returns
// nil where there is no faster way.
func (r *row) lines(dst []byte, ids []ID, bits, width int) []byte {
	switch a := r.alphabet; r.rule {
	case decimalRule:
		return linesDecimal(dst, ids, bits, width)
	case uuidRule:
		return linesUUID(dst, ids, bits)
	case base32Rule:
		if bits == 128 && width <= 26 {
			return five26.lines(dst, ids, a.allPairs())
		}
	case bytes32Rule:
		if bits == 96 {
			return five20.lines(dst, ids, a.allPairs())
		}
	case radixRule:
		if bits == 160 && width == 27 && a == &base62Alphabet { // KSUID
			return linesKSUID(dst, ids)
		}
	}
	return nil
}

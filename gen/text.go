package gen

// Form is a way to write an identifier as text.
type Form uint8

// The forms. Number forms are right-aligned: the text is the integer in that
// base. Byte forms are left-aligned, as RFC 4648 writes bytes; an identifier
// whose size is no multiple of 8 is first widened with zeros in front.
const (
	Decimal   Form = iota + 1 // integer, minimal length
	Hex                       // lower case, full width
	UUID                      // 8-4-4-4-12 (RFC 9562 section 4), 128 bits only
	Crockford                 // base32 of Crockford, the integer at full width
	Base32Hex                 // RFC 4648 section 7 in lower case, bytes, no padding
	Base58                    // the integer in Bitcoin's alphabet, minimal length
	Base62                    // the integer in 0-9A-Za-z, minimal length
	Base64URL                 // RFC 4648 section 5, bytes, no padding
	Raw                       // the bytes, big-endian

	// The forms below are those of single schemes, or spellings that one meets:
	// see [MoreForms].
	Base36       // the integer in 0-9a-z, minimal length (SCRU64, Uuid25)
	Base57       // the integer in ShortUUID's alphabet, minimal length
	Base58Flickr // the integer in base58 with the small letters first, minimal length
	ZBase32      // the integer in z-base-32, minimal length
	Shortcode    // the integer in the symbols of Base64URL, minimal length (Instagram)
	Base32Sort   // the integer in 2-7a-z at full width (TID)
	Base64Sort   // the integer in 0-9A-Z_a-z~ at full width (InfluxDB)
	HexUpper     // Hex in upper case
	HexDashed    // HexUpper as 11-5, 64 bits only (Nano64)
	Base64Std    // RFC 4648 section 4, bytes, padded
	DateDigits   // a date YYYYMMDD and 4 to 15 digits of a sequence, 58 bits only

	CrockfordLower // Crockford in lower case, which alone is read (TypeID, OrderlyID)
	Base64Push     // the integer in -0-9A-Z_a-z at full width (Firebase push ids)
	Base32Sno      // the integer in 2-9a-x at full width (sno)
	Base62Lower    // the integer in 0-9a-zA-Z, minimal length (Spotify)
	Base43         // the integer in 0-9A-Za-g, minimal length (TSID)
	UPIDText       // prefix, _, time, random bits and version in 2-7a-z, 128 bits only (UPID)
	NCName32       // a UUID as a name: letters A to P at the ends, base32 between them, 128 bits only
	NCName58       // the same with base58 between them
	NCName64       // the same with base64 between them
	SnowdropText   // base62 of the integer with its fields in the opposite order, 64 bits only (Snowdrop)

	endOfForms // is none
)

// Text is how a scheme writes its identifiers. Width pads a number form (all
// but UUID, HexDashed, DateDigits, UPIDText, NCName32, NCName58, NCName64,
// SnowdropText, Base32Hex, Base64URL, Base64Std and Raw) with its zero
// symbol to that many symbols; 0 is the form's own length, and so is a Width
// below that length. In Base36 a Width is exact: SCRU64 ends at 36^12, not at a
// power of two. An integer that needs more is written longer, and not read.
type Text struct {
	Form  Form
	Width int
}

// Append appends the text of the lowest bits of id. It does not allocate when
// dst has room. Identifiers of one size have one text each, and where the form
// is of full width and its alphabet in ASCII order (see [Text.Sorted]) the texts
// sort as the identifiers do. The number of bits is 1 to 192; UUID, UPIDText
// and NCName want 128, HexDashed and SnowdropText 64, DateDigits 58. It panics if the form does not exist: see [Text.Check].
func (t Text) Append(dst []byte, id ID, bits int) []byte {
	bits = clampBits(bits)
	if id.Len() > bits {
		id = id.And(Mask(bits))
	}
	switch t.Form {
	case Decimal:
		if id.Hi|id.Mid == 0 && id.Lo >= 1e16 && t.Width == 0 {
			if d := fourDigits.warm(buildFourDigits); d != nil {
				return appendLong(dst, id.Lo, d)
			}
		}
		return appendDecimal(dst, id, t.Width)
	case Hex:
		return appendHex(dst, id, max(t.Width, ceilDiv(bits, 4)))
	case UUID:
		return appendUUID(dst, id)
	case Crockford:
		if bits == 128 && t.Width <= 26 {
			if p := Crockford.warmPairs(); p != nil {
				return appendULID(dst, id, p)
			}
		}
		return appendCrockford(dst, id, max(t.Width, ceilDiv(bits, 5)))
	case Base32Hex:
		if bits == 96 {
			if p := Base32Hex.warmPairs(); p != nil {
				return appendXID(dst, id, p)
			}
		}
		return appendBase32Hex(dst, id, ceilDiv(bits, 8))
	case Base58:
		return appendBase58(dst, id, t.Width)
	case Base62:
		if bits == 160 && t.Width == 27 {
			if p := pairs62.warm(buildPairs62); p != nil {
				return appendKSUID(dst, id, p)
			}
		}
		return appendBase62(dst, id, t.Width)
	case Base64URL:
		return appendBase64URL(dst, id, ceilDiv(bits, 8))
	case Raw:
		return appendRaw(dst, id, ceilDiv(bits, 8))
	}
	return t.appendMore(dst, id, bits)
}

func (t Text) appendMore(dst []byte, id ID, bits int) []byte {
	switch t.Form {
	case Base36, Base57, Base58Flickr, ZBase32, Shortcode, Base62Lower, Base43:
		return appendRadix(dst, id, t.Width, t.Form.radix())
	case Base32Sort, CrockfordLower, Base32Sno:
		dst, text := extend(dst, max(t.Width, ceilDiv(bits, 5)))
		fill5(text, id, t.Form.alphabet().symbols)
		return dst
	case Base64Sort, Base64Push:
		dst, text := extend(dst, max(t.Width, ceilDiv(bits, 6)))
		fill6(text, id, t.Form.alphabet().symbols)
		return dst
	case HexUpper:
		return appendHexUpper(dst, id, max(t.Width, ceilDiv(bits, 4)))
	case HexDashed:
		return appendHexDashed(dst, id)
	case Base64Std:
		return appendBase64Std(dst, id, ceilDiv(bits, 8))
	case DateDigits:
		return appendDateDigits(dst, id)
	case UPIDText:
		return appendUPID(dst, id)
	case NCName32, NCName58, NCName64:
		return appendNCName(dst, id, t.Form)
	case SnowdropText:
		return appendSnowdrop(dst, id)
	}
	panic("gen: " + t.Form.String() + " of text does not exist")
}

// Parse is strict: it accepts what Append writes and the letter case that the
// form's specification ignores (Hex, UUID, Crockford, HexUpper, HexDashed, Base36, NCName32),
// nothing else: no blanks, signs, prefixes, braces, padding (but in Base64Std), and in Crockford no I, L and O for 1, 1 and
// 0. So one identifier has one text, up to case. It does not allocate, except
// for its error, which is a *TextError; it never panics, and takes linear time.
func (t Text) Parse(s []byte, bits int) (ID, error) {
	id, ok := t.Try(s, bits)
	if !ok {
		return ID{}, t.refuse(s, clampBits(bits))
	}
	return id, nil
}

// Try is Parse without the reason, which costs more than the reading: for those
// who try one form after the other.
func (t Text) Try(s []byte, bits int) (id ID, ok bool) {
	bits = clampBits(bits)
	id, ok = t.decode(s, bits)
	if !ok || id.Len() > bits {
		return ID{}, false
	}
	return id, true
}

// decode reports false for everything that Parse refuses, except an excess of
// bits that 192 can hold. Only [Text.refuse] asks why, as only failures pay.
func (t Text) decode(s []byte, bits int) (ID, bool) {
	shortest, longest := t.Len(bits)
	if len(s) < shortest || len(s) > longest {
		return ID{}, false
	}
	switch t.Form {
	case Decimal:
		if len(s) < 20 && t.Width == 0 {
			v, ok := parse64(s)
			return ID{Lo: v}, ok
		}
		return parseRadix(s, t.Width, &decimalAlphabet, decimalPerWord, decimalWord)
	case Hex:
		return parseHex(s)
	case UUID:
		return parseUUID(s)
	case Crockford:
		if len(s) == 26 && bits == 128 {
			return parse26((*[26]byte)(s), crockfordAlphabet.values())
		}
		return parseCrockford(s, bits)
	case Base32Hex:
		if len(s) == 20 && bits == 96 {
			return parse20((*[20]byte)(s), base32HexAlphabet.values())
		}
		return parseBytes(s, &base32HexAlphabet, bits)
	case Base58:
		return parseRadix(s, t.Width, &base58Alphabet, base58PerWord, base58Word)
	case Base62:
		return parseRadix(s, t.Width, &base62Alphabet, base62PerWord, base62Word)
	case Base64URL:
		return parseBytes(s, &base64URLAlphabet, bits)
	case Raw:
		return parseRaw(s), true
	case Base36, Base57, Base58Flickr, ZBase32, Shortcode, Base62Lower, Base43:
		r := t.Form.radix()
		return parseRadix(s, t.Width, r.alphabet, r.perWord, r.word)
	case Base32Sort, CrockfordLower, Base32Sno:
		return parseFullWidth(s, t.Form.alphabet(), 5, bits)
	case Base64Sort, Base64Push:
		return parseFullWidth(s, t.Form.alphabet(), 6, bits)
	case HexUpper:
		return parseHex(s)
	case HexDashed:
		return parseHexDashed(s)
	case Base64Std:
		return parseBase64Std(s, bits)
	case DateDigits:
		return parseDateDigits(s)
	case UPIDText:
		return parseUPID(s)
	case NCName32, NCName58, NCName64:
		return parseNCName(s, t.Form)
	case SnowdropText:
		return parseSnowdrop(s)
	}
	return ID{}, false
}

// clampBits keeps every size usable: no caller's mistake reads outside a buffer.
func clampBits(bits int) int { return max(1, min(bits, MaxBits)) }

func ceilDiv(n, d int) int { return (n + d - 1) / d }

package gen

// Len returns the shortest and the longest text of an identifier of that size,
// in bytes; 0 for a form that does not exist.
func (t Text) Len(bits int) (shortest, longest int) {
	bits = clampBits(bits)
	bytes := ceilDiv(bits, 8)
	switch t.Form {
	case Decimal: // log2(10) is 3.3219281: a test compares all sizes
		longest = bits*10_000_000/33_219_281 + 1
		return max(1, t.Width), max(longest, t.Width)
	case Base58:
		longest = bits*10_000_000/58_579_810 + 1
		return max(1, t.Width), max(longest, t.Width)
	case Base62:
		longest = bits*10_000_000/59_541_963 + 1
		return max(1, t.Width), max(longest, t.Width)
	case Hex:
		longest = max(ceilDiv(bits, 4), t.Width)
	case Crockford:
		longest = max(ceilDiv(bits, 5), t.Width)
	case UUID:
		longest = 36
	case Base32Hex:
		longest = ceilDiv(8*bytes, 5)
	case Base64URL:
		longest = ceilDiv(8*bytes, 6)
	case Raw:
		longest = bytes
	case Base36: // the divisors are log2 of the bases, as above
		if t.Width > 0 {
			return t.Width, t.Width
		}
		return 1, bits*10_000_000/51_699_251 + 1
	case Base57:
		return max(1, t.Width), max(bits*10_000_000/58_328_901+1, t.Width)
	case Base58Flickr:
		return max(1, t.Width), max(bits*10_000_000/58_579_810+1, t.Width)
	case ZBase32:
		return max(1, t.Width), max(ceilDiv(bits, 5), t.Width)
	case Shortcode:
		return max(1, t.Width), max(ceilDiv(bits, 6), t.Width)
	case Base62Lower:
		return max(1, t.Width), max(bits*10_000_000/59_541_963+1, t.Width)
	case Base32Sort, CrockfordLower, Base32Sno:
		longest = max(ceilDiv(bits, 5), t.Width)
	case Base64Sort, Base64Push:
		longest = max(ceilDiv(bits, 6), t.Width)
	case HexUpper:
		longest = max(ceilDiv(bits, 4), t.Width)
	case HexDashed:
		longest = hexDashedLen
	case Base64Std:
		longest = 4 * ceilDiv(bytes, 3)
	case DateDigits:
		return dateLen + dateSeqLeast, dateLen + dateSeqMost
	case Base43:
		return max(1, t.Width), max(bits*10_000_000/54_262_648+1, t.Width)
	case UPIDText:
		longest = upidLen
	case NCName32:
		longest = ncname32Len
	case NCName58:
		longest = ncname58Len
	case NCName64:
		longest = ncname64Len
	case SnowdropText:
		return 1, 64*10_000_000/59_541_963 + 1
	}
	return longest, longest
}

// Sorted reports whether the texts of identifiers of that size sort, byte by
// byte, as the identifiers do: all are of one length, and the symbols in ASCII
// order.
func (t Text) Sorted(bits int) bool {
	shortest, longest := t.Len(bits)
	switch t.Form {
	case Base64URL, Base64Std, Shortcode, ZBase32, Base58Flickr, Base62Lower, UPIDText, NCName32, NCName58, NCName64:
		return false
	}
	return shortest == longest
}

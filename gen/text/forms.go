package text

// Form is a way to write an identifier as text: a row of the table below. To add one, add its constant and its row.
type Form uint8

// The forms. Number forms are right-aligned: the text is the integer in that base. Byte forms are left-aligned, as RFC
// 4648 writes bytes; another size than whole bytes is first widened with zeros in front.
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

	// The forms below are those of single schemes, or encodings that one meets.
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
	Base36Lower    // Base36 in lower case, which alone is read (bwmarrin/snowflake)
	SnowdropText   // base62 of the integer with its fields in the opposite order, 64 bits only (Snowdrop)
	HexShort       // Hex of minimal length (Sonyflake, printed)
)

// table is all that is known of the forms, by Form. Nothing of it is computed at start.
var table = [...]row{
	Decimal: {
		name: "int", help: "decimal integer", unit: "decimal digits",
		rule: radixRule, alphabet: &decimalAlphabet, common: true, format: true, uuids: UUIDEncoding{Used: true},
	},
	Hex: {
		name: "hex", help: "hexadecimal, lower case, full width", unit: "hexadecimal digits",
		rule: fullRule, alphabet: &hexAlphabet, common: true, format: true,
	},
	UUID: {
		name: "uuid", help: "8-4-4-4-12 hexadecimal digits, 128 bits only",
		unit: "characters, hexadecimal digits as 8-4-4-4-12",
		rule: uuidRule, alphabet: &hexAlphabet, size: 128, marks: "-", fixed: 4, common: true,
	},
	Crockford: { // crockford.com/base32.html
		name: "base32", help: "Crockford's base32 of the integer, full width", unit: "characters of Crockford base32",
		rule: fullRule, alphabet: &alphabet{symbols: "0123456789ABCDEFGHJKMNPQRSTVWXYZ", fold: true, perBit: perBit5},
		common: true, format: true, uuids: UUIDEncoding{Used: true},
	},
	Base32Hex: { // RFC 4648 section 7
		name: "base32hex", help: "base32hex of the bytes, lower case, no padding",
		unit: "characters of base32hex, lower case", rule: bytesRule,
		alphabet: &alphabet{symbols: "0123456789abcdefghijklmnopqrstuv", perBit: perBit5}, common: true,
	},
	Base58: {
		name: "base58", help: "the integer in Bitcoin's base58 alphabet", unit: "characters of base58",
		rule: radixRule, alphabet: &base58Alphabet, common: true, format: true, uuids: UUIDEncoding{Used: true},
	},
	Base62: {
		name: "base62", help: "the integer in 0-9A-Za-z", unit: "characters of base62",
		rule: radixRule, alphabet: &base62Alphabet, common: true, format: true,
	},
	Base64URL: {
		name: "base64", help: "URL-safe base64 of the bytes, no padding", unit: "characters of URL-safe base64",
		rule: bytesRule, alphabet: &base64URLAlphabet, common: true, format: true, uuids: UUIDEncoding{Used: true},
	},
	Raw: {
		name: "raw", help: "the bytes, big-endian, no separator", unit: "bytes",
		rule: rawRule, common: true, format: true,
	},

	Base36: {
		name: "base36", help: "the integer in 0-9a-z", unit: "characters of base36", rule: radixRule, exact: true,
		alphabet: &alphabet{symbols: "0123456789abcdefghijklmnopqrstuvwxyz", fold: true, perBit: 830_760_077},
		uuids:    UUIDEncoding{Used: true, Name: "uuid25", Width: 25, Help: "25 characters of base36, 128 bits"},
	},
	Base57: { // skorokithakis/shortuuid
		name: "base57", help: "the integer in ShortUUID's base57 alphabet", unit: "characters of base57",
		rule:     radixRule,
		alphabet: &alphabet{symbols: "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", perBit: 736_336_067},
		uuids:    UUIDEncoding{Used: true, Name: "shortuuid", Width: 22, Help: "22 characters of base57, 128 bits"},
	},
	Base58Flickr: { // Flickr, bwmarrin/snowflake
		name: "base58flickr", help: "the integer in Flickr's base58 alphabet, small letters first",
		unit: "characters of base58", rule: radixRule,
		alphabet: &alphabet{symbols: "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", perBit: 733_182_183},
		uuids: UUIDEncoding{Used: true, Name: "short-uuid", Width: 22,
			Help: "22 characters of Flickr's base58, as npm's short-uuid"},
	},
	ZBase32: { // z-base-32, bwmarrin/snowflake
		name: "zbase32", help: "the integer in z-base-32", unit: "characters of z-base-32", rule: radixRule,
		alphabet: &alphabet{symbols: "ybndrfg8ejkmcpqxot1uwisza345h769", perBit: perBit5},
	},
	Shortcode: {
		name: "shortcode", help: "the integer in the symbols of URL-safe base64", unit: "characters of URL-safe base64",
		rule: radixRule, alphabet: &base64URLAlphabet,
	},
	Base32Sort: {
		name: "base32sort", help: "the integer in 2-7a-z, full width", unit: "characters of base32, 2-7 and a-z",
		rule: fullRule, alphabet: &base32SortAlphabet,
	},
	Base64Sort: { // influxdata/influxdb pkg/snowflake
		name: "base64sort", help: "the integer in 0-9A-Z_a-z~, full width", unit: "characters of 0-9A-Z_a-z~",
		rule: fullRule,
		alphabet: &alphabet{symbols: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
			perBit: perBit6},
	},
	HexUpper: {
		name: "hexupper", help: "hexadecimal, upper case, full width", unit: "hexadecimal digits",
		rule: fullRule, alphabet: &hexUpperAlphabet,
	},
	HexDashed: {
		name: "hexdashed", help: "hexadecimal, upper case, as 11-5, 64 bits only",
		unit: "characters, hexadecimal digits as 11-5",
		rule: hexDashedRule, alphabet: &hexUpperAlphabet, size: 64, marks: "-", fixed: 1,
	},
	Base64Std: { // RFC 4648 section 4
		name: "base64std", help: "standard base64 of the bytes, padded", unit: "characters of standard base64",
		rule: paddedRule,
		alphabet: &alphabet{symbols: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
			perBit: perBit6},
		marks: "=", uuids: UUIDEncoding{Used: true},
	},
	DateDigits: {
		name: "datedigits", help: "a date YYYYMMDD and 4 to 15 digits, 58 bits only",
		unit: "decimal digits, a date YYYYMMDD first",
		rule: dateRule, alphabet: &decimalAlphabet, size: dateDigitsBits, unrelated: true,
	},

	CrockfordLower: {
		name: "base32lower", help: "Crockford's base32 in lower case, full width",
		unit: "characters of Crockford base32, lower case", rule: fullRule,
		alphabet: &alphabet{symbols: "0123456789abcdefghjkmnpqrstvwxyz", perBit: perBit5},
	},
	Base64Push: { // firebase.blog, 2015-02
		name: "base64push", help: "the integer in -0-9A-Z_a-z, full width", unit: "characters of -0-9A-Z_a-z",
		rule: fullRule,
		alphabet: &alphabet{symbols: "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
			perBit: perBit6},
	},
	Base32Sno: { // muyo/sno
		name: "base32sno", help: "the integer in 2-9a-x, full width", unit: "characters of 2-9a-x", rule: fullRule,
		alphabet: &alphabet{symbols: "23456789abcdefghijklmnopqrstuvwx", perBit: perBit5},
	},
	Base62Lower: { // Spotify: librespot spotify_id.rs
		name: "base62lower", help: "the integer in 0-9a-zA-Z, small letters first", unit: "characters of base62",
		rule: radixRule,
		alphabet: &alphabet{symbols: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
			perBit: 721_334_513},
	},
	Base43: { // f4b6a3/tsid-creator
		name: "base43", help: "the integer in 0-9A-Za-g", unit: "characters of 0-9A-Za-g", rule: radixRule,
		alphabet: &alphabet{symbols: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg", perBit: 791_514_511},
	},
	UPIDText: {
		name: "upid", help: "UPID: prefix, _, time, random bits, version, 128 bits only",
		unit: "characters of 2-7a-z, the fifth an underscore",
		rule: upidRule, alphabet: &base32SortAlphabet, size: 128, marks: "_", fixed: 1,
	},
	NCName32: { // RFC 4648 section 6 in lower case
		name: "ncname32", help: "UUID as a name: base32 between two letters, 128 bits only",
		unit: "characters of base32, a letter A to P at both ends", rule: ncnameRule,
		alphabet: &alphabet{symbols: "abcdefghijklmnopqrstuvwxyz234567", fold: true, perBit: perBit5},
		size:     128, uuids: UUIDEncoding{Used: true, Name: "uuid-ncname"},
	},
	NCName58: {
		name: "ncname58", help: "UUID as a name: base58 between two letters, 128 bits only",
		unit: "characters of base58, a letter A to P at both ends",
		rule: ncname58Rule, alphabet: &base58Alphabet, size: 128, marks: "_IO", // at its ends: version 8, variants
		uuids: UUIDEncoding{Used: true, Name: "uuid-ncname"},
	},
	NCName64: {
		name: "ncname64", help: "UUID as a name: base64 between two letters, 128 bits only",
		unit: "characters of URL-safe base64, a letter A to P at both ends",
		rule: ncnameRule, alphabet: &base64URLAlphabet, size: 128, uuids: UUIDEncoding{Used: true, Name: "uuid-ncname"},
	},
	Base36Lower: { // bwmarrin/snowflake
		name: "base36lower", help: "the integer in 0-9a-z, lower case alone is read",
		unit: "characters of base36, lower case", rule: radixRule,
		alphabet: &alphabet{symbols: "0123456789abcdefghijklmnopqrstuvwxyz", perBit: 830_760_077},
	},
	SnowdropText: {
		name: "snowdrop", help: "Snowdrop's base62, sequence first, 64 bits only", unit: "characters of base62",
		rule: snowdropRule, alphabet: &base62Alphabet, size: 64,
	},
	HexShort: {
		name: "hexshort", help: "hexadecimal, lower case, no zeros in front", unit: "hexadecimal digits",
		rule: radixRule, alphabet: &alphabet{symbols: "0123456789abcdef", perBit: 1<<32/4 - 1},
	},
}

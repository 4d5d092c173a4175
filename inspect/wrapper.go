package inspect

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"idscope/gen"
)

// What is pasted has wrappers around it: quotes, a name, a call, a comma. They are
// taken off one after the other, from outside to inside, until what is left is an
// identifier; each step is named.

// wrapper is what is around a pasted identifier.
type wrapper struct {
	open, close string
	words       string
	example     string // of which inside is left
	inside      string
}

// wrappers are those that are taken off any text, the longest of those that begin alike first.
var wrappers = [...]wrapper{
	{"", ",", "a trailing comma was left out", "1541815603606036480,", "1541815603606036480"},
	{"", ";", "a trailing semicolon was left out", "1541815603606036480;", "1541815603606036480"},
	{`"`, `"`, quotesWords, `"507f191e810c19729de860ea"`, "507f191e810c19729de860ea"},
	{"'", "'", quotesWords, "'01ARZ3NDEKTSV4RRFFQ69G5FAV'", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
	{"`", "`", quotesWords, "`01ARZ3NDEKTSV4RRFFQ69G5FAV`", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
	{"\u201c", "\u201d", quotesWords, "\u201c507f191e810c19729de860ea\u201d", "507f191e810c19729de860ea"},
	{"\u2018", "\u2019", quotesWords, "\u2018507f191e810c19729de860ea\u2019", "507f191e810c19729de860ea"},
	{"\u00ab", "\u00bb", quotesWords, "\u00ab507f191e810c19729de860ea\u00bb", "507f191e810c19729de860ea"},
	{`\"`, `\"`, "escaped quotes around it were left out", `\"507f191e810c19729de860ea\"`, "507f191e810c19729de860ea"},
	{"{", "}", "braces around it were left out", "{01ARZ3NDEKTSV4RRFFQ69G5FAV}", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
	{"[", "]", bracketsWords, "[1541815603606036480]", "1541815603606036480"},
	{"(", ")", bracketsWords, "(1541815603606036480)", "1541815603606036480"},
	{"<@!", ">", mentionWords, "<@!01ARZ3NDEKTSV4RRFFQ69G5FAV>", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
	{"<@&", ">", mentionWords, "<@&01ARZ3NDEKTSV4RRFFQ69G5FAV>", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
	{"<@", ">", mentionWords, "<@01ARZ3NDEKTSV4RRFFQ69G5FAV>", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
	{"<#", ">", mentionWords, "<#01ARZ3NDEKTSV4RRFFQ69G5FAV>", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
	{"<", ">", bracketsWords, "<01ARZ3NDEKTSV4RRFFQ69G5FAV>", "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
}

const (
	quotesWords   = "quotes around it were left out"
	bracketsWords = "brackets around it were left out"
	mentionWords  = "the marks of a mention around it were left out"
	zeroWords     = "the prefix 0x was left out: read as hexadecimal"
)

// Clean takes off what is around every pasted text: blanks and wrappers. It names each step.
func Clean(text string) (cleaned string, steps []string) {
	for len(steps) < mostSteps {
		rest, words := outer(text)
		if words == "" {
			break
		}
		text, steps = rest, append(steps, words)
	}
	return text, steps
}

// mostSteps is how many wrappers are taken off at most.
const mostSteps = 12

// outer takes one such wrapper off; words is empty for none.
func outer(text string) (rest, words string) {
	if rest = strings.TrimSpace(text); rest != text {
		return rest, "blanks around it were left out"
	}
	for i := range wrappers {
		w := &wrappers[i]
		if len(text) <= len(w.open)+len(w.close) || !strings.HasPrefix(text, w.open) ||
			!strings.HasSuffix(text, w.close) {
			continue
		}
		if inside := text[len(w.open) : len(text)-len(w.close)]; w.open != w.close ||
			!strings.Contains(inside, w.open) {
			return inside, w.words
		}
	}
	return text, ""
}

// unnamed takes off a name before an identifier: of a call, as in ObjectId("..."), of a
// key, as in id=... and "id": "..."; words is empty for none.
func unnamed(text string) (rest, words string) {
	name := nameLen(text)
	if name == 0 {
		return text, ""
	}
	if rest = text[name:]; strings.HasPrefix(rest, "(") && strings.HasSuffix(rest, ")") && len(rest) > 2 {
		inside := rest[1 : len(rest)-1]
		if text[:name] == "BinData" { // whose first argument is the kind of bytes
			if kind, bytes, ok := strings.Cut(inside, ","); ok && len(kind) == 1 {
				inside = strings.TrimLeft(bytes, " ")
			}
		}
		return inside, "the call of " + text[:name] + " around it was left out"
	}
	rest = strings.TrimLeft(text[name:], " \t")
	mark := 0
	for mark < len(rest) && strings.IndexByte(":=>", rest[mark]) >= 0 {
		mark++
	}
	if mark == 0 || mark > 2 || strings.HasPrefix(rest, "://") {
		return text, ""
	}
	if rest = strings.TrimLeft(rest[mark:], " \t"); rest == "" {
		return text, ""
	}
	return rest, "the name " + strings.Trim(text[:name], `"'`) + " before it was left out"
}

// nameLen is the length of the name that a text begins with, quotes included: it
// begins with a letter, $ or _, or with hyphens as a flag. 0 is none.
func nameLen(text string) int {
	if text == "" {
		return 0
	}
	if q := text[0]; q == '"' || q == '\'' {
		if end := strings.IndexByte(text[1:], q); end > 0 && nameLen(text[1:1+end]) == end {
			return end + 2
		}
		return 0
	}
	at := 0
	for at < len(text) && at < 2 && text[at] == '-' {
		at++
	}
	if at == len(text) || symbolKind(text[at])%3 == 0 && text[at] != '_' && text[at] != '$' {
		return 0
	}
	for at < len(text) && (symbolKind(text[at]) < 3 || strings.IndexByte("_.$-@", text[at]) >= 0) {
		at++
	}
	return at
}

// rewrite is a way to write an identifier in another place than its text, or in a syntax that says in which form it is.
type rewrite struct {
	standard bool // it is the own one of a standard, so that it is read strictly, too
	words    string
	forms    uint64
	read     func(text string) string // what is left; empty where the text is not written so
	example  string
	inside   string
}

// syntaxes are the ways in which standards, databases and programs write bits. They are undone before anything else.
var syntaxes = [...]rewrite{
	{false, "the X'' of SQL was left out: read as hexadecimal", hexForms, quotedHex, // ISO/IEC 9075
		"X'017f22e279b07cc398c4dc0c0c07398f'", "017f22e279b07cc398c4dc0c0c07398f"},
	{false, "the prefix \\x was left out: read as hexadecimal", hexForms, escapedHex, // postgresql.org, datatype-binary
		`\x507f1f77bcf86cd799439011`, "507f1f77bcf86cd799439011"},
	{true, zeroWords, hexForms, prefixedHex,
		"0x1565a11f6217a000", "1565a11f6217a000"},
	{true, "the prefix urn:uuid: was left out", uuidForm, namedUUID, // RFC 9562 section 4
		"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
	{true, "braces around it were left out", uuidForm, bracedUUID, // of a GUID
		"{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
	{true, "blanks between bytes were left out: read as hexadecimal", hexForms, spacedHex,
		"50 7f 1f 77 bc f8 6c d7 99 43 90 11", "507f1f77bcf86cd799439011"},
}

func quotedHex(text string) string {
	if n := len(text); n > 3 && text[0]|' ' == 'x' && text[1] == '\'' && text[n-1] == '\'' && isHex(text[2:n-1]) {
		return text[2 : n-1]
	}
	return ""
}

func escapedHex(text string) string {
	if len(text) > 2 && text[0] == '\\' && text[1]|' ' == 'x' && isHex(text[2:]) {
		return text[2:]
	}
	return ""
}

func prefixedHex(text string) string {
	if len(text) > 2 && text[0] == '0' && text[1]|' ' == 'x' && isHex(text[2:]) {
		return text[2:]
	}
	return ""
}

func namedUUID(text string) string {
	const urn = "urn:uuid:"
	if len(text) == len(urn)+uuidLen && strings.EqualFold(text[:len(urn)], urn) {
		return text[len(urn):]
	}
	return ""
}

func bracedUUID(text string) string {
	if n := len(text); n == uuidLen+2 && text[0] == '{' && text[n-1] == '}' {
		return text[1 : n-1]
	}
	return ""
}

func spacedHex(text string) string {
	n := len(text)
	if n < 5 || n > 3*24 || n%3 != 2 || text[2] != ' ' || strings.Count(text, " ") != n/3 {
		return ""
	}
	if digits := strings.ReplaceAll(text, " ", ""); isHex(digits) && 2*(n/3)+2 == len(digits) {
		return digits
	}
	return ""
}

// wrapped understands a text that is written in one of the syntaxes, strictly in one that is a standard's own way to
// write; words is empty for others, which stay. Digits behind 0x are filled up, but not where a scheme says how many
// there are.
func (in *Inspector) wrapped(text string, strictly bool) (p pasted, words string) {
	for i := range syntaxes {
		s := &syntaxes[i]
		if strictly && !s.standard {
			continue
		}
		rest, filled := s.read(text), false
		if s.words == zeroWords && !in.strict && rest != "" {
			digits := len(rest)
			rest = padHex(rest)
			filled = len(rest) > digits
		}
		if len(rest) > gen.MaxBits/4 {
			return pasted{text: rest, forms: anyForm}, s.words // a hash
		} else if rest != "" {
			return pasted{rest, s.forms, filled}, s.words
		}
	}
	return pasted{text: text, forms: anyForm}, ""
}

// padHex fills hexadecimal digits up with zeros to 64, 96, 128, 160 or 192 bits.
func padHex(digits string) string {
	for _, n := range [...]int{16, 24, 32, 40, 48} {
		if len(digits) <= n {
			return strings.Repeat("0", n-len(digits)) + digits
		}
	}
	return digits
}

func isHex(s string) bool {
	return s != "" && strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

// numeric reports whether a text consists of decimal digits, and of hyphens and
// underscores as negative numbers, dates and telephone numbers have them.
func numeric(text string) bool { return strings.Trim(text, "0123456789-_") == "" }

// rewrites are what programs do to the text of an identifier. They are undone in this order, where nothing reads the
// whole.
var rewrites = [...]rewrite{
	{false, "the end of a sentence was left out", anyForm, sentence,
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f.", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
	{false, "the link of Markdown around it was left out", anyForm, link, // commonmark.org, links
		"[a post](017f22e2-79b0-7cc3-98c4-dc0c0c07398f)", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
	{false, "a cast of SQL was left out", anyForm, cast, // postgresql.org, type casts
		`'017f22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid`, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
	{false, "the n of a BigInt was left out", anyForm, bigInt, // developer.mozilla.org, BigInt
		"1541815603606036480n", "1541815603606036480"},
	{false, "the marks between groups of digits were left out", anyForm, grouped,
		"1,541,815,603,606,036,480", "1541815603606036480"},
	{false, "a list of bytes was read as hexadecimal", hexForms, byteList, // nodejs.org, Buffer.toJSON
		"[80,127,31,119,188,248,108,215,153,67,144,17]", "507f1f77bcf86cd799439011"},
	{false, "the escapes of a URL were decoded", anyForm, escaped, // RFC 3986 section 2.1
		"AX8i4nmwfMOYxNwMDAc5jw%3D%3D", "AX8i4nmwfMOYxNwMDAc5jw=="},
	{false, "hyphens were put where a UUID has them", anyForm, hyphened,
		"017f22e279b0-7cc3-98c4-dc0c0c07398f", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
	{false, "base64 of a decimal number was decoded", anyForm, encodedNumber, // github.com/bwmarrin/snowflake
		"MTU0MTgxNTYwMzYwNjAzNjQ4MA==", "1541815603606036480"},
	{false, "base64 of an ObjectId was decoded", hexForms, encodedObjectID, // of mongodb.com's example
		"UH8fd7z4bNeZQ5AR", "507f1f77bcf86cd799439011"},
}

// sentence is what is before the marks that end a sentence, or closes the bracket around it.
func sentence(text string) string {
	const ends = ".!?:)]"
	rest := strings.TrimRight(text, ends)
	if rest == text || strings.HasSuffix(text, "..") || link(text) != "" {
		return ""
	}
	return rest
}

// link is the address of a link of Markdown.
func link(text string) string {
	if _, link, ok := strings.Cut(text, "]("); ok && text[0] == '[' && strings.HasSuffix(text, ")") {
		return strings.TrimSuffix(link, ")")
	}
	return ""
}

// cast is what is cast to a type.
func cast(text string) string {
	value, name, ok := strings.Cut(text, "'::")
	if !ok || value == "" || value[0] != '\'' || nameLen(name) != len(name) {
		return ""
	}
	return value[1:]
}

// bigInt is the number of a literal of JavaScript.
func bigInt(text string) string {
	if digits, ok := strings.CutSuffix(text, "n"); ok && len(digits) >= leastInside && isDigits(digits) {
		return digits
	}
	return ""
}

// grouped is a number with the same mark before each group of three digits.
func grouped(text string) string {
	const least = 4 // groups: as many have amounts of money, too
	at := len(text) - 4
	if at < 1 || strings.IndexByte(",._' ", text[at]) < 0 {
		return ""
	}
	groups := strings.Split(text, text[at:at+1])
	for i, g := range groups {
		if !isDigits(g) || len(g) > 3 || i > 0 && len(g) < 3 {
			return ""
		}
	}
	if len(groups) <= least {
		return ""
	}
	return strings.Join(groups, "")
}

// byteList is the bytes of a list of numbers in hexadecimal digits, as many as an identifier has.
func byteList(text string) string {
	between := func(c rune) bool { return strings.ContainsRune("[]{}, ", c) }
	list := strings.FieldsFunc(text, between)
	if n := len(list); n != 8 && n != 12 && n != 16 && n != 20 && n != 24 {
		return ""
	}
	var bytes []byte
	for _, b := range list {
		v := 0
		for i := range len(b) {
			if b[i]-'0' > 9 || len(b) > 3 {
				return ""
			}
			v = 10*v + int(b[i]-'0')
		}
		if v > 255 {
			return ""
		}
		bytes = append(bytes, byte(v))
	}
	return hex.EncodeToString(bytes)
}

// escaped is a text without its escapes.
func escaped(text string) string {
	if rest := unescaped(text); rest != text {
		return rest
	}
	return ""
}

// hyphened is a UUID of whose hyphens some lack; those that are there are where a UUID has them.
func hyphened(text string) string {
	digits := ""
	for i, group := range strings.Split(text, "-") {
		if n := len(digits); group == "" || i > 0 && n != 8 && n != 12 && n != 16 && n != 20 {
			return ""
		}
		digits += group
	}
	if n := len(text) - len(digits); n < 1 || n > 3 || len(digits) != 32 || !isHex(digits) {
		return ""
	}
	return digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:]
}

// encodedNumber decodes standard base64 of a decimal number.
func encodedNumber(text string) string {
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(b) < 8 || len(b) > 20 || !isDigits(string(b)) {
		return ""
	}
	return string(b)
}

// encodedObjectID decodes base64 of 12 bytes. Nine of ten such texts have letters of both cases and a digit, and no
// five small letters in a row: names in programs do not.
func encodedObjectID(text string) string {
	const size, row = 12, 5
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(b) != size {
		return ""
	}
	if symbols := wordAt(text, 0).last; symbols[0] < 0 || symbols[1] < 0 || symbols[2] < 0 {
		return ""
	}
	other := func(c rune) bool { return c < 'a' || c > 'z' }
	if slices.ContainsFunc(strings.FieldsFunc(text, other), func(part string) bool { return len(part) >= row }) {
		return ""
	}
	return hex.EncodeToString(b)
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// visible takes out of a text what is not seen, and was pasted with it: marks of byte
// order, of zero width and of direction, and the colours of a terminal; and reads
// dashes as hyphens. It names each step.
func visible(text string) (seen string, steps []string) {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == '\x1b' || r >= utf8.RuneSelf }) {
		return text, nil
	}
	var b strings.Builder
	var marks, colours, dashes bool
	for i := 0; i < len(text); {
		if n := colour(text[i:]); n > 0 {
			i, colours = i+n, true
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteByte(text[i])
		case unicode.Is(unicode.Cf, r):
			marks = true
		case r >= '\u2010' && r <= '\u2015' || r == '\u2212':
			b.WriteByte('-')
			dashes = true
		default:
			b.WriteString(text[i : i+size])
		}
		i += size
	}
	for _, step := range [...]struct {
		was   bool
		words string
	}{{marks, "marks that are not seen were left out"}, {colours, "the colours of a terminal were left out"},
		{dashes, "dashes were read as hyphens"}} {
		if step.was {
			steps = append(steps, step.words)
		}
	}
	return b.String(), steps
}

// colour is the length of a sequence at the start of a text that colours it, or erases
// to the end of the line, as grep does behind colours (ECMA-48: ESC [ or U+009B, numbers,
// m or K); 0 for none. Others are shown as what they are.
func colour(text string) int {
	at := 0
	switch {
	case strings.HasPrefix(text, "\x1b["):
		at = 2
	case strings.HasPrefix(text, "\u009b"):
		at = len("\u009b")
	default:
		return 0
	}
	for at < len(text) && text[at] >= 0x30 && text[at] <= 0x3f {
		at++
	}
	if at < len(text) && (text[at] == 'm' || text[at] == 'K') {
		return at + 1
	}
	return 0
}

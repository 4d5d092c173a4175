package find

import (
	"bytes"

	"idscope/inspect"
)

// run looks at a run of symbols: as a whole, unless there is a UUID inside, then
// at its parts.
func (f *finder) run(start, end int, kinds uint8) {
	if end-start > longestRun {
		f.uuids(start, end, false)
		return
	}
	if end-start > uuidLen && kinds&hyphen != 0 && f.uuids(start, end, true) {
		return
	}
	if kinds&mark != 0 {
		f.withMarks(start, end, kinds)
		return
	}
	if f.token(start, end) {
		return
	}
	if skip := inspect.EscapeLen(f.data[:start], f.data[start:end]); skip > 0 {
		if start += skip; f.token(start, end) {
			return
		}
	}
	if kinds&(hyphen|underscore) != 0 {
		f.between(start, end)
	}
}

const uuidLen = 36

// uuids looks for UUIDs with hyphens inside a run, and if there are some and it
// is wanted, at the parts between them.
func (f *finder) uuids(start, end int, parts bool) (found bool) {
	data := f.data
	rest := start
	for at := start; ; {
		i := bytes.IndexByte(data[at:end], '-')
		if i < 0 {
			break
		}
		at += i
		first, last := at-8, at-8+uuidLen
		if first >= rest && last <= end && data[at+5] == '-' && data[at+10] == '-' && data[at+15] == '-' &&
			(first == 0 || !isAlnum(data[first-1])) && (last == len(data) || !isAlnum(data[last])) &&
			hexBetween(data[first:last]) {
			if o, ok := f.tokens.Read(data[first:last]); ok {
				if parts {
					f.between(rest, first)
				}
				f.add(first, last, o)
				rest, at, found = last, last, true
				continue
			}
		}
		at++
	}
	if parts && found {
		f.between(rest, end)
	}
	return found
}

// hexBetween reports whether a text is hexadecimal digits but where a UUID has its
// hyphens.
func hexBetween(text []byte) bool {
	for i, c := range text[:uuidLen] {
		if c-'0' > 9 && c|' '-'a' > 5 && i != 8 && i != 13 && i != 18 && i != 23 {
			return false
		}
	}
	return true
}

// between looks at the parts of what is no identifier as a whole: those between
// hyphens, and in them those between underscores.
func (f *finder) between(start, end int) {
	data, bar := f.data, false
	for at, i := start, start; i <= end; i++ {
		switch {
		case i < end && data[i] == '_':
			bar = true
		case i == end || data[i] == '-':
			if i-at >= f.shortest && (at > start || i < end) && f.token(at, i) {
				bar = false
			}
			if bar && i-at >= f.shortest {
				f.bars(at, i)
			}
			at, bar = i+1, false
		}
	}
}

// bars looks at the parts between underscores.
func (f *finder) bars(start, end int) {
	data := f.data
	for at, i := start, start; i <= end; i++ {
		if i == end || data[i] == '_' {
			if i-at >= f.shortest {
				f.token(at, i)
			}
			at = i + 1
		}
	}
}

// token reads one text, and adds it if it is an identifier.
func (f *finder) token(start, end int) bool {
	data := f.data
	if end-start < f.shortest {
		return false
	}
	const pointer = len("0x") + 16 // as are in logs; texts of a pattern that begin with 0x are longer
	var o inspect.Detection
	ok, zeroX := false, end-start > 2 && data[start] == '0' && data[start+1]|' ' == 'x'
	if !zeroX || f.strict || end-start > pointer {
		o, ok = f.tokens.Read(data[start:end])
	}
	if zeroX && // of digits, unless it is of more
		!(ok && (f.strict || o.Scheme.Pattern != nil && o.Confidence > inspect.Possible)) {
		if ok, start = false, start+2; end-start >= f.shortest {
			o, ok = f.tokens.Read(data[start:end])
		}
	}
	if !ok || isFraction(data, start, end) || inBase64(data, start, end) {
		return false
	}
	f.add(start, end, o)
	return true
}

// digitsOnly reports whether all of a text is decimal digits.
func digitsOnly(text []byte) bool {
	for _, c := range text {
		if c-'0' > 9 {
			return false
		}
	}
	return true
}

// isFraction reports whether digits are part of a number with a sign or a point,
// or of several with points between: no identifier is written so.
func isFraction(data []byte, start, end int) bool {
	if !digitsOnly(data[start:end]) {
		return false
	}
	if start > 0 {
		switch before := data[start-1]; {
		case before == '+', before == '-' && (start == 1 || !isSymbol(data[start-2])):
			return true
		case before == '.' && start > 1 && data[start-2]-'0' < 10:
			return true
		}
	}
	return end+1 < len(data) && data[end] == '.' && data[end+1]-'0' < 10
}

// inBase64 reports whether a text is part of standard base64 of something longer,
// which has a plus sign somewhere near. With a hyphen it does not.
func inBase64(data []byte, start, end int) bool {
	const near = 128
	if text := data[start:end]; bytes.IndexByte(text, '-') >= 0 || digitsOnly(text) {
		return false
	}
	other := func(c rune) bool { return c >= 0x80 || !isAlnum(byte(c)) && c != '/' && c != '+' }
	before, behind := data[max(0, start-near):start], data[end:min(end+near, len(data))]
	before = before[bytes.LastIndexFunc(before, other)+1:]
	if i := bytes.IndexFunc(behind, other); i >= 0 {
		behind = behind[:i]
	}
	return bytes.IndexByte(before, '+') >= 0 || bytes.IndexByte(behind, '+') >= 0
}

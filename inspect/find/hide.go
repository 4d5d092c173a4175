package find

import (
	"bytes"
	"strings"
	"unsafe"

	"idscope/inspect"
)

// Secrets are masked in the text itself, whatever is then written of it: those that
// were found, and those that are broken or were not asked for.

// hide masks the secrets of a run: what stands behind a guard, and a key of AWS of
// which the run is the name.
func (f *finder) hide(start, end int, kinds uint8) {
	data := f.chunk.Data
	const name = len("SecretAccessKey")
	switch n := end - start; {
	case kinds&digit == 0:
		if n >= name && n < 3*name && data[end-1]|' ' == 'y' {
			f.hideAWS(start, end)
		}
		return
	case kinds&^hyphen == digit:
		if n == 15 || n == 16 || n == 19 && kinds&hyphen != 0 {
			f.hideCard(start, end)
		}
		return
	}
	if kinds&letter == 0 || kinds&(hyphen|underscore) == 0 || kinds&underscore == 0 && !f.guards.Begins(data[start:end]) {
		return
	}
	text := unsafe.String(&data[start], end-start) // which Find does not keep
	for at := 0; ; {
		from, to, ok := f.guards.Find(text, at, true)
		if !ok {
			return
		}
		inspect.Mask(data[start+from : start+to])
		at = to
	}
}

// hideAWS masks the secret key behind a run that ends in its name.
func (f *finder) hideAWS(start, end int) {
	data := f.chunk.Data
	i := bytes.LastIndexAny(data[start:end], "sS")
	for ; i >= 0; i = bytes.LastIndexAny(data[start:start+i], "sS") {
		if n := inspect.AWSName(string(data[start+i : end])); n > 0 && start+i+n == end {
			const near = 64
			if from, to, ok := inspect.AWSValue(string(data[end:min(end+near, len(data))]), 0); ok {
				if o, ok := f.tokens.Token(data[start+i : end+to]); ok && !f.strict {
					f.add(end+from, end+to, o)
				}
				inspect.Mask(data[end+from : end+to])
			}
			return
		}
	}
}

// hideCard masks a number of 15 or 16 digits that can be that of a payment card, unless
// it is read as what was asked for.
func (f *finder) hideCard(start, end int) {
	data := f.chunk.Data
	if f.strict || isFraction(data, start, end) {
		return
	}
	text := string(data[start:end])
	if end-start == 19 {
		if text[4] != '-' || text[9] != '-' || text[14] != '-' {
			return
		}
		if text = strings.ReplaceAll(text, "-", ""); len(text) != 16 {
			return
		}
	}
	if inspect.IsCard(text) {
		inspect.Mask(data[start:end])
	}
}

// dotted looks for tokens that are more than one run: a JSON Web Token, which begins
// with the run, and a key of SendGrid, whose name is the run; a dot follows. It returns
// the end of one, 0 for none.
func (f *finder) dotted(start, end int) int {
	data := f.chunk.Data
	switch {
	case bytes.HasPrefix(data[start:], []byte("eyJ")):
	case start >= 3 && string(data[start-3:start]) == "SG.":
		start -= 3
	default:
		return 0
	}
	for end < len(data) && (f.symbol[data[end]] != 0 || data[end] == '.') {
		end++
	}
	for data[end-1] == '.' {
		end--
	}
	if !f.strict {
		if o, ok := f.tokens.Token(data[start:end]); ok {
			f.add(start, end, o)
		}
	}
	text := string(data[start:end])
	from, to, ok := f.guards.Find(text, 0, true)
	if !ok {
		return 0
	}
	inspect.Mask(data[start+from : start+to])
	return end
}

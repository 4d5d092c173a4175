package find

import (
	"bytes"
	"iter"
	"strings"
	"unsafe"

	"idscope/gen/secret"
	"idscope/inspect"
)

// Secrets are masked in the text itself, whatever is then written of it: those that
// were found, and those that are broken or were not asked for. What is one, the guards
// of package inspect decide; here is only where they look.

// hide masks the secrets of a run: what its guards find in it, and a key of AWS of which
// the run is the name. read says that the run, as it is, was read as an id.
func (f *finder) hide(start, end int, kinds uint8, read bool) {
	const name, leastCard = len("SecretAccessKey"), 14
	const least, leastLetters = len("sk_") + 8, len("sk_live_") + 8
	data := f.data
	switch n := end - start; {
	case kinds&letter == 0:
		if n < leastCard || kinds == digit && !inspect.IsCard(data[start:end]) || f.strict && read ||
			isFraction(data, start, end) {
			return
		}
	case kinds&digit == 0 && n >= name && n < 3*name && data[end-1]|' ' == 'y' && f.hideAWS(start, end):
		return
	case n < least || n < leastLetters && kinds&digit == 0 || read && kinds&underscore == 0:
		return
	}
	f.mask(start, end)
}

// mask masks what the guards find in a part of the text. It returns where the last of that ends, 0 without any.
func (f *finder) mask(start, end int) (masked int) {
	data := f.data[start:end]
	text := unsafe.String(unsafe.SliceData(data), len(data)) // which nothing keeps
	for from, to := range inspect.Secrets(text) {
		inspect.Mask(data[from:to])
		masked = start + to
	}
	return masked
}

// maskWord masks what the guards find in the word that a place is in, from one before it on. Of a long word they are
// shown the start: a secret at its end goes on to the end of the word.
func (f *finder) maskWord(from, at int) bool {
	const shown = 4
	near := f.wordEnd(at, at+longestParted)
	masked := f.mask(from, near)
	if masked > 0 && masked+shown >= near {
		inspect.Mask(f.data[masked:max(masked, f.wordEnd(near, len(f.data))-shown)])
	}
	return masked > 0
}

// longestParted is how much of a word is looked at.
const longestParted = 256

// wordEnd is the end of the word from a place on, up to another.
func (f *finder) wordEnd(at, most int) int {
	for at < min(most, len(f.data)) && f.data[at] > ' ' && strings.IndexByte("\"'`<>", f.data[at]) < 0 {
		at++
	}
	return at
}

// behind yields the places behind each of a text.
func (f *finder) behind(text string) iter.Seq[int] {
	return func(yield func(at int) bool) {
		for at := 0; ; {
			i := bytes.Index(f.data[at:], []byte(text))
			if at += i + len(text); i < 0 || !yield(at) {
				return
			}
		}
	}
}

// leastParted is the length of the shortest run that ends a secret of several.
const leastParted = 16

// hideParted masks the secret of several runs whose last one begins at a place: one with a dot or a colon in it, the
// address of a webhook, a private key behind the line that begins it; false without one.
func (f *finder) hideParted(start int) bool {
	const private, path = `PRIVATE KEY-----\`, len("services/T00000000000/B00000000000/")
	data, from := f.data, start
	ends := func(text string) bool { return start >= len(text) && string(data[start-len(text):start]) == text }
	switch {
	case ends("ya29."), ends("hvs."):
		from -= len(" ya29.")
	case ends(private):
		from -= len(private)
	case ends(".") && start > 8 && data[start-8] == '.', start > 6 && data[start-1] == ':' && data[start-6]-'0' < 10,
		ends("/") && (bytes.Contains(data[max(0, start-path):start], []byte("services/T")) ||
			bytes.Contains(data[max(0, start-path):start], []byte("webhooks/"))):
		for from > 0 && data[from-1] > ' ' && start-from < longestParted {
			from--
		}
	default:
		return false
	}
	return f.maskWord(max(0, from), start)
}

// hideHeaders masks the tokens in headers of HTTP.
func (f *finder) hideHeaders() {
	for at := range f.behind("earer ") {
		f.maskWord(max(0, at-len("Authorization: Bearer ")), at)
	}
}

// hideCard masks the number of a card with blanks whose first digit may be at a place.
func (f *finder) hideCard(start int) {
	const most = len("dddd dddd dddd dddd") + len(".d")
	data := f.data
	if data[start]-'0' > 9 || data[start+4] != ' ' ||
		start > 0 && (f.symbol[data[start-1]] != 0 || data[start-1] == '.') {
		return
	}
	f.mask(start, min(start+most, len(data)))
}

// hidePasswords masks those of the addresses in the text: behind what begins one, in plain text or in JSON.
func (f *finder) hidePasswords() {
	const longest = 1 << 10
	for _, mark := range [...]string{"://", `:\/\/`} {
		for at := range f.behind(mark) {
			at -= len(mark)
			text := unsafe.String(&f.data[at], min(len(f.data)-at, longest))
			for i := range len(text) {
				if text[i] <= ' ' {
					break
				}
				if i > 0 && text[i] != '=' {
					continue
				}
				if from, to, ok := secret.PasswordAt(text, i); ok {
					inspect.Mask(f.data[at+from : at+to])
				}
			}
		}
	}
}

// hideAWS masks the secret key behind a run that ends in its name; false without one.
func (f *finder) hideAWS(start, end int) bool {
	const near = 64
	data := f.data
	for i := bytes.LastIndexAny(data[start:end], "sS"); i >= 0; i = bytes.LastIndexAny(data[start:start+i], "sS") {
		if n := inspect.AWSName(string(data[start+i : end])); n == 0 || start+i+n != end {
			continue
		}
		from, to, ok := inspect.AWSValue(string(data[end:min(end+near, len(data))]), 0)
		if !ok {
			return false
		}
		if o, ok := f.tokens.Token(data[start+i : end+to]); ok && !f.strict {
			f.add(end+from, end+to, o)
		}
		return f.mask(start+i, end+to) > 0
	}
	return false
}

// dotted looks for tokens that are more than one run: a JSON Web Token, which begins
// with the run, and a key of SendGrid, whose name is the run; a dot follows. It returns
// the end of one, 0 for none.
func (f *finder) dotted(start, end int) int {
	data, within := f.data, false
	switch {
	case bytes.HasPrefix(data[start:], []byte("eyJ")):
	case start >= 3 && string(data[start-3:start]) == "SG.":
		start -= 3
		within = start > 0 && (isAlnum(data[start-1]) || data[start-1] == '_')
	default:
		return 0
	}
	end = f.dottedEnd(end)
	switch o, ok := f.tokens.Token(data[start:end]); {
	case within && !ok: // the end of another word
		return 0
	case ok && !f.strict:
		f.add(start, end, o)
	}
	if f.mask(start, end) == 0 {
		return 0
	}
	return end
}

// dottedEnd is the end of the runs with dots between them of which the first one ends at a place.
func (f *finder) dottedEnd(end int) int {
	for end < len(f.data) && (f.symbol[f.data[end]] != 0 || f.data[end] == '.') {
		end++
	}
	for f.data[end-1] == '.' {
		end--
	}
	return end
}

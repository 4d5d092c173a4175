// Package secret keeps passwords out of what people see: URLs, and the errors of clients that repeat them.
package secret

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Redact returns a URL without what may be secret: the password of its user, and all parameters. Of what is no URL of a
// host nothing but the scheme is left.
func Redact(dsn string) string {
	u, err := url.Parse(dsn)
	if err != nil || u.Scheme == "" {
		return "..."
	}
	if u.Opaque != "" || Misplaced(u) {
		return u.Scheme + ":..."
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath, OmitHost: u.OmitHost}
	if name := u.User.Username(); name != "" {
		shown.User = url.User(name)
	}
	return shown.String()
}

// Misplaced reports whether an "@" follows the hosts of a URL: the end of a password whose /, ? or # is not escaped.
func Misplaced(u *url.URL) bool {
	option, _, _ := strings.Cut(u.RawQuery, "=")
	return strings.Contains(u.EscapedPath()+option+u.Fragment, "@") ||
		u.User == nil && strings.Contains(u.RawQuery, "@")
}

// Of returns what of a URL must not be shown: its password, and the values of parameters that hold one, as written and
// as meant. It need not be a URL that is right.
func Of(dsn string) []string {
	var list []string
	add := func(written string, unescape func(string) (string, error)) {
		meant, _ := unescape(written) // empty where it cannot be
		for _, s := range [...]string{written, meant} {
			if s != "" && !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	_, rest, _ := strings.Cut(dsn, "://")
	_, password, _ := strings.Cut(rest[:max(0, strings.LastIndex(rest, "@"))], ":") // also where it is no URL
	add(password, url.PathUnescape)
	add(password[strings.IndexAny(password, "/?#")+1:], url.PathUnescape) // a client may take that for a path
	_, query, _ := strings.Cut(rest, "?")
	for part := range strings.FieldsFuncSeq(query, func(c rune) bool { return c == '&' || c == '#' || c == ';' }) {
		name, value, _ := strings.Cut(part, "=")
		name = strings.ToLower(name)
		if strings.Contains(name, "pass") || strings.Contains(name, "secret") || strings.Contains(name, "token") {
			add(value, url.QueryUnescape)
		}
	}
	return list
}

// PasswordAt finds the password of an address in any text: that of its user where :// is at a place, and the value of
// a parameter whose name has pass in it where its "=" is. ok is false for none, and for one that is masked.
func PasswordAt(text string, at int) (start, end int, ok bool) {
	const quotes, longestName = "\"'`<>", 40
	start = at + 1
	if text[at] == ':' {
		host := strings.TrimLeft(text[start:], `\/`)
		slashes := text[start : len(text)-len(host)]
		if slashes != "//" && slashes != `\/\/` { // as JSON may have it
			return 0, 0, false
		}
		host = until(host, "/?#"+quotes)
		user := host[:max(0, strings.LastIndexByte(host, '@'))]
		name, password, _ := strings.Cut(user, ":")
		start += len(slashes) + len(name) + 1
		return start, start + len(password), strings.Trim(password, "*") != ""
	}
	name := text[max(0, at-longestName):at]
	mark := strings.LastIndexAny(name, "?&;#/= \n"+quotes)
	if text[at] != '=' || mark < 0 || strings.IndexByte("?&;", name[mark]) < 0 ||
		!strings.Contains(strings.ToLower(name[mark:]), "pass") {
		return 0, 0, false
	}
	value := until(text[start:], "&;#"+quotes)
	return start, start + len(value), strings.Trim(value, "*") != ""
}

// until is the start of a text before a blank, and before all marks.
func until(text, marks string) string {
	if i := strings.IndexFunc(text, func(c rune) bool { return c <= ' ' || strings.ContainsRune(marks, c) }); i >= 0 {
		return text[:i]
	}
	return text
}

// most is the longest text of an error in bytes: some clients repeat all that a server said, which need not be what it
// claims to be.
const most = 400

// Scrub takes secrets out of an error's text, where they are words of their own, and makes it one line, cut after 400
// bytes. The error stays to be asked by errors.Is.
func Scrub(err error, secrets ...string) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	longer := func(a, b string) int { return len(b) - len(a) } // one may be part of another
	for _, s := range slices.SortedFunc(slices.Values(secrets), longer) {
		if s != "" {
			text = mask(text, s)
		}
	}
	if text = strings.Join(strings.Fields(text), " "); len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "..."
	}
	if text == err.Error() {
		return err
	}
	return &scrubbed{text, err}
}

// mask replaces a secret wherever it is no part of a longer word.
func mask(text, secret string) string {
	first, size := utf8.DecodeRuneInString(secret)
	last, _ := utf8.DecodeLastRuneInString(secret)
	var b strings.Builder
	for at := 0; ; {
		i := strings.Index(text[at:], secret)
		if i < 0 {
			return b.String() + text[at:]
		}
		b.WriteString(text[at : at+i])
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(secret):])
		if inWord(first) && inWord(before) || inWord(last) && inWord(after) {
			b.WriteString(text[at : at+size])
			at += size
			continue
		}
		b.WriteString("***")
		at += len(secret)
	}
}

// inWord reports whether a symbol goes on with a word that is beside it.
func inWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '\'' }

type scrubbed struct {
	text  string
	cause error
}

func (s *scrubbed) Error() string { return s.text }

// Unwrap gives the cause for errors.Is; its own text may hold a secret.
func (s *scrubbed) Unwrap() error { return s.cause }

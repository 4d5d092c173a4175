package index

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Find returns the driver that takes a DSN, or an error that lists the schemes
// that there are. The error shows of the DSN only what stands before its colon.
func Find(drivers []Driver, dsn string) (Driver, error) {
	word, _, ok := strings.Cut(dsn, ":")
	var all []string
	for _, d := range drivers {
		if ok && slices.Contains(d.Schemes(), word) {
			return d, nil
		}
		all = append(all, d.Schemes()[0]+":")
	}
	want := strings.Join(all, ", ")
	if !ok || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789+") != "" || word == "" || len(word) > 20 {
		return nil, fmt.Errorf("the database is not named by a URL; want one that begins with %s", want)
	}
	return nil, fmt.Errorf("%q is no database that is measured here; want one of %s", word, want)
}

// Redact returns a DSN without what may be secret: the password of its user, and
// all parameters. Of what is no URL of a host nothing but the scheme is left.
func Redact(dsn string) string {
	u, err := url.Parse(dsn)
	if err != nil || u.Scheme == "" {
		return "..."
	}
	if u.Opaque != "" {
		return u.Scheme + ":..."
	}
	user := ""
	if u.User != nil && u.User.Username() != "" {
		user = url.User(u.User.Username()).String() + "@"
	}
	if user+u.Host != "" || strings.HasPrefix(dsn, u.Scheme+"://") {
		return u.Scheme + "://" + user + u.Host + u.EscapedPath()
	}
	return u.Scheme + ":" + u.EscapedPath()
}

// Secrets returns what of a DSN must not be shown: its password, and the values
// of parameters that hold one, as written and as meant.
func Secrets(dsn string) []string {
	var list []string
	add := func(s string) {
		if s != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	_, rest, _ := strings.Cut(dsn, "://")
	if at := strings.LastIndex(rest, "@"); at >= 0 { // also where it is no URL
		_, password, _ := strings.Cut(rest[:at], ":")
		add(password)
		if plain, err := url.PathUnescape(password); err == nil {
			add(plain)
		}
	}
	_, query, _ := strings.Cut(rest, "?")
	for part := range strings.FieldsFuncSeq(query, func(c rune) bool { return c == '&' || c == '#' || c == ';' }) {
		name, value, _ := strings.Cut(part, "=")
		name = strings.ToLower(name)
		if strings.Contains(name, "pass") || strings.Contains(name, "secret") || strings.Contains(name, "token") {
			add(value)
			if plain, err := url.QueryUnescape(value); err == nil {
				add(plain)
			}
		}
	}
	slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) }) // one may be part of another
	return list
}

// Scrub takes the secrets of a DSN out of an error's text, where they stand by
// themselves: a password of a letter stays in the words that have it. The error itself
// stays to be asked by errors.Is. A nil error stays nil.
func Scrub(err error, dsn string) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	for _, s := range Secrets(dsn) {
		text = mask(text, s)
	}
	return &scrubbed{text, err}
}

// mask replaces a secret wherever it is no part of a longer word.
func mask(text, secret string) string {
	first, _ := utf8.DecodeRuneInString(secret)
	last, _ := utf8.DecodeLastRuneInString(secret)
	var b strings.Builder
	for at := 0; ; {
		i := strings.Index(text[at:], secret)
		if i < 0 {
			b.WriteString(text[at:])
			return b.String()
		}
		end := at + i + len(secret)
		before, _ := utf8.DecodeLastRuneInString(text[:at+i])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if inWord(first) && inWord(before) || inWord(last) && inWord(after) {
			_, size := utf8.DecodeRuneInString(text[at+i:])
			b.WriteString(text[at : at+i+size])
			at += i + size
			continue
		}
		b.WriteString(text[at : at+i])
		b.WriteString("***")
		at = end
	}
}

// inWord reports whether a symbol goes on with a word that it stands beside.
func inWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '\'' }

type scrubbed struct {
	text  string
	cause error
}

func (s *scrubbed) Error() string { return s.text }

// Unwrap gives the cause for errors.Is; its own text may hold a secret.
func (s *scrubbed) Unwrap() error { return s.cause }

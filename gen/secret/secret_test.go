package secret_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"idscope/gen/secret"
	"idscope/gen/testing/try"
)

// TestTexts has in testdata/texts.txt what is left of URLs (redact), what of them is secret (of, after it is unescaped,
// too), which passwords are found in a text (at), and what is left of an error (scrub SECRET | SECRET | TEXT). The
// three dots of what is cut are ~~~ there.
func TestTexts(t *testing.T) {
	given := strings.NewReplacer("<35>", strings.Repeat("n", 35), "<400>", strings.Repeat("x", 400),
		"<197>", strings.Repeat("ü", 197), "<500>", strings.Repeat("ü", 500), `\n`, "\n")
	try.Lines(t, "testdata/texts.txt", func(line string) string {
		what, text, _ := strings.Cut(given.Replace(line), " ")
		var found []string
		switch what {
		case "redact":
			found = []string{secret.Redact(text)}
		case "of":
			found = secret.Of(text)
		case "at":
			for at, c := range []byte(text) {
				if c != ':' && c != '=' {
					continue
				}
				if start, end, ok := secret.PasswordAt(text, at); ok {
					found = append(found, text[start:end])
				}
			}
		case "scrub":
			secrets := strings.Split(text, " | ")
			last := len(secrets) - 1
			found = append(found, secret.Scrub(errors.New(secrets[last]), secrets[:last]...).Error())
			try.Equal(t, strings.Join(secrets, " | "), text, "the caller's list is")
		}
		text = strings.Join(found, " ")
		for short, long := range map[string]string{"<400>": strings.Repeat("x", 400), "<197>": strings.Repeat("ü", 197)} {
			text = strings.ReplaceAll(text, long, short)
		}
		return strings.ReplaceAll(text, "...", "~~~")
	})
}

// FuzzRedact: of a URL with a password, neither what is shown nor an error that
// repeats it has the password.
func FuzzRedact(f *testing.F) {
	f.Add("postgres", "user", "s3cret word", "host:5432", "db")
	f.Add("mysql", "", "%@/:?#", "", "")
	f.Add("x", "u", "\xff", "[::1]", "?password=a")
	f.Fuzz(func(t *testing.T, word, user, password, host, rest string) {
		_ = secret.Redact(word + ":" + host + rest) // no panic
		_ = secret.Of(host + rest)
		password = "#~" + password // else it may be a part of the rest
		u := url.URL{Scheme: "x", User: url.UserPassword(user, password), Host: "h", Path: "/d"}
		dsn := u.String()
		escaped := strings.TrimPrefix(url.UserPassword("", password).String(), ":")
		if got := secret.Redact(dsn); strings.Contains(got, escaped) && !strings.Contains(user, escaped) &&
			!strings.Contains(url.User(user).String(), escaped) {
			t.Errorf("Redact(%q) = %q; want no password", dsn, got)
		}
		got := secret.Scrub(errors.New(dsn+" "+password), secret.Of(dsn)...).Error()
		if !strings.Contains(user, password) && (strings.Contains(got, password) || strings.Contains(got, escaped)) {
			t.Errorf("Scrub of %q = %q; want no password", dsn, got)
		}
	})
}

// TestScrubNothing: an error without a secret stays the same, and nil stays nil.
func TestScrubNothing(t *testing.T) {
	try.Equal(t, secret.Scrub(nil, "x"), nil, "Scrub(nil) =")
	err := errors.New("no such host")
	try.Equal(t, secret.Scrub(err, "", "s3cret"), err, "without a secret it is")
	cause := errors.New("refused")
	try.Fails(t, secret.Scrub(fmt.Errorf("s3cret: %w", cause), "s3cret"), cause, "the cause is")
}

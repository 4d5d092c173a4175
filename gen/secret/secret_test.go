package secret_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"idscope/gen/secret"
	"idscope/gen/testing/try"
)

func TestRedact(t *testing.T) {
	for dsn, want := range map[string]string{
		"postgres://u:p@h:5432/db?sslmode=off&password=p": "postgres://u@h:5432/db",
		"postgres://u@h/db":       "postgres://u@h/db",
		"postgres:///db?host=/s":  "postgres:///db",
		"mysql://u:p%zz@h/":       "...",
		"mysql:p":                 "mysql:...",
		"s3cret":                  "...",
		"mysql://u:p@/?socket=/s": "mysql://u@",
		"sqlite:/a/b.db":          "sqlite:/a/b.db",
	} {
		if got := secret.Redact(dsn); got != want && got != want+"/" {
			t.Errorf("Redact(%q) = %q; want %q", dsn, got, want)
		}
	}
}

// TestScrubLeavesWords: what is masked is the password, not its letters in words.
func TestScrubLeavesWords(t *testing.T) {
	for _, c := range []struct{ password, text, want string }{
		{"x", `role "u" doesn't exist: db://u:x@h/d`, `role "u" doesn't exist: db://u:***@h/d`},
		{"is", "it doesn't exist, this is: 'is' and is", "it doesn't exist, this ***: 'is' and ***"},
		{"t", "doesn't: password=t", "doesn't: password=***"},
		{"secret", `secrets of "secret"; secret:secret`, `secrets of "***"; ***:***`},
		{"~a!", "x~a!x and a~a!", "x***x and a***"},
		{"ü", "für ü", "für ***"},
		{"aa", "aaa aa", "aaa ***"},
	} {
		try.Equal(t, secret.Scrub(errors.New(c.text), secret.Of("x://u:"+c.password+"@h/d")...).Error(), c.want,
			"Scrub(%q) with password %q =", c.text, c.password)
	}
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
	if err := secret.Scrub(nil, "x"); err != nil {
		t.Errorf("Scrub(nil) = %v; want nil", err)
	}
	if err := errors.New("no such host"); secret.Scrub(err, "", "s3cret") != err {
		t.Error("an error without a secret was replaced")
	}
	if got := secret.Scrub(errors.New("one\n two")).Error(); got != "one two" {
		t.Errorf("%q; want one line", got)
	}
}

// TestScrubLongTexts: what repeats all that a server said is cut, between two letters.
func TestScrubLongTexts(t *testing.T) {
	got := secret.Scrub(errors.New("s3cret:x"+strings.Repeat("ü", 500)), "s3cret").Error()
	if want := "***:x" + strings.Repeat("ü", 197) + "..."; got != want {
		t.Errorf("%q; want %q", got, want)
	}
}

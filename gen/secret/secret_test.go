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
		"mysql://:p@h/d":          "mysql://h/d",
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
		{"1", "port 11, 1a, 1", "port 11, 1a, ***"},
	} {
		try.Equal(t, secret.Scrub(errors.New(c.text), secret.Of("x://u:"+c.password+"@h/d")...).Error(), c.want,
			"Scrub(%q) with password %q =", c.text, c.password)
	}
}

// TestOf: what of a URL is not to be shown, as it is written and as it is meant.
func TestOf(t *testing.T) {
	for dsn, want := range map[string]string{
		"db://u:a%40b@h/d?Password=c%2Bd&x=1#token=e;user_secret=f": "a%40b a@b c%2Bd c+d e f",
		"db://u:a@b@h?pass=p": "a@b p", "db://u:p@h?pass=p": "p", "db://u@h?pass=&x=y": "", "a b://u:%zz@h": "%zz",
	} {
		try.Equal(t, strings.Join(secret.Of(dsn), " "), want, "Of(%q) =", dsn)
	}
}

// TestPasswordAt: in any text the passwords of addresses are found, and nothing else is taken for one.
func TestPasswordAt(t *testing.T) {
	letters := strings.Repeat("n", 35)
	for text, want := range map[string]string{
		"see db://u:s3cret@h/d, u:x@h": "s3cret", "db://u:a@b@h:1/c@d": "a@b", `"db://u:p"@h`: "", "db://h:80/a@b": "",
		"db://u@h": "", "db://u:***@h": "", "db://u:a**@h": "a**", "db://h?x=y:z@w": "", "db://u:p h@h": "",
		"h?x=1&db_PassWord=a&pw=b": "a", "h?pass=a;passwd=b#pass=c": "a b", `h?pass=a"b&pass=<c`: "a", "h?pass=***": "",
		"pass=x, a pass=x": "", "a?b pass=x": "", "h?x=pass&y=z": "", "?" + letters + "pass=a": "a",
		"?" + letters + "npass=a": "",
	} {
		var found []string
		for at, c := range []byte(text) {
			if c != ':' && c != '=' {
				continue
			}
			if start, end, ok := secret.PasswordAt(text, at); ok {
				found = append(found, text[start:end])
			}
		}
		try.Equal(t, strings.Join(found, " "), want, "passwords in %q:", text)
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
	try.Equal(t, secret.Scrub(nil, "x"), nil, "Scrub(nil) =")
	err := errors.New("no such host")
	try.Equal(t, secret.Scrub(err, "", "s3cret"), err, "without a secret it is")
	cause := errors.New("refused")
	try.Fails(t, secret.Scrub(fmt.Errorf("s3cret: %w", cause), "s3cret"), cause, "the cause is")
	long := strings.Repeat("x", 400)
	try.Equal(t, secret.Scrub(errors.New(long)).Error(), long, "400 bytes are")
	try.Equal(t, secret.Scrub(errors.New("one\n two")).Error(), "one two", "two lines are")
}

// TestScrubLongTexts: what repeats all that a server said is cut, between two letters.
func TestScrubLongTexts(t *testing.T) {
	got := secret.Scrub(errors.New("s3cret:x"+strings.Repeat("ü", 500)), "s3cret").Error()
	try.Equal(t, got, "***:x"+strings.Repeat("ü", 197)+"...", "a long text is")
}

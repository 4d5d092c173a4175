package index

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"
)

type driver struct {
	schemes []string
	err     error
}

func (d driver) Name() string      { return "x" }
func (d driver) Schemes() []string { return d.schemes }
func (d driver) Open(context.Context, string) (Engine, error) {
	return &fake{}, d.err
}

func TestFind(t *testing.T) {
	list := []Driver{driver{schemes: []string{"bbolt", "bolt"}}, driver{schemes: []string{"postgres", "postgresql"}}}
	for dsn, want := range map[string]string{
		"bbolt:": "bbolt", "bolt:x": "bbolt", "postgresql://h/d": "postgres", "oracle://u:s3cret@h": "", "": "",
		"s3cret": "", "u:s3cret@h": "", "s3cret!:x": "", "/a/s3cret:b": "",
	} {
		d, err := Find(list, dsn)
		switch {
		case want != "" && (err != nil || d.Schemes()[0] != want):
			t.Errorf("Find(%q) = %v, %v; want %s", dsn, d, err, want)
		case want == "" && (err == nil || !strings.Contains(err.Error(), "bbolt:, postgres:") ||
			strings.Contains(err.Error(), "s3cret")):
			t.Errorf("Find(%q) = %v, %v; want an error with the choice, and no secret", dsn, d, err)
		}
	}
}

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
		if got := Redact(dsn); got != want && got != want+"/" {
			t.Errorf("Redact(%q) = %q; want %q", dsn, got, want)
		}
	}
}

// TestOpenScrubs: a client that repeats the whole DSN still shows no password.
func TestOpenScrubs(t *testing.T) {
	for _, dsn := range []string{"x://u:s3cret@h/d", "x://u:s%33cret@h/d", "x://h/d?a=b&PassWord=s3cret&c=d",
		"x://u:s3cret@h:port", "x://a@b:s3cret@h"} {
		plain, _ := url.QueryUnescape(dsn)
		cause := errors.New(dsn + " and " + plain)
		_, err := Open(context.Background(), []Driver{driver{[]string{"x"}, cause}}, dsn)
		if err == nil || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "s%33cret") ||
			!errors.Is(err, cause) {
			t.Errorf("Open(%q) = %v; want the cause without its password", dsn, err)
		}
	}
	if Scrub(nil, "x:y") != nil {
		t.Error("Scrub(nil) is an error; want none")
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
		if got := Scrub(errors.New(c.text), "x://u:"+c.password+"@h/d").Error(); got != c.want {
			t.Errorf("Scrub(%q) with password %q = %q; want %q", c.text, c.password, got, c.want)
		}
	}
}

// FuzzRedact: of a URL with a password, neither what is shown nor an error that
// repeats it has the password.
func FuzzRedact(f *testing.F) {
	f.Add("postgres", "user", "s3cret word", "host:5432", "db")
	f.Add("mysql", "", "%@/:?#", "", "")
	f.Add("x", "u", "\xff", "[::1]", "?password=a")
	f.Fuzz(func(t *testing.T, word, user, password, host, rest string) {
		_, _ = Find([]Driver{driver{schemes: []string{"x"}}}, word)
		_ = Redact(word + ":" + host + rest) // no panic
		_ = Secrets(host + rest)
		password = "#~" + password // else it may be a part of the rest
		u := url.URL{Scheme: "x", User: url.UserPassword(user, password), Host: "h", Path: "/d"}
		dsn := u.String()
		escaped := strings.TrimPrefix(url.UserPassword("", password).String(), ":")
		if got := Redact(dsn); strings.Contains(got, escaped) && !strings.Contains(user, escaped) &&
			!strings.Contains(url.User(user).String(), escaped) {
			t.Errorf("Redact(%q) = %q; want no password", dsn, got)
		}
		got := Scrub(errors.New(dsn+" "+password), dsn).Error()
		if !strings.Contains(user, password) && (strings.Contains(got, password) || strings.Contains(got, escaped)) {
			t.Errorf("Scrub of %q = %q; want no password", dsn, got)
		}
	})
}

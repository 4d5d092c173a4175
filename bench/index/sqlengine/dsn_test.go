package sqlengine

import (
	"net/url"
	"strings"
	"testing"

	"idscope/bench/index"
	"idscope/gen/secret"
	"idscope/gen/testing/try"
)

func TestParse(t *testing.T) {
	for dsn, want := range map[string][4]string{
		"mysql://u:p%40@h:33/":            {"u", "p@", "tcp", "h:33"},
		"mysql://u@h":                     {"u", "", "tcp", "h:3306"},
		"mariadb://":                      {"", "", "tcp", "127.0.0.1:3306"},
		"mysql://u:p@[::1]/x":             {"u", "p", "tcp", "[::1]:3306"},
		"mysql://u:p@/?socket=/run/a.s":   {"u", "p", "unix", "/run/a.s"},
		"mysql://u:p@h:1/?tls=preferred#": {"u", "p", "tcp", "h:1"},
	} {
		c, err := parse(dsn)
		if err != nil || [4]string{c.User, c.Passwd, c.Net, c.Addr} != want {
			t.Errorf("parse(%q) = %+v, %v; want %q", dsn, c, err, want)
		}
	}
}

// FuzzDSN: a DSN that is understood has the password of its URL; one that is not is
// refused as such, without it.
func FuzzDSN(f *testing.F) {
	for _, s := range []string{"mysql://u:p@h:1/?tls=true", "mysql://u:p%40@/?socket=/a", "mysql:x", "mysql://[::1",
		"mysql://u:p@h/?a=%zz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, dsn string) {
		c, err := parse(dsn)
		if err != nil {
			try.Fails(t, err, index.ErrDSN, "parse(%q) =", dsn)
			return
		}
		u, err := url.Parse(dsn)
		if err != nil {
			t.Fatalf("parse(%q) takes what is no URL", dsn)
		}
		if p, _ := u.User.Password(); c.Passwd != p || strings.Contains(secret.Redact(dsn), "?") {
			t.Errorf("parse(%q) = %+v; want the URL's password", dsn, c)
		}
	})
}

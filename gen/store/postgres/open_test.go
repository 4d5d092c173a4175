package postgres

import (
	"cmp"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"idscope/gen/fault"
	"idscope/gen/store"
	"idscope/gen/store/storetest"
	"idscope/gen/store/target"
	"idscope/gen/testing/try"
)

// TestValues reads testdata/values.txt: the statements, how names, texts and options are written, where sequences
// begin, what URLs mean, with the TLS of each host, and what servers guarantee.
func TestValues(t *testing.T) {
	encrypted := func(c *tls.Config) string {
		if c == nil {
			return ", plain"
		}
		return ", TLS of " + c.ServerName
	}
	try.Lines(t, "testdata/values.txt", func(given string) string {
		what, with, _ := strings.Cut(given, " ")
		if text, ok := storetest.Dialect(t, dialect, what, with); ok {
			return text
		}
		var s sequence
		switch what {
		case "offset":
			_, _ = fmt.Sscan(with, &s.start, &s.increment)
			return fmt.Sprint(s.offset())
		case "sequence":
			s.name = "a_id_seq"
			_, _ = fmt.Sscan(with, &s.increment, &s.cache, &s.cycle)
			if f := new(fault.Error); errors.As(s.refused("the sequence a_id_seq of PostgreSQL"), &f) {
				return f.Text + "; " + f.Hint
			}
			return "taken"
		case "url":
			u := try.Of(store.Parse("postgres://" + with)).Or(t)
			to := try.Of(target.Parse(u, "PostgreSQL", "5432", sslOptions()...)).Or(t)
			c, err := configure(to)
			if err != nil {
				return err.Error()
			}
			text := fmt.Sprintf("%s %q as %s:%s, primary %t, advice %t%s", c.Host, c.Database, c.User, c.Password,
				c.ValidateConnect != nil, to.TLS != nil, encrypted(c.TLSConfig))
			for _, f := range c.Fallbacks {
				text += encrypted(f.TLSConfig)
			}
			return text
		}
		f := facts{Version: "15.18 (Debian)", Identity: "d/1", Fsync: "on", FullPages: "on", Retry: "off", Commit: "on",
			ServerCommit: "on", Persistence: "logged"}
		try.Works(t, json.Unmarshal([]byte(with), &f))
		return fmt.Sprint(f.judge())
	})
}

// TestExplain: a statement is sent again only where the server has certainly rolled it back.
func TestExplain(t *testing.T) {
	storetest.Explain(t, explain, func(given string) error {
		severity, code, _ := strings.Cut(given, " ")
		return cmp.Or[error](map[string]error{"read-only": errReadOnly, "encoding": errEncoding}[given],
			&pgconn.PgError{SeverityUnlocalized: severity, Code: code, Message: "no"})
	})
}

// TestSilentHost: a host that takes connections and says nothing leaves the others their time.
func TestSilentHost(t *testing.T) {
	t.Parallel()
	silent, other := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t), try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	defer silent.Close()
	asked := make(chan error, 1)
	go func() {
		c, err := other.Accept()
		if err == nil {
			err = c.Close()
		}
		asked <- err
	}()
	_, _ = Driver().Open(t.Context(), try.Of(store.Parse(fmt.Sprintf("postgres://u@%s,%s/d?timeout=500ms", silent.Addr(),
		other.Addr()))).Or(t), true)
	_ = other.Close()
	try.Works(t, <-asked)
}

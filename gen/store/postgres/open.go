package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"idscope/gen/store"
	"idscope/gen/store/sqlstore"
	"idscope/gen/store/target"
)

// Driver takes postgres://USER:PASSWORD@HOST:PORT/DATABASE and the options of
// [target.Parse]; table=NAME or table=SCHEMA.NAME is another table than idscope_store, and
// sslmode, sslrootcert, sslcert and sslkey are those of PostgreSQL's own clients.
// Of several hosts the primary is taken; a standby, and a server that is read only, is refused.
var Driver = sqlstore.Driver{Names: []string{"postgres", "postgresql"}, Connect: connect}

// connect connects to a primary, whatever tables it has.
func connect(ctx context.Context, u *url.URL) (*sqlstore.DB, error) {
	t, err := target.Parse(u, "PostgreSQL", "5432", append(sslOptions(), "table")...)
	if err != nil {
		return nil, err
	}
	config, err := configure(t)
	if err != nil {
		return nil, err
	}
	// The client asks whether a connection still answers when it was last taken more than a second
	// ago: over a slow network each time. One that a call used just now does not need it.
	ping := stdlib.OptionShouldPing(func(_ context.Context, p stdlib.ShouldPingParams) bool {
		return p.IdleDuration > t.Timeout
	})
	return sqlstore.Connect(ctx, dialect, t, stdlib.GetConnector(*config, stdlib.OptionAfterConnect(primary), ping))
}

// configure turns the target into what the client takes, which reads PGPASSWORD and
// ~/.pgpass too where there is no password.
func configure(t *target.Target) (*pgx.ConnConfig, error) {
	query, err := encryption(t)
	if err != nil {
		return nil, err
	}
	if len(t.Hosts) > 1 {
		query.Set("target_session_attrs", "primary")
	}
	u := url.URL{Scheme: "postgres", Host: strings.Join(t.Hosts, ","), Path: "/" + t.Path, RawQuery: query.Encode()}
	switch {
	case t.Password != "":
		u.User = url.UserPassword(t.User, t.Password)
	case t.User != "":
		u.User = url.User(t.User)
	}
	c, err := pgx.ParseConfig(u.String())
	if err != nil { // the client's text repeats the URL, and its cause does not
		if cause := errors.Unwrap(err); cause != nil && query.Get("sslmode") != "disable" {
			return nil, fmt.Errorf("%w (%s): %w", store.ErrURL, t.Engine, cause)
		}
		return nil, fmt.Errorf("%w (%s): use postgres://USER:PASSWORD@HOST:PORT/DATABASE", store.ErrURL, t.Engine)
	}
	c.OnNotice = func(*pgconn.PgConn, *pgconn.Notice) {}
	if t.TLS == nil || t.Option("sslmode") != "" {
		return c, nil
	}
	c.TLSConfig = t.TLSFor(c.Host)
	for _, f := range c.Fallbacks {
		f.TLSConfig = t.TLSFor(f.Host)
	}
	return c, nil
}

var errReadOnly = errors.New("it is a standby, or read only")

// primary refuses a server that cannot write, and has commits synced on this
// connection where the server's default is less.
func primary(ctx context.Context, c *pgx.Conn) error {
	var readOnly bool
	var encoding string
	err := c.QueryRow(ctx, `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool,
		getdatabaseencoding(), CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
		THEN set_config('synchronous_commit', 'on', false) END`).Scan(&readOnly, &encoding, nil)
	switch {
	case err != nil:
	case readOnly:
		err = errReadOnly
	case encoding != "UTF8":
		err = fmt.Errorf("the database has the encoding %s; use one with UTF8", encoding)
	}
	if err != nil {
		_ = c.Close(ctx) // the client keeps it open
	}
	return err
}

// sslOptions are those of PostgreSQL's own clients. They mean what they mean there, and the
// client reads them: require encrypts and trusts every certificate, unless sslrootcert names
// who signs it; verify-ca and verify-full check it.
func sslOptions() []string { return []string{"sslmode", "sslrootcert", "sslcert", "sslkey"} }

// encryption returns what the URL says of TLS in those words. Without any there is no TLS,
// unless the options that all engines have turn it on.
func encryption(t *target.Target) (url.Values, error) {
	query, wrong := url.Values{"sslmode": {"disable"}}, ""
	for _, name := range sslOptions() {
		if v := t.Option(name); v != "" {
			query.Set(name, v)
		}
	}
	modes := []string{"disable", "require", "verify-ca", "verify-full"}
	switch mode := t.Option("sslmode"); {
	case mode == "" && len(query) > 1:
		wrong = "options sslrootcert, sslcert and sslkey need sslmode; add sslmode=verify-full"
	case mode == "":
	case mode == "allow", mode == "prefer":
		wrong = fmt.Sprintf("sslmode=%s may connect without encryption; use require, verify-full or disable", mode)
	case !slices.Contains(modes, mode):
		wrong = fmt.Sprintf("sslmode=%.50q is unknown; use one of %s", mode, strings.Join(modes, ", "))
	case t.Option("tls")+t.Option("ca")+t.Option("cert")+t.Option("key") != "":
		wrong = "sslmode cannot be combined with tls, ca, cert or key; use sslrootcert, sslcert and sslkey"
	case mode != "disable":
		t.Encrypt() // what to check after an error
	}
	if wrong != "" {
		return nil, fmt.Errorf("%w (%s): %s", store.ErrURL, t.Engine, wrong)
	}
	return query, nil
}

package sqlengine

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"slices"

	"github.com/go-sql-driver/mysql"

	"idscope/bench/index"
)

// want is what a DSN looks like, for errors.
const want = "mysql://USER:PASSWORD@HOST:PORT/, or mysql://USER:PASSWORD@/?socket=FILE; tls=true, tls=skip-verify " +
	"or tls=preferred may be added"

// parse turns a URL into what the client takes. Its errors repeat nothing of the
// DSN but the names of parameters.
func parse(dsn string) (*mysql.Config, error) {
	u, err := url.Parse(dsn)
	if err != nil || u.Opaque != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%w; use %s", index.ErrDSN, want)
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, fmt.Errorf("%w; use %s", index.ErrDSN, want)
	}
	c := mysql.NewConfig()
	c.InterpolateParams = true // a statement of a thousand rows in one message, not in two
	c.User = u.User.Username()
	c.Passwd, _ = u.User.Password()
	c.Net, c.Addr = "tcp", net.JoinHostPort(cmp.Or(u.Hostname(), "127.0.0.1"), cmp.Or(u.Port(), "3306"))
	for name, values := range query {
		switch name {
		case "socket":
			if u.Host != "" {
				return nil, fmt.Errorf("%w: it has a host and a socket; use one of them", index.ErrDSN)
			}
			c.Net, c.Addr = "unix", values[0]
		case "tls":
			if c.TLSConfig = values[0]; !slices.Contains([]string{"true", "false", "skip-verify", "preferred"},
				c.TLSConfig) {
				return nil, fmt.Errorf("%w: tls has an unknown value; use true, false, skip-verify or preferred",
					index.ErrDSN)
			}
		default:
			return nil, fmt.Errorf("%w: parameter %q is unknown; use %s", index.ErrDSN, name, want)
		}
	}
	c.Logger = &mysql.NopLogger{} // errors are returned; nothing is to be written to stderr
	return c, nil
}

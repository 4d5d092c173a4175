package mysql

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/go-sql-driver/mysql"

	"idscope/gen/store"
	"idscope/gen/store/sqlstore"
	"idscope/gen/store/target"
)

// Driver takes mysql://USER:PASSWORD@HOST:PORT/DATABASE, mariadb:// as well, and the
// options of [target.Parse]; table=NAME is another table than idscope_store. A server that is read only is refused.
var Driver = sqlstore.Driver{Names: []string{"mysql", "mariadb"}, Connect: connect}

// connect connects to a server that can write, whatever tables it has.
func connect(ctx context.Context, u *url.URL) (*sqlstore.DB, error) {
	name := "MySQL"
	if u.Scheme == "mariadb" {
		name = "MariaDB"
	}
	t, err := target.Parse(u, name, "3306", "table")
	if err != nil {
		return nil, err
	}
	connector, err := configure(t)
	if err != nil {
		return nil, err
	}
	return sqlstore.Connect(ctx, dialect, t, primary{connector})
}

// configure turns the target into what the client takes.
func configure(t *target.Target) (driver.Connector, error) {
	const use = "use mysql://USER:PASSWORD@HOST:PORT/DATABASE"
	switch {
	case len(t.Hosts) > 1:
		return nil, fmt.Errorf("%w (%s): it names several hosts; use the primary alone", store.ErrURL, t.Engine)
	case t.Path == "" || strings.Contains(t.Path, "/"):
		return nil, fmt.Errorf("%w (%s): it names no database; %s", store.ErrURL, t.Engine, use)
	}
	c := mysql.NewConfig()
	c.User, c.Passwd, c.Net, c.Addr, c.DBName = t.User, t.Password, "tcp", t.Hosts[0], t.Path
	c.Collation = "utf8mb4_bin"
	c.ParseTime = true
	c.InterpolateParams = true // one round trip; the collation makes it safe
	// What does not fit is an error, and each statement is a transaction.
	c.Params = map[string]string{"sql_mode": "'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'", "autocommit": "1"}
	c.Logger = silent{} // errors are returned; nothing is to be written to stderr
	c.TLS = t.TLSFor(c.Addr)
	connector, err := mysql.NewConnector(c)
	if err != nil {
		return nil, fmt.Errorf("%w (%s): %s", store.ErrURL, t.Engine, use)
	}
	return connector, nil
}

type silent struct{}

func (silent) Print(...any) {}

// primary are connections to a server that can write; others are refused.
type primary struct{ driver.Connector }

var errReadOnly = errors.New("it is read only, as replicas are")

func (p primary) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if err = writable(ctx, c); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

func writable(ctx context.Context, c driver.Conn) error {
	rows, err := c.(driver.QueryerContext).QueryContext(ctx, "SELECT 1 FROM DUAL WHERE CONCAT(@@global.read_only) "+
		"NOT IN ('0', 'OFF') OR @@global.innodb_read_only", nil)
	if err != nil {
		return err
	}
	defer rows.Close()
	switch err := rows.Next(make([]driver.Value, 1)); {
	case err == nil:
		return errReadOnly
	case errors.Is(err, io.EOF):
		return nil
	default:
		return err
	}
}

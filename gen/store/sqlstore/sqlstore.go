// Package sqlstore is what the drivers of SQL servers share, over database/sql: a store
// in one table, Leaf's segments, and tables that number their rows. A driver adds its
// client and its [Dialect].
package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/store/target"
)

// Connecting connects to a server that can write, whatever tables it has.
type Connecting func(context.Context, *url.URL) (*DB, error)

// Driver is a driver of URLs of those schemes.
func (connect Connecting) Driver(schemes ...string) store.Driver {
	return store.Driver{Schemes: schemes, Open: connect.open, Counters: connect.counters}
}

// counters is [store.Driver]'s: a database of counters needs no table of a store.
func (connect Connecting) counters(ctx context.Context, u *url.URL) (store.Store, error) {
	db, err := connect(ctx, u)
	if err != nil {
		return nil, err
	}
	return db, nil
}

// open is [store.Driver]'s.
func (connect Connecting) open(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
	db, err := connect(ctx, u)
	if err == nil {
		if err = db.use(ctx, create); err == nil {
			return db, nil
		}
		_ = db.Close()
	}
	return nil, err
}

// DB is a database and the table in it that calls work with: a [store.Store], and a [counter.Database]. Every swap
// is one statement and one transaction of its own. The version of a key is a random text,
// so that none repeats, also after the row was deleted or the database restored.
type DB struct {
	*Dialect
	Target *target.Target
	Table  Table
	pool   *sql.DB
}

var _ counter.Database = (*DB)(nil)

// connections of one store at most: a server takes 100 or 151 of all hosts together.
const connections = 4

// Connect connects to a server that can write, whatever tables it has; connections to
// others the connector refuses. The table of a store is that of [store.TableOf].
func Connect(ctx context.Context, d *Dialect, t *target.Target, c driver.Connector) (*DB, error) {
	name := store.TableOf(t.Option)
	table, ok := d.Quote(name)
	if !ok {
		return nil, fmt.Errorf("%w: option table=%.80q; use %s", store.ErrURL, name, d.Names)
	}
	t.Explain = d.Explain
	db := &DB{Dialect: d, Target: t, Table: table, pool: sql.OpenDB(c)}
	db.pool.SetMaxOpenConns(connections)
	db.pool.SetMaxIdleConns(connections)
	db.pool.SetConnMaxLifetime(time.Hour)
	ctx, cancel := t.Limit(ctx)
	defer cancel()
	if err := db.pool.PingContext(ctx); err != nil {
		_ = db.pool.Close()
		return nil, t.Fail(ctx, "connect", err)
	}
	return db, nil
}

// Close closes all connections.
func (d *DB) Close() error { return d.pool.Close() }

// Load is one of the methods of [store.Store], as the following are.
func (d *DB) Load(ctx context.Context, key string) (v store.Value, err error) {
	if err := store.Check(key, nil); err != nil {
		return v, err
	}
	_, err = d.Row(ctx, d.of("SELECT value, version FROM %s WHERE name = ?"), []any{[]byte(key)}, &v.Data, &v.Version)
	return v, err
}

func (d *DB) List(ctx context.Context, prefix string) ([]store.Entry, error) {
	p := []byte(prefix)
	return Rows(ctx, d, func(e *store.Entry) []any { return []any{&e.Key, &e.Data, &e.Version} },
		d.of("SELECT name, value, version FROM %s WHERE name >= ? AND LEFT(name, CHAR_LENGTH(?)) = ? ORDER BY name"),
		p, p, p)
}

func (d *DB) Incarnation(ctx context.Context) (store.Incarnation, error) { return d.Life(ctx, d) }

// Safety reads the settings that decide whether a commit that was confirmed is still
// there after a crash, a loss of power, and the promotion of a standby.
func (d *DB) Safety(ctx context.Context) (store.Safety, error) { return d.Judge(ctx, d) }

// Swap is a single statement, which takes the row's lock and reads the version that was
// committed last: of two that write one wins.
func (d *DB) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := store.Check(key, data); err != nil {
		return "", err
	}
	made := rand.Text()
	args := []any{append([]byte{}, data...), made, []byte(key)} // never NULL
	statement := "INSERT INTO %s (value, version, name, changed) VALUES (?, ?, ?, " + d.Clock + ")" + d.Ignore
	if old != "" {
		statement = "UPDATE %s SET value = ?, version = ?, changed = " + d.Clock + " WHERE name = ? AND version = ?"
		args = append(args, string(old))
	}
	switch changed, err := d.exec(ctx, d.of(statement), args...); {
	case err != nil:
		return "", d.written(ctx, err)
	case changed == 0:
		return "", store.ErrConflict
	}
	return store.Version(made), nil
}

// of puts the table into a statement, and numbers its parameters where the server wants that.
func (d *DB) of(statement string) string { return fmt.Sprintf(d.bind(statement), d.Table.Quoted) }

// Read runs a query that changes nothing.
func (d *DB) Read(ctx context.Context, query func(context.Context, *sql.Conn) error) error {
	ctx, cancel := d.Target.Limit(ctx)
	defer cancel()
	return d.Target.Fail(ctx, "read table "+d.Table.Quoted, d.call(ctx, false, query))
}

// Row reads the row that a query finds into cells; false for none.
func (d *DB) Row(ctx context.Context, query string, args []any, cells ...any) (found bool, err error) {
	err = d.Read(ctx, func(ctx context.Context, c *sql.Conn) error {
		err := c.QueryRowContext(ctx, query, args...).Scan(cells...)
		if found = err == nil; errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return found, err
}

// Rows reads what a query finds; cells are where the columns of a row go.
func Rows[T any](ctx context.Context, d *DB, cells func(*T) []any, query string, args ...any) (list []T, err error) {
	err = d.Read(ctx, func(ctx context.Context, c *sql.Conn) error {
		list = nil
		rows, err := c.QueryContext(ctx, query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var row T
			if err := rows.Scan(cells(&row)...); err != nil {
				return err
			}
			list = append(list, row)
		}
		return rows.Err()
	})
	return list, err
}

// written sorts the errors of a statement that writes: those after which the commit may be
// done are [store.ErrUnknown].
func (d *DB) written(ctx context.Context, err error) error {
	return d.Target.Written(ctx, "write to table "+d.Table.Quoted, err)
}

// exec runs a statement that writes, and returns how many rows it changed: none where
// one with the same key is there. The error is for written.
func (d *DB) exec(ctx context.Context, statement string, args ...any) (changed int64, err error) {
	err = d.call(ctx, true, func(ctx context.Context, c *sql.Conn) error {
		result, err := c.ExecContext(ctx, statement, args...)
		if err == nil {
			changed, err = result.RowsAffected()
		}
		return err
	})
	if err != nil && d.Target.Fault(err).Kind == target.Duplicate {
		return 0, nil
	}
	return changed, err
}

// number runs a statement that writes one row, and returns the number that the server gave
// it; sql.ErrNoRows where there is no such row. The error is for written.
func (d *DB) number(ctx context.Context, statement string, args ...any) (n uint64, err error) {
	err = d.call(ctx, true, func(ctx context.Context, c *sql.Conn) error {
		n, err = d.Numbered(ctx, c, statement, args...)
		return err
	})
	return n, err
}

// call makes a call by a connection, and again as long as that did nothing and may do better at once: also by a new
// connection, where the one at hand leads to a server that was the primary. One that writes nothing is made again, too,
// where the answer was lost, as with those beside a connection whose server ended.
func (d *DB) call(ctx context.Context, writes bool, send func(context.Context, *sql.Conn) error) error {
	ctx, cancel := d.Target.Limit(ctx)
	defer cancel()
	for left := connections; ; {
		c, err := d.pool.Conn(ctx)
		if err != nil {
			return d.Target.Fail(ctx, "connect", err)
		}
		kind := target.Refused
		if err = send(ctx, c); err != nil {
			kind = d.Explain(err).Kind
		}
		if kind == target.ReadOnly {
			_ = c.Raw(func(any) error { return driver.ErrBadConn }) // which ends it
		}
		_ = c.Close()
		if kind != target.Again || !writes {
			left--
		}
		again := kind == target.Again || kind == target.ReadOnly || kind == target.Lost && !writes
		if !again || left < 0 || ctx.Err() != nil {
			return err
		}
	}
}

// Dialect is what a server has of its own: parts of statements, and what its errors mean.
type Dialect struct {
	Dollar bool   // parameters are $1, $2; else ?
	Clock  string // expression of the time now, in microseconds
	Ignore string // ends an INSERT that changes nothing where the key is there

	Quote func(name string) (t Table, ok bool)
	Names string // of tables that Quote takes

	Create string // makes the table %[1]s of a store: name, value, version, changed; statements that ";\n" divides

	// Describe returns the columns of the table whose name is its parameter, in order, none
	// where there is no such table: name, type, and whether the server numbers rows by it.
	Describe string
	Literal  func(text string) string // as SQL writes it

	Leaf     string // makes Leaf's table
	Widen    string // makes its max_id a bigint
	Exact    string // lets it tell names of counters apart by each byte; empty where the server always does
	Allocate string // adds a step to max_id of a biz_tag, and returns max_id

	// Tables that number their rows: Plain ones, and those of tickets, which have a column stub.
	Numbering   string // what numbers them: "IDENTITY"
	Plain, Stub Form
	Options     func(counter.Setup) string                 // of a new table
	Counting    func(context.Context, *Numbers) error      // finds out how the server counts; no Column for not at all
	Following   func(context.Context, *DB) (uint64, error) // the number that comes next; see [counter.Database]

	// Numbered runs a statement that writes a row, and returns its number; sql.ErrNoRows where there is none.
	Numbered func(ctx context.Context, c *sql.Conn, statement string, args ...any) (uint64, error)

	Explain func(error) target.Fault
	Judge   func(context.Context, *DB) (store.Safety, error)
	Life    func(context.Context, *DB) (store.Incarnation, error) // by one statement
}

// bind turns the parameters of a statement into the server's.
func (d *Dialect) bind(statement string) string {
	if !d.Dollar {
		return statement
	}
	parts := strings.Split(statement, "?")
	for i := range parts[1:] {
		parts[i] += fmt.Sprintf("$%d", i+1)
	}
	return strings.Join(parts, "")
}

// Package mysql measures in InnoDB, of MariaDB 10.5 or MySQL 8.0 and later. It is
// the only importer of github.com/go-sql-driver/mysql.
package mysql

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-sql-driver/mysql"

	"idscope/bench/index"
	"idscope/gen"
	"idscope/gen/secret"
)

// Driver takes mysql://USER:PASSWORD@HOST:PORT/, or mysql://USER:PASSWORD@/?socket=FILE.
// A database named in it is not used: the run makes its own.
type Driver struct{}

var _ index.Driver = Driver{}

// Name returns "MariaDB or MySQL".
func (Driver) Name() string { return "MariaDB or MySQL" }

// Schemes returns the words that a DSN begins with.
func (Driver) Schemes() []string { return []string{"mysql", "mariadb"} }

// Open connects.
func (Driver) Open(ctx context.Context, dsn string) (index.Engine, error) {
	config, err := parse(dsn)
	if err != nil {
		return nil, err
	}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	e := &engine{db: sql.OpenDB(connector), target: secret.Redact(dsn)}
	e.db.SetMaxOpenConns(1)
	if err := e.db.QueryRowContext(ctx, "SELECT VERSION(), @@innodb_buffer_pool_size").Scan(&e.version,
		&e.cache); err != nil {
		return nil, errors.Join(err, e.db.Close())
	}
	return e, nil
}

// engine is one connection; database/sql makes it anew where it broke.
type engine struct {
	db      *sql.DB
	target  string
	version string
	cache   int64 // bytes of the buffer pool
	counts  bool  // page splits are counted
	begun   bool  // by us: they were not before
	notes   []string

	table  index.Table
	rows   int64
	splits int64 // server's counter when the table was made
	log    int64
	told   bool // the server tells the bytes of its log
	text   []byte
}

var _ index.Engine = (*engine)(nil)

const table = index.Name + ".ids"

func (e *engine) About() index.About {
	name := "MySQL"
	if strings.Contains(e.version, "MariaDB") {
		name = "MariaDB"
	}
	version, _, _ := strings.Cut(e.version, "-")
	return index.About{
		Engine: name + " " + version + ", InnoDB", Target: e.target, LogKind: "redo log",
		Order:  "rows lie in the leaves of one B+ tree, in order of the key",
		Remedy: "DROP DATABASE " + index.Name,
		Notes:  append([]string{"bytes of redo log and page splits are the whole server's"}, e.notes...),
		Cache:  &index.Cache{Name: "innodb_buffer_pool_size", Bytes: e.cache},
	}
}

func (e *engine) Variants() []index.Variant {
	return []index.Variant{index.Clustered, index.Secondary, index.TimeIndex, index.TextKey}
}

// splitCounter is the name of InnoDB's counter of page splits, which is off by
// default.
const splitCounter = "index_page_splits"

// Claim also switches the counter of page splits on; it needs a right that not
// everyone has.
func (e *engine) Claim(ctx context.Context) error {
	_, err := e.db.ExecContext(ctx, "CREATE DATABASE "+index.Name)
	if has(err, 1007) {
		return fmt.Errorf("database %s of %s %w", index.Name, e.target, index.ErrExists)
	}
	if err != nil {
		return err
	}
	if e.counts, err = e.counting(ctx); err == nil && !e.counts {
		if _, err = e.db.ExecContext(ctx, "SET GLOBAL innodb_monitor_enable = '"+splitCounter+"'"); err == nil {
			e.counts, e.begun = true, true
		}
	}
	if err != nil {
		e.notes = append(e.notes, "page splits are unknown: the server's counter is off, and this user has no right to "+
			"switch it on")
	}
	return ctx.Err()
}

// counting reports whether the counter of page splits is on. MariaDB and MySQL call
// its state differently.
func (e *engine) counting(ctx context.Context) (bool, error) {
	state := "STATUS"
	if strings.Contains(e.version, "MariaDB") {
		state = "ENABLED"
	}
	var on string
	err := e.db.QueryRowContext(ctx, "SELECT "+state+" FROM information_schema.INNODB_METRICS WHERE NAME = ?",
		splitCounter).Scan(&on)
	return on == "enabled" || on == "1", err
}

func (e *engine) Create(ctx context.Context, t index.Table) (column string, err error) {
	column = "BIGINT UNSIGNED"
	switch {
	case t.Key.Written():
		column = fmt.Sprintf("CHAR(%d) CHARACTER SET ascii COLLATE ascii_bin", t.Key.Chars)
	case !t.Key.Integer():
		column = fmt.Sprintf("BINARY(%d)", t.Key.Bytes())
	}
	e.table, e.rows = t, 0
	key := "id " + column + " NOT NULL PRIMARY KEY"
	if t.Variant == index.Secondary {
		key = "n BIGINT AUTO_INCREMENT PRIMARY KEY, id " + column + " NOT NULL, UNIQUE ids (id)"
	}
	if t.Payload > 0 {
		key += fmt.Sprintf(", payload BINARY(%d) NOT NULL DEFAULT ''", t.Payload)
	}
	if t.Variant == index.TimeIndex {
		key += ", INDEX times (created)"
	}
	if _, err = e.db.ExecContext(ctx, fmt.Sprintf("CREATE TABLE %s (created BIGINT NOT NULL, %s) ENGINE=InnoDB "+
		"ROW_FORMAT=DYNAMIC", table, key)); err != nil {
		return "", err
	}
	if e.counts {
		if e.splits, err = e.split(ctx); err != nil {
			return "", err
		}
	}
	e.log, e.told = e.logged(ctx)
	return column, ctx.Err()
}

func (e *engine) Insert(ctx context.Context, rows []index.Row) error {
	e.text = append(e.text[:0], "INSERT INTO "+table+" (id, created) VALUES "...)
	for i, r := range rows {
		if i > 0 {
			e.text = append(e.text, ',')
		}
		e.text = append(e.literal(append(e.text, '('), r.ID), ',')
		e.text = append(strconv.AppendInt(e.text, r.Created, 10), ')')
	}
	_, err := e.db.ExecContext(ctx, string(e.text))
	if err == nil {
		e.rows += int64(len(rows))
	}
	return err
}

func (e *engine) Read(ctx context.Context, ids []gen.ID) (found int, err error) {
	if len(ids) == 0 {
		return 0, nil
	}
	e.text = append(e.text[:0], "id IN ("...)
	for i, id := range ids {
		if i > 0 {
			e.text = append(e.text, ',')
		}
		e.text = e.literal(e.text, id)
	}
	return e.count(ctx, string(append(e.text, ')')))
}

func (e *engine) Range(ctx context.Context, from, to index.Row) (found int, err error) {
	if e.table.Window() == index.ByKey {
		return e.count(ctx, fmt.Sprintf("id BETWEEN %s AND %s", e.literal(nil, from.ID), e.literal(nil, to.ID)))
	}
	return e.count(ctx, fmt.Sprintf("created BETWEEN %d AND %d", from.Created, to.Created))
}

// count is how many rows there are that meet a condition, with their payload.
func (e *engine) count(ctx context.Context, where string) (n int, err error) {
	ask := "SELECT COUNT(*) FROM " + table + " WHERE " + where
	if e.table.Payload > 0 {
		ask += fmt.Sprintf(" AND LENGTH(payload) = %d", e.table.Payload)
	}
	err = e.db.QueryRowContext(ctx, ask).Scan(&n)
	return n, err
}

// literal writes an identifier into a statement: a number, a text, or x'...'.
func (e *engine) literal(dst []byte, id gen.ID) []byte {
	k := e.table.Key
	switch {
	case k.Integer():
		return strconv.AppendUint(dst, id.Lo, 10)
	case k.Written():
		b := k.Append(nil, id)
		if bytes.ContainsAny(b, `'\`) { // what escapes them depends on the server's mode
			return append(hex.AppendEncode(append(dst, "CONVERT(x'"...), b), "' USING ascii)"...)
		}
		return append(append(append(dst, '\''), b...), '\'')
	}
	var b [24]byte
	return append(hex.AppendEncode(append(dst, "x'"...), k.Append(b[:0], id)), '\'')
}

func (e *engine) Remove(ctx context.Context) error {
	_, err := e.db.ExecContext(ctx, "DROP TABLE "+table)
	return err
}

// Release also switches the counter off again that Claim switched on.
func (e *engine) Release(ctx context.Context) error {
	_, err := e.db.ExecContext(ctx, "DROP DATABASE "+index.Name)
	if e.begun {
		e.begun = false
		_, off := e.db.ExecContext(ctx, "SET GLOBAL innodb_monitor_disable = '"+splitCounter+"'")
		err = errors.Join(err, off)
	}
	return err
}

func (e *engine) Close() error { return e.db.Close() }

// has reports whether the server gave an error this number.
func has(err error, number uint16) bool {
	var m *mysql.MySQLError
	return errors.As(err, &m) && m.Number == number
}

// Package mysql measures in InnoDB, of MariaDB 10.5 or MySQL 8.0 and later. It is
// the only importer of github.com/go-sql-driver/mysql.
package mysql

import (
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
	e := &engine{db: sql.OpenDB(connector), target: index.Redact(dsn)}
	e.db.SetMaxOpenConns(1)
	if err := e.db.QueryRowContext(ctx, "SELECT VERSION()").Scan(&e.version); err != nil {
		return nil, errors.Join(err, e.db.Close())
	}
	return e, nil
}

// engine is one connection; database/sql makes it anew where it broke.
type engine struct {
	db      *sql.DB
	target  string
	version string
	counts  bool // page splits are counted
	begun   bool // by us: they were not before
	notes   []string

	key     index.Key
	payload int
	rows    int64
	splits  int64 // server's counter when the table was made
	log     int64
	told    bool // the server tells the bytes of its log
	text    []byte
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
	}
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

func (e *engine) Create(ctx context.Context, k index.Key, payload int) (column string, err error) {
	column = "BIGINT UNSIGNED"
	if !k.Integer() {
		column = fmt.Sprintf("BINARY(%d)", k.Bytes())
	}
	e.key, e.payload, e.rows = k, payload, 0
	filler := "" // InnoDB has no rows of nothing but a key's columns: the column is left out instead
	if payload > 0 {
		filler = fmt.Sprintf(", payload BINARY(%d) NOT NULL DEFAULT ''", payload)
	}
	if _, err = e.db.ExecContext(ctx, fmt.Sprintf("CREATE TABLE %s (id %s NOT NULL PRIMARY KEY%s) ENGINE=InnoDB "+
		"ROW_FORMAT=DYNAMIC", table, column, filler)); err != nil {
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

func (e *engine) Insert(ctx context.Context, ids []gen.ID) error {
	e.text = append(e.text[:0], "INSERT INTO "+table+" (id) VALUES "...)
	for i, id := range ids {
		if i > 0 {
			e.text = append(e.text, ',')
		}
		e.text = append(e.literal(append(e.text, '('), id), ')')
	}
	_, err := e.db.ExecContext(ctx, string(e.text))
	if err == nil {
		e.rows += int64(len(ids))
	}
	return err
}

func (e *engine) Read(ctx context.Context, ids []gen.ID) (found int, err error) {
	if len(ids) == 0 {
		return 0, nil
	}
	e.text = append(e.text[:0], "SELECT COUNT(*) FROM "+table+" WHERE id IN ("...)
	for i, id := range ids {
		if i > 0 {
			e.text = append(e.text, ',')
		}
		e.text = e.literal(e.text, id)
	}
	e.text = append(e.text, ')')
	if e.payload > 0 {
		e.text = fmt.Appendf(e.text, " AND LENGTH(payload) = %d", e.payload)
	}
	err = e.db.QueryRowContext(ctx, string(e.text)).Scan(&found)
	return found, err
}

// literal writes an identifier into a statement: a number, or x'...'.
func (e *engine) literal(dst []byte, id gen.ID) []byte {
	if e.key.Integer() {
		return strconv.AppendUint(dst, id.Lo, 10)
	}
	var b [24]byte
	return append(hex.AppendEncode(append(dst, "x'"...), e.key.Append(b[:0], id)), '\'')
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

// Package mysql measures in InnoDB, of MariaDB 10.5 or MySQL 8.0 and later. It is
// an importer of github.com/go-sql-driver/mysql.
package mysql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/go-sql-driver/mysql"

	"idscope/bench/index"
	"idscope/bench/index/sqlengine"
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
	e := &engine{Engine: sqlengine.Engine{Dialect: dialect(), DB: sql.OpenDB(connector), Target: secret.Redact(dsn)}}
	e.DB.SetMaxOpenConns(1)
	if err := e.DB.QueryRowContext(ctx, "SELECT VERSION(), @@innodb_buffer_pool_size").Scan(&e.version,
		&e.cache); err != nil {
		return nil, errors.Join(err, e.DB.Close())
	}
	return e, nil
}

func dialect() *sqlengine.Dialect {
	return &sqlengine.Dialect{
		Table: index.Name + ".ids", Place: "DATABASE " + index.Name,
		Taken: func(err error) bool {
			var m *mysql.MySQLError
			return errors.As(err, &m) && m.Number == 1007
		},
		Integer:  "BIGINT UNSIGNED",
		Bytes:    func(n int) string { return fmt.Sprintf("BINARY(%d)", n) },
		Text:     func(n int) string { return fmt.Sprintf("CHAR(%d) CHARACTER SET ascii COLLATE ascii_bin", n) },
		Counter:  "BIGINT AUTO_INCREMENT",
		Payload:  func(n int) string { return fmt.Sprintf("BINARY(%d) NOT NULL DEFAULT ''", n) },
		Options:  func(index.Table) string { return " ENGINE=InnoDB ROW_FORMAT=DYNAMIC" },
		Argument: func(id uint64) any { return id },
	}
}

// engine is a server.
type engine struct {
	sqlengine.Engine
	version string
	cache   int64 // bytes of the buffer pool
	counts  bool  // page splits are counted
	begun   bool  // by us: they were not before
	notes   []string

	splits int64 // server's counter when the table was made
	log    int64
	told   bool // the server tells the bytes of its log
}

var _ index.Engine = (*engine)(nil)

func (e *engine) About() index.About {
	name := "MySQL"
	if strings.Contains(e.version, "MariaDB") {
		name = "MariaDB"
	}
	version, _, _ := strings.Cut(e.version, "-")
	return index.About{
		Engine: name + " " + version + ", InnoDB", Target: e.Target, LogKind: "redo log",
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
	err := e.Engine.Claim(ctx)
	if err != nil {
		return err
	}
	if e.counts, err = e.counting(ctx); err == nil && !e.counts {
		if err = e.Do(ctx, "SET GLOBAL innodb_monitor_enable = '"+splitCounter+"'"); err == nil {
			e.counts, e.begun = true, true
		}
	}
	if err != nil {
		e.notes = append(e.notes,
			"page splits are unknown: the server's counter is off, and this user has no right to "+"switch it on")
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
	err := e.DB.QueryRowContext(ctx, "SELECT "+state+" FROM information_schema.INNODB_METRICS WHERE NAME = ?",
		splitCounter).Scan(&on)
	return on == "enabled" || on == "1", err
}

// Create also reads the counters that Stats subtracts.
func (e *engine) Create(ctx context.Context, t index.Table) (column string, err error) {
	if column, err = e.Engine.Create(ctx, t); err != nil {
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

// Release also switches the counter off again that Claim switched on.
func (e *engine) Release(ctx context.Context) error {
	err := e.Engine.Release(ctx)
	if e.begun {
		e.begun = false
		err = errors.Join(err, e.Do(ctx, "SET GLOBAL innodb_monitor_disable = '"+splitCounter+"'"))
	}
	return err
}

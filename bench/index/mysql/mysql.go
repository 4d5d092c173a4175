// Package mysql measures in InnoDB, of MariaDB 10.5 or MySQL 8.0 and later. It is
// an importer of github.com/go-sql-driver/mysql.
package mysql

import (
	"context"
	"database/sql"
	"errors"

	"github.com/go-sql-driver/mysql"

	"idscope/bench/index"
	"idscope/bench/index/sqlengine"
	"idscope/gen/secret"
)

// Driver takes mysql://USER:PASSWORD@HOST:PORT/, or mysql://USER:PASSWORD@/?socket=FILE.
// A database named in it is not used: the run makes its own.
type Driver struct{}

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
	base, err := sqlengine.Connect(ctx, sql.OpenDB(connector), dialect(secret.Redact(dsn)))
	return &engine{Engine: base}, err
}

// What the server counts: page splits, which is off by default, and the bytes of its log.
const (
	splitMetric = "information_schema.INNODB_METRICS WHERE NAME = 'index_page_splits'"
	logMetric   = " WHERE VARIABLE_NAME = 'Innodb_os_log_written'"
)

func dialect(target string) sqlengine.Dialect {
	return sqlengine.Dialect{
		Info: index.About{
			Target: target, LogKind: "redo log",
			Kinds:  []index.Variant{index.Clustered, index.Secondary, index.TimeIndex, index.TextKey},
			Order:  "rows lie in the leaves of one B+ tree, in order of the key",
			Remedy: "DROP DATABASE " + index.Name,
			Notes:  []string{"bytes of redo log and page splits are the whole server's"},
			Cache:  &index.Cache{Name: "innodb_buffer_pool_size"},
		},
		Settings: "SELECT CONCAT(IF(VERSION() LIKE '%MariaDB%', 'MariaDB ', 'MySQL '), " +
			"SUBSTRING_INDEX(VERSION(), '-', 1), ', InnoDB'), @@innodb_buffer_pool_size",
		Name: index.Name + ".ids", Place: "DATABASE " + index.Name,
		Taken: func(err error) bool {
			var m *mysql.MySQLError
			return errors.As(err, &m) && m.Number == 1007
		},
		Integer: "BIGINT UNSIGNED", Unsigned: true, Bytes: "BINARY(#)",
		Text:    "CHAR(#) CHARACTER SET ascii COLLATE ascii_bin",
		Counter: "BIGINT AUTO_INCREMENT",
		Payload: "BINARY(#) NOT NULL DEFAULT ''",
		Options: " ENGINE=InnoDB ROW_FORMAT=DYNAMIC",
		Log: []string{"SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS" + logMetric, // MariaDB
			"SELECT VARIABLE_VALUE FROM performance_schema.global_status" + logMetric}, // MySQL
		Splits: []string{"SELECT COUNT FROM " + splitMetric},
	}
}

// engine is a server.
type engine struct {
	sqlengine.Engine
	begun bool // page splits are counted by us: they were not before
}

// Claim also switches the counter of page splits on; it needs a right that not
// everyone has.
func (e *engine) Claim(ctx context.Context) error {
	err := e.Engine.Claim(ctx)
	if err != nil {
		return err
	}
	var on bool
	// as MySQL says it, and as MariaDB does
	err = e.Ask(ctx, &on, "SELECT STATUS = 'enabled' FROM "+splitMetric, "SELECT ENABLED FROM "+splitMetric)
	if err == nil && !on {
		err = e.Do(ctx, "SET GLOBAL innodb_monitor_enable = 'index_page_splits'")
		e.begun = err == nil
	}
	if err != nil {
		e.Splits = nil
		e.Note("page splits are unknown: the server's counter is off, and this user has no right to switch it on")
	}
	return nil // a context that has ended is seen by what follows, and Release drops what was made
}

// Release also switches the counter off again that Claim switched on.
func (e *engine) Release(ctx context.Context) error {
	err := e.Engine.Release(ctx)
	if e.begun {
		e.begun = false
		err = errors.Join(err, e.Do(ctx, "SET GLOBAL innodb_monitor_disable = 'index_page_splits'"))
	}
	return err
}

// The parts of a page of InnoDB, and of a row in it, in bytes (fil0fil.h, page0page.h,
// rem0rec.h): 38 and 8 around the page, 56 of its head, 26 of the two rows that bound
// all others; 5 in front of a row, 6 and 7 for its transaction and the version before.
const (
	pageHead = 38 + 8 + 56 + 26
	rowHead  = 5
	rowPast  = 6 + 7
)

// sizeOfFile is that of the table's file, or where this user may not see it that of its tree.
var sizeOfFile = []string{
	"SELECT FILE_SIZE FROM information_schema.INNODB_SYS_TABLESPACES WHERE NAME = '" + index.Name + "/ids'", // MariaDB
	"SELECT FILE_SIZE FROM information_schema.INNODB_TABLESPACES WHERE NAME = '" + index.Name + "/ids'",     // MySQL
	"SELECT DATA_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = '" + index.Name +
		"' AND TABLE_NAME = 'ids' AND DATA_LENGTH > 0",
}

// Stats takes the page counts that ANALYZE TABLE leaves, of which only those may ask who may
// read the database mysql, and calculates the fill. A leaf of the tree in order of the id holds
// all of a row, or in a second index the id and the primary key, which have no transaction.
func (e *engine) Stats(ctx context.Context) (index.Stats, error) {
	tree, row := "PRIMARY", rowHead+rowPast+e.Table.Key.Bytes()+8+e.Table.Payload
	if e.Table.Variant == index.Secondary {
		tree, row = sqlengine.Second, rowHead+e.Table.Key.Bytes()+8
	}
	s := e.Counted(ctx) // before ANALYZE adds its own
	if err := e.Do(ctx, "ANALYZE TABLE "+e.Name); err != nil {
		return s, err
	}
	from := " FROM mysql.innodb_index_stats WHERE database_name = '" + index.Name + "' AND table_name = 'ids' AND " +
		"index_name = '" + tree + "' AND stat_name = "
	e.Ask(ctx, &s.PageBytes, "SELECT @@innodb_page_size")
	e.Ask(ctx, &s.LeafPages, "SELECT stat_value"+from+"'n_leaf_pages'")
	e.Ask(ctx, &s.IndexBytes, "SELECT stat_value * @@innodb_page_size"+from+"'size'")
	e.Ask(ctx, &s.DiskBytes, sizeOfFile...)
	e.Calculate(&s, row, pageHead)
	return s, ctx.Err()
}

package sqlengine

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"

	"github.com/go-sql-driver/mysql"

	"idscope/bench/index"
	"idscope/gen/secret"
)

// MySQL is of InnoDB, of MariaDB 10.5 or MySQL 8.0 and later. It takes mysql://USER:PASSWORD@HOST:PORT/,
// or mysql://USER:PASSWORD@/?socket=FILE. A database named in it is not used: the run makes its own.
var MySQL = index.Driver{Schemes: []string{"mysql", "mariadb"}, Open: openMySQL}

func openMySQL(ctx context.Context, dsn string) (index.Engine, error) {
	config, err := parse(dsn)
	if err != nil {
		return nil, err
	}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	base, err := connect(ctx, sql.OpenDB(connector), innoDB(secret.Redact(dsn)))
	return &mysqlEngine{engine: base}, err
}

// What the server counts: page splits, which is off by default, and the bytes of its log.
const (
	splitMetric = "information_schema.INNODB_METRICS WHERE NAME = 'index_page_splits'"
	logMetric   = " WHERE VARIABLE_NAME = 'Innodb_os_log_written'"
)

func innoDB(target string) dialect {
	return dialect{
		info: index.About{
			Target: target, LogKind: "redo log",
			Kinds:  []index.Variant{index.Clustered, index.Secondary, index.TimeIndex, index.TextKey},
			Order:  "rows lie in the leaves of one B+ tree, in order of the key",
			Remedy: "DROP DATABASE " + index.Name,
			Notes:  []string{"bytes of redo log and page splits are the whole server's"},
			Cache:  &index.Cache{Name: "innodb_buffer_pool_size"},
		},
		settings: "SELECT CONCAT(IF(VERSION() LIKE '%MariaDB%', 'MariaDB ', 'MySQL '), " +
			"SUBSTRING_INDEX(VERSION(), '-', 1), ', InnoDB'), @@innodb_buffer_pool_size",
		name: index.Name + ".ids", place: "DATABASE " + index.Name,
		taken: func(err error) bool {
			var m *mysql.MySQLError
			return errors.As(err, &m) && m.Number == 1007
		},
		integer: "BIGINT UNSIGNED", unsigned: true, bytes: "BINARY(#)",
		text:    "CHAR(#) CHARACTER SET ascii COLLATE ascii_bin",
		counter: "BIGINT AUTO_INCREMENT",
		payload: "BINARY(#) NOT NULL DEFAULT ''",
		options: " ENGINE=InnoDB ROW_FORMAT=DYNAMIC",
		logs: []string{"SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS" + logMetric, // MariaDB
			"SELECT VARIABLE_VALUE FROM performance_schema.global_status" + logMetric}, // MySQL
		splitting: []string{"SELECT COUNT FROM " + splitMetric},
	}
}

// mysqlEngine is a server.
type mysqlEngine struct {
	engine
	begun bool // page splits are counted by us: they were not before
}

// Claim also switches the counter of page splits on; it needs a right that not
// everyone has.
func (e *mysqlEngine) Claim(ctx context.Context) error {
	err := e.engine.Claim(ctx)
	if err != nil {
		return err
	}
	var on bool
	// as MySQL says it, and as MariaDB does
	err = e.ask(ctx, &on, "SELECT STATUS = 'enabled' FROM "+splitMetric, "SELECT ENABLED FROM "+splitMetric)
	if err == nil && !on {
		err = e.do(ctx, "SET GLOBAL innodb_monitor_enable = 'index_page_splits'")
		e.begun = err == nil
	}
	if err != nil {
		e.splitting = nil
		e.note("page splits are unknown: the server's counter is off, and this user has no right to switch it on")
	}
	return nil // a context that has ended is seen by what follows, and Release drops what was made
}

// Release also switches the counter off again that Claim switched on.
func (e *mysqlEngine) Release(ctx context.Context) error {
	err := e.engine.Release(ctx)
	if e.begun {
		e.begun = false
		err = errors.Join(err, e.do(ctx, "SET GLOBAL innodb_monitor_disable = 'index_page_splits'"))
	}
	return err
}

// The parts of a page of InnoDB, and of a row in it, in bytes (fil0fil.h, page0page.h,
// rem0rec.h): 38 and 8 around the page, 56 of its head, 26 of the two rows that bound
// all others; 5 in front of a row, 6 and 7 for its transaction and the version before.
const (
	innoDBHead = 38 + 8 + 56 + 26
	rowHead    = 5
	rowPast    = 6 + 7
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
func (e *mysqlEngine) Stats(ctx context.Context) (index.Stats, error) {
	tree, row := "PRIMARY", rowHead+rowPast+e.table.Key.Bytes()+8+e.table.Payload
	if e.table.Variant == index.Secondary {
		tree, row = second, rowHead+e.table.Key.Bytes()+8
	}
	s := e.counted(ctx) // before ANALYZE adds its own
	if err := e.do(ctx, "ANALYZE TABLE "+e.name); err != nil {
		return s, err
	}
	from := " FROM mysql.innodb_index_stats WHERE database_name = '" + index.Name + "' AND table_name = 'ids' AND " +
		"index_name = '" + tree + "' AND stat_name = "
	e.ask(ctx, &s.PageBytes, "SELECT @@innodb_page_size")
	e.ask(ctx, &s.LeafPages, "SELECT stat_value"+from+"'n_leaf_pages'")
	e.ask(ctx, &s.IndexBytes, "SELECT stat_value * @@innodb_page_size"+from+"'size'")
	e.ask(ctx, &s.DiskBytes, sizeOfFile...)
	e.calculate(&s, row, innoDBHead)
	return s, ctx.Err()
}

// want is what a DSN looks like, for errors.
const want = "mysql://USER:PASSWORD@HOST:PORT/, or mysql://USER:PASSWORD@/?socket=FILE; tls=true, tls=skip-verify " +
	"or tls=preferred may be added"

// parse turns a URL into what the client takes. Its errors repeat nothing of the
// DSN but the names of parameters.
func parse(dsn string) (*mysql.Config, error) {
	u, err := url.Parse(dsn)
	var query url.Values
	if err == nil {
		query, err = url.ParseQuery(u.RawQuery)
	}
	if err != nil || u.Opaque != "" || u.Fragment != "" {
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

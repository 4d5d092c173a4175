// Package mysql keeps a store in one InnoDB table of MariaDB, 10.4 or later, or MySQL,
// 8.0 or later. It is an importer of github.com/go-sql-driver/mysql.
package mysql

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"

	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/store/sqlstore"
	"idscope/gen/store/target"
)

// dialect is what MariaDB and MySQL have of their own. Names are bytes, so that the server compares them as such.
var dialect = &sqlstore.Dialect{
	Clock: "UTC_TIMESTAMP(6)",
	Quote: quote,
	Names: "1 to 64 bytes, no dots and slashes among them",

	Create: "CREATE TABLE IF NOT EXISTS %[1]s" + ` (
  name    VARBINARY(200) NOT NULL PRIMARY KEY,
  value   MEDIUMBLOB NOT NULL,
  version VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  changed DATETIME(6) NOT NULL COMMENT 'UTC'
) ENGINE=InnoDB COMMENT='register of idscope; to change a value by hand, change its version too'`,

	Describe: "SELECT LOWER(column_name), LOWER(column_type), LOCATE('auto_increment', LOWER(extra)) > 0 FROM " +
		"information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position",
	Literal: func(text string) string {
		return "'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(text) + "'"
	},

	// Leaf's table, as its README has it, with comments, and names of counters that are compared byte by byte.
	Leaf: `CREATE TABLE IF NOT EXISTS leaf_alloc (
  biz_tag varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '' COMMENT 'name of the counter',
  max_id bigint(20) NOT NULL DEFAULT '1' COMMENT 'first number that was not given out',
  step int(11) NOT NULL COMMENT 'numbers of a segment',
  description varchar(256) DEFAULT NULL,
  update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (biz_tag)
) ENGINE=InnoDB COMMENT='counters of Leaf and of idscope gen segment'`,
	Widen: "ALTER TABLE leaf_alloc MODIFY max_id bigint NOT NULL DEFAULT 1",
	Exact: "ALTER TABLE leaf_alloc MODIFY biz_tag varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL " +
		"DEFAULT ''",
	Allocate: "UPDATE leaf_alloc SET max_id = LAST_INSERT_ID(max_id + ?) WHERE biz_tag = ?",

	Numbering: "AUTO_INCREMENT",
	Plain: sqlstore.Form{Write: "INSERT INTO %[1]s () VALUES ()", Create: `CREATE TABLE IF NOT EXISTS %[1]s (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY
) ENGINE=InnoDB COMMENT='a row for each number of idscope gen autoinc'%[2]s`},
	Stub: sqlstore.Form{Write: "REPLACE INTO %[1]s (stub) VALUES ('a')", Create: `CREATE TABLE IF NOT EXISTS %[1]s (
  id bigint(20) unsigned NOT NULL auto_increment,
  stub char(1) NOT NULL default '',
  PRIMARY KEY (id),
  UNIQUE KEY stub (stub)
) ENGINE=InnoDB COMMENT='idscope gen ticket: id is the last number that was given out'`},
	Options: func(o counter.Setup) string {
		if o.Offset <= 1 {
			return ""
		}
		return fmt.Sprintf(" AUTO_INCREMENT=%d", o.Offset)
	},
	Counting:  counting,
	Following: following,

	Numbered: numbered,
	Explain:  explain,
	Judge:    judge,
	Life:     life,
}

// quote takes the name of a table in the database of the URL.
func quote(name string) (sqlstore.Table, bool) {
	if name == "" || len(name) > 64 || strings.ContainsAny(name, "\x00./\\") || strings.TrimSpace(name) != name {
		return sqlstore.Table{}, false
	}
	return sqlstore.Table{Name: name, Quoted: "`" + strings.ReplaceAll(name, "`", "``") + "`"}, true
}

// numbered: LAST_INSERT_ID keeps what was written for this connection.
func numbered(ctx context.Context, c *sql.Conn, statement string, args ...any) (uint64, error) {
	result, err := c.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	if changed, err := result.RowsAffected(); err == nil && changed == 0 {
		return 0, sql.ErrNoRows
	}
	n, err := result.LastInsertId()
	return uint64(n), err
}

// counting asks for the step of the server.
func counting(ctx context.Context, n *sqlstore.Numbers) error {
	i := slices.IndexFunc(n.Columns, func(c sqlstore.Column) bool { return c.Numbered })
	if i < 0 {
		return nil
	}
	if n.Column = n.Columns[i]; !strings.Contains(n.Column.Kind, "int") {
		return counter.Disagree(fmt.Sprintf("the column %s of %s", n.Column.Name, n.TableName()), "a "+n.Column.Kind,
			"a bigint", "")
	}
	n.Counter, n.Restarted = n.Target.String(), "the step of the server was changed while it counted: start again"
	n.Taken = n.Full() // at the last number the server tries that one again
	n.Change = "SET GLOBAL auto_increment_increment = %d, auto_increment_offset = %d; and the same in the server's " +
		"configuration"
	_, err := n.Row(ctx, "SELECT @@auto_increment_increment, @@auto_increment_offset", nil, &n.Every, &n.Begin)
	if n.Begin > n.Every { // the server ignores it then (manual, auto_increment_offset)
		n.Begin = 1
	}
	return err
}

// begins is where SHOW CREATE TABLE says so; the tables of information_schema may be older.
const begins = `\n\) ENGINE=\S+ AUTO_INCREMENT=([0-9]+)`

// following reads AUTO_INCREMENT.
func following(ctx context.Context, d *sqlstore.DB) (next uint64, err error) {
	columns, err := d.Columns(ctx)
	if err != nil || !slices.ContainsFunc(columns, func(c sqlstore.Column) bool { return c.Numbered }) {
		return 0, err
	}
	var text string
	if _, err = d.Row(ctx, "SHOW CREATE TABLE "+d.Table.Quoted, nil, new(string), &text); err != nil {
		return 0, err
	}
	if found := regexp.MustCompile(begins).FindStringSubmatch(text); found != nil {
		return strconv.ParseUint(found[1], 10, 64)
	}
	return 1, nil
}

// Errors of the server that Safety expects.
const (
	noDatabase  = 1049
	deniedTable = 1142
	noTable     = 1146
)

// faults are what numbers of the server mean.
func faults() map[uint16]target.Fault {
	return map[uint16]target.Fault{
		1053:        {Kind: target.Lost},     // shutdown
		1180:        {Kind: target.Lost},     // a commit that failed
		1317:        {Kind: target.Lost},     // interrupted
		1213:        {Kind: target.Again},    // a deadlock
		3101:        {Kind: target.Again},    // rolled back by the other members of a group
		1290:        {Kind: target.ReadOnly}, // read_only
		1792:        {Kind: target.ReadOnly}, // a transaction that only reads
		1836:        {Kind: target.ReadOnly}, // innodb_read_only
		1045:        {Kind: target.Denied},
		1130:        {Kind: target.Denied},
		1698:        {Kind: target.Denied},
		1062:        {Kind: target.Duplicate},
		167:         {Kind: target.Full}, // out of the column's range
		1467:        {Kind: target.Full}, // no AUTO_INCREMENT any more
		1690:        {Kind: target.Full}, // out of the expression's range
		1364:        {Kind: target.NoDefault},
		1044:        {Kind: target.Refused, Check: "check the rights of the user"},
		deniedTable: {Kind: target.Refused, Check: "check the rights of the user"},
		1227:        {Kind: target.Refused, Check: "check the rights of the user"},
		noDatabase:  {Kind: target.Refused, Check: "check the database's name, or create it"},
		noTable:     {Kind: target.Refused, Check: "the table was dropped; open the store again"},
		3159:        {Kind: target.Refused, Check: "the server wants TLS: add tls=on"},
		1040:        {Kind: target.Refused, Check: "check max_connections"},
		1203:        {Kind: target.Refused, Check: "check max_connections"},
		1205:        {Kind: target.Refused, Check: "end the session that holds the row"},
	}
}

// explain: what the server answers with an error has been rolled back, unless it came
// while the commit was under way. After a connection that was lost the commit may be done;
// one that was lost before a statement left the client calls driver.ErrBadConn.
func explain(err error) target.Fault {
	lost := errors.New("the connection was lost")
	var e *mysql.MySQLError
	switch {
	case errors.Is(err, driver.ErrBadConn):
		return target.Fault{Kind: target.Again, Err: lost}
	case errors.Is(err, mysql.ErrInvalidConn):
		return target.Fault{Kind: target.Lost, Err: lost}
	case errors.Is(err, errReadOnly):
		return target.Fault{Kind: target.Refused, Err: err, Check: "use the primary"}
	case !errors.As(err, &e):
		return target.Fault{Kind: target.Lost, Err: err}
	}
	return target.Coded(faults(), e.Number, e.Message)
}

// Driver takes mysql://USER:PASSWORD@HOST:PORT/DATABASE, mariadb:// as well, and the
// options of [target.Parse]; table=NAME is another table than idscope_store. A server that is read only is refused.
func Driver() store.Driver { return sqlstore.Connecting(connect).Driver("mysql", "mariadb") }

// connect connects to a server that can write, whatever tables it has.
func connect(ctx context.Context, u *url.URL) (*sqlstore.DB, error) {
	name := map[string]string{"mysql": "MySQL", "mariadb": "MariaDB"}
	t, err := target.Parse(u, name[u.Scheme], "3306", "table")
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
		return nil, t.Wrong("it names several hosts; use the primary alone")
	case t.Path == "" || strings.Contains(t.Path, "/"):
		return nil, t.Wrong("it names no database; %s", use)
	}
	c := mysql.NewConfig()
	c.User, c.Passwd, c.Net, c.Addr, c.DBName = t.User, t.Password, "tcp", t.Hosts[0], t.Path
	c.Collation = "utf8mb4_bin"
	c.ParseTime = true
	c.InterpolateParams = true // one round trip; the collation makes it safe
	// What does not fit is an error, and each statement is a transaction.
	c.Params = map[string]string{"sql_mode": "'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'", "autocommit": "1"}
	c.Logger = &mysql.NopLogger{} // errors are returned; nothing is to be written to stderr
	c.TLS = t.TLSFor(c.Addr)
	connector, err := mysql.NewConnector(c)
	if err != nil {
		return nil, t.Wrong("%s", use)
	}
	return connector, nil
}

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
	if err = rows.Next(make([]driver.Value, 1)); errors.Is(err, io.EOF) {
		return nil
	}
	return cmp.Or(err, errReadOnly)
}

// facts are what the server says of itself.
type facts struct {
	variables map[string]string // global variables and status, names in lower case; without those that it does not know
	version   string
	engine    string // of the table
	dumps     int    // replicas that read the binary log
	sees      bool   // whether this user may see them
	group     int    // members of a group that replicates
}

// ask reads variables and status by their names, from tables that MariaDB has in one schema, MySQL in another.
func ask(ctx context.Context, d *sqlstore.DB, names string) (f facts, now time.Time, err error) {
	const part = "SELECT UTC_TIMESTAMP(6), LOWER(variable_name), variable_value FROM " +
		"/*M! information_schema */ /*!80000 performance_schema */.global_%s WHERE LOWER(variable_name) IN (%s)"
	list, err := sqlstore.Rows(ctx, d, func(row *[2]string) []any { return []any{&now, &row[0], &row[1]} },
		fmt.Sprintf(part+" UNION ALL "+part, "variables", names, "status", names))
	f.variables = map[string]string{}
	for _, row := range list {
		f.variables[row[0]] = row[1]
	}
	return f, now, err
}

// life asks a server which one it is, and for how many seconds it has run: from its start to that of the statement,
// both in whole seconds, so that what is left is the same second each time (show_starttime in sql/mysqld.cc).
func life(ctx context.Context, d *sqlstore.DB) (i store.Incarnation, err error) {
	f, now, err := ask(ctx, d, "'uptime', 'server_uuid', 'server_uid', 'server_id'")
	seconds, _ := strconv.Atoi(f.variables["uptime"])
	i.History, i.Start, i.Now = f.identity(), now.Truncate(time.Second).Add(-time.Duration(seconds)*time.Second), now
	return i, err
}

// judge asks a server what it is.
func judge(ctx context.Context, d *sqlstore.DB) (store.Safety, error) {
	f, _, err := ask(ctx, d, "'server_uuid', 'server_uid', 'server_id', 'innodb_flush_log_at_trx_commit', "+
		"'log_bin', 'sync_binlog', 'innodb_doublewrite', 'innodb_flush_method', 'wsrep_on', 'slaves_connected', "+
		"'slaves_running'")
	if err != nil {
		return store.Safety{}, err
	}
	err = d.Read(ctx, func(ctx context.Context, c *sql.Conn) error {
		err := c.QueryRowContext(ctx,
			"SELECT VERSION(), COALESCE((SELECT engine FROM information_schema.tables WHERE "+
				"table_schema = DATABASE() AND table_name = ?), ''), (SELECT COUNT(*) FROM "+
				"information_schema.processlist WHERE command LIKE 'Binlog Dump%'), EXISTS (SELECT * FROM "+
				"information_schema.user_privileges WHERE privilege_type = 'PROCESS' AND REPLACE(grantee, "+
				"CHAR(39), '') = CURRENT_USER())", d.Table.Name).
			Scan(&f.version, &f.engine, &f.dumps, &f.sees)
		if err != nil {
			return err
		}
		err = c.QueryRowContext(ctx, "SELECT COUNT(*) FROM performance_schema.replication_group_members").Scan(&f.group)
		var e *mysql.MySQLError
		if errors.As(err, &e) && slices.Contains([]uint16{noTable, noDatabase, deniedTable}, e.Number) {
			return nil // MariaDB has no groups; of one that we may not see we cannot know
		}
		return err
	})
	if err != nil {
		return store.Safety{}, err
	}
	return f.judge(), nil
}

// judge says what the facts amount to.
func (f facts) judge() store.Safety {
	number, _, _ := strings.Cut(f.version, "-")
	name := "MySQL "
	if strings.Contains(strings.ToLower(f.version), "mariadb") {
		name = "MariaDB "
	}
	return store.Report(name+number, f.identity(), "one server that syncs each commit",
		f.setting("innodb_flush_log_at_trx_commit", store.BestEffort,
			"a loss of power forgets the commits of the last second", "1", "3"),
		store.Judge("engine of the table", f.engine, store.BestEffort, "a crash of the server damages the table",
			"InnoDB"),
		f.binlog(),
		f.setting("innodb_flush_method", store.BestEffort, "a loss of power forgets commits or damages the database",
			"fsync", "O_DSYNC", "O_DIRECT", "0", "1", "4"),
		f.setting("innodb_doublewrite", store.Conditional,
			"a loss of power damages pages, unless the file system writes them whole", "ON", "DETECT_AND_RECOVER"),
		f.cluster(), f.replicas(), f.source())
}

// identity is that of the server: MySQL's is kept with the data; MariaDB's is made of
// the machine's address and the port, so the number of the server is part of it.
func (f facts) identity() string {
	return cmp.Or(f.variables["server_uuid"],
		strings.TrimPrefix(f.variables["server_uid"]+"/"+f.variables["server_id"], "/"))
}

// setting judges a variable. One that the server does not have decides nothing.
func (f facts) setting(name string, low store.Class, why string, safe ...string) store.Setting {
	value, ok := f.variables[name]
	if !ok {
		return store.Setting{Name: name, Value: "not there", Class: store.Proven}
	}
	return store.Judge(name, value, low, why, safe...)
}

// binlog: after a crash a commit that the binary log lacks is taken back.
func (f facts) binlog() store.Setting {
	if f.variables["log_bin"] != "ON" {
		return store.Setting{Name: "sync_binlog", Value: "without log_bin", Class: store.Proven}
	}
	return f.setting("sync_binlog", store.BestEffort, "a loss of power takes back commits that the binary log lacks",
		"1")
}

// cluster: members of Galera and of a group answer reads that may be old.
func (f facts) cluster() store.Setting {
	value := "none"
	switch {
	case f.variables["wsrep_on"] == "ON":
		value = "Galera"
	case f.group > 1:
		value = "group of " + strconv.Itoa(f.group)
	}
	x := store.Judge("cluster", value, store.BestEffort, "members may answer reads that are old", "none")
	if x.Want != "" {
		x.Want = "a server of its own"
	}
	return x
}

// replicas: even semi-synchronous replication goes on without them after a time.
func (f facts) replicas() store.Setting {
	value := "none"
	connected, counts := f.variables["slaves_connected"] // MariaDB, for every user
	n, _ := strconv.Atoi(connected)
	switch n = max(n, f.dumps); {
	case f.variables["log_bin"] != "ON":
	case n > 0:
		value = strconv.Itoa(n)
	case !counts && !f.sees:
		return store.Setting{Name: "replicas", Value: "none seen", Class: store.Conditional,
			Want: "log_bin off, or the privilege PROCESS", Why: "one that is not seen must never be promoted"}
	}
	return store.Judge("replicas", value, store.Conditional, "one that lacks the last commits must never be promoted",
		"none")
}

// source: a server that also copies another one is written to in two places.
func (f facts) source() store.Setting {
	value := f.variables["slaves_running"] + " servers"
	switch value {
	case " servers", "0 servers":
		value = "none"
	case "1 servers":
		value = "1 server"
	}
	return store.Judge("replicates from", value, store.Conditional,
		"every host must write to this server, and none to those", "none")
}

package database_test

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"idscope/gen/database"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// engine is a database of one dialect, empty for each test.
type engine struct {
	dialect database.Dialect
	open    func(t testing.TB, name string) *sql.DB   // an empty database of that name
	client  func(t testing.TB, name string) *exec.Cmd // its client on one; nil where it is not installed
}

// inEngines runs a test in each engine: SQLite always, the others in servers of their own
// where those are demanded. The servers do not sync: what is tested here is not that.
func inEngines(t *testing.T, what string, test func(*testing.T, engine)) {
	for _, s := range starts() {
		t.Run(string(s.dialect), func(t *testing.T) { test(t, s.engine(t, what, s.quick)) })
	}
}

type start struct {
	dialect database.Dialect
	engine  func(t testing.TB, what string, settings ...string) engine
	quick   string // the setting that does not sync
}

func starts() []start {
	return []start{{database.Postgres, inPostgres, "fsync=off"},
		{database.MariaDB, inMariaDB, "--innodb-flush-log-at-trx-commit=0"},
		{database.SQLite, inSQLite, "synchronous(OFF)"}}
}

func inPostgres(t testing.TB, what string, settings ...string) engine {
	server := testserver.Postgres(t, what, settings...)
	create := func(t testing.TB, name string) string {
		run(t, connect(t, "pgx", server.URL), "CREATE DATABASE "+name)
		return strings.TrimSuffix(server.URL, "postgres") + name
	}
	return engine{database.Postgres,
		func(t testing.TB, name string) *sql.DB { return connect(t, "pgx", create(t, name)) },
		func(t testing.TB, name string) *exec.Cmd {
			return command("psql", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", create(t, name))
		}}
}

func inMariaDB(t testing.TB, what string, settings ...string) engine {
	server := testserver.MariaDB(t, what, settings...)
	create := func(t testing.TB, name string) string {
		run(t, connect(t, "mysql", dsn(server)), "CREATE DATABASE "+name)
		return dsn(server) + name
	}
	return engine{database.MariaDB,
		func(t testing.TB, name string) *sql.DB {
			return connect(t, "mysql", create(t, name)+"?parseTime=true")
		},
		func(t testing.TB, name string) *exec.Cmd {
			create(t, name)
			host, port, _ := net.SplitHostPort(server.Addr)
			return command("mariadb", "--no-defaults", "-uidscope", "-p"+testserver.Password, "-h"+host, "-P"+port, "-N", "-B",
				name)
		}}
}

// dsn is how the driver is told of a MariaDB; the name of a database comes behind.
func dsn(server *testserver.Server) string {
	return "idscope:" + testserver.Password + "@tcp(" + server.Addr + ")/"
}

func inSQLite(t testing.TB, _ string, settings ...string) engine {
	dir, more := t.TempDir(), ""
	for _, x := range settings {
		more += "&_pragma=" + x
	}
	return engine{database.SQLite,
		func(t testing.TB, name string) *sql.DB {
			return connect(t, "sqlite", "file:"+filepath.Join(dir, name)+"?_pragma=busy_timeout(60000)"+
				"&_pragma=journal_mode(WAL)&_txlock=immediate"+more)
		},
		func(_ testing.TB, name string) *exec.Cmd {
			return command("sqlite3", "-bail", filepath.Join(dir, name))
		}}
}

// command is a program, nil where it is not installed.
func command(name string, args ...string) *exec.Cmd {
	if _, err := exec.LookPath(name); err != nil {
		return nil
	}
	return exec.Command(name, args...)
}

func connect(t testing.TB, driver, dsn string) *sql.DB {
	t.Helper()
	db := try.Of(sql.Open(driver, dsn)).Or(t)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func run(t testing.TB, db *sql.DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.Exec(statement, args...); err != nil {
		t.Fatalf("%s\n%v", statement, err)
	}
}

// install runs a script, twice: the second time replaces what the first made.
func install(t testing.TB, db *sql.DB, script *database.Script) {
	t.Helper()
	for range 2 {
		try.Works(t, apply(db, script))
	}
}

// apply runs a script up to its first error.
func apply(db *sql.DB, script *database.Script) error {
	c, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	defer c.Close()
	for _, s := range script.Statements {
		if _, err := c.ExecContext(context.Background(), s.SQL); err != nil {
			return fmt.Errorf("%s\n%w", s.SQL, err)
		}
	}
	return nil
}

// insert makes n rows on a connection, and returns their ids in the order that they
// were generated in.
func insert(ctx context.Context, c *sql.Conn, d database.Dialect, table string, n int) (ids []string, err error) {
	statement := "INSERT INTO " + table + " (id) VALUES (DEFAULT)" + strings.Repeat(", (DEFAULT)", n-1) + " RETURNING id"
	if d != database.SQLite {
		return list(c.QueryContext(ctx, statement))
	}
	tx, err := c.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }()
	// A row number of NULL is a new one; id is left out.
	statement = "INSERT INTO " + table + " (rowid) VALUES (NULL)" + strings.Repeat(", (NULL)", n-1)
	if _, err := tx.ExecContext(ctx, statement); err != nil {
		return nil, err
	}
	ids, err = list(tx.QueryContext(ctx, fmt.Sprintf("SELECT id FROM (SELECT rowid AS r, id FROM %s ORDER BY rowid DESC "+
		"LIMIT %d) ORDER BY r", table, n)))
	if err != nil {
		return nil, err
	}
	return ids, tx.Commit()
}

func list(rows *sql.Rows, err error) (texts []string, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, rows.Err()
}

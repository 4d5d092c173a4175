package database_test

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"idscope/gen"
	"idscope/gen/database"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
	"idscope/inspect"
)

// names: whatever a table is called, and whatever is in the names.
func names(t *testing.T, e engine) {
	db, s := made(t, e, "sonyflake") // beside it
	odd := "a\"b`c';--%d%%$idscope$\\ ü//"
	o := options(e.dialect, s)
	o.Table, o.Name = "t"+odd, "n"+odd
	if e.dialect != database.SQLite {
		o.Schema = "s" + strings.NewReplacer("/", "", `\`, "").Replace(odd)
		run(t, db, "CREATE SCHEMA "+quoted(e.dialect, o.Schema))
	}
	script := try.Of(database.New(s, o)).Or(t)
	install(t, db, script)
	table := quoted(e.dialect, o.Table)
	if o.Schema != "" {
		table = quoted(e.dialect, o.Schema) + "." + table
	}
	try.Equal(t, len(try.Of(rows(db, e.dialect, table, 3)).Or(t)), 3, "ids inserted into %s:", table)
}

func quoted(d database.Dialect, name string) string {
	mark := map[bool]string{true: "`", false: `"`}[d == database.MariaDB]
	return mark + strings.ReplaceAll(name, mark, mark+mark) + mark
}

// ownIDs: a row that brings its own id keeps it.
func ownIDs(t *testing.T, e engine) {
	db, _ := made(t, e, "snowflake")
	run(t, db, "INSERT INTO ids (id) VALUES (7)")
	var n int
	try.Works(t, db.QueryRow("SELECT count(*) FROM ids WHERE id = 7").Scan(&n))
	try.Equal(t, n, 1, "rows that have the id that was given:")
}

// wereThere: a table that cannot hold the ids is refused; one that can gets them.
func wereThere(t *testing.T, e engine) {
	db, _ := made(t, e, "uuidv4")
	try.Lines(t, "testdata/columns_"+string(e.dialect)+".txt", func(given string) string {
		name, column, _ := strings.Cut(given, " ")
		s, o := named(t, name), options(e.dialect, named(t, name))
		o.Table = fresh()
		run(t, db, "CREATE TABLE "+o.Table+" (other INT, "+column+")")
		if err := apply(db, try.Of(database.New(s, o)).Or(t)); err != nil {
			return err.Error()[strings.LastIndex(err.Error(), "\n")+1:]
		}
		run(t, db, "INSERT INTO "+o.Table+" (other) VALUES (1)")
		ids := try.Of(list(db.Query("SELECT id FROM " + o.Table))).Or(t)
		newChecker(t, s, o, time.Now().Add(-time.Minute)).stream(ids, time.Now())
		return "fits"
	})
}

// takenAway: what the script says of how to take it away leaves the table and its ids, and another table that generates
// with the same names; it may be put there again.
func takenAway(t *testing.T, e engine) {
	for _, name := range []string{"snowflake", "uuidv7", "uuidv4"} {
		db, s := made(t, e, name)
		o := options(e.dialect, s)
		script := try.Of(database.New(s, o)).Or(t)
		o.Table = "beside"
		beside := try.Of(database.New(s, o)).Or(t)
		install(t, db, beside)
		for _, statement := range beside.Remove {
			run(t, db, statement)
		}
		try.Of(rows(db, e.dialect, "ids", 1)).Or(t)
		for _, statement := range append(script.Remove, script.Shared...) {
			run(t, db, statement)
		}
		// The last number is gone with the state, so the next ID has to be of a later millisecond.
		for start := time.Now().UnixMilli(); time.Now().UnixMilli() <= start; {
			runtime.Gosched()
		}
		install(t, db, script)
		try.Of(rows(db, e.dialect, "ids", 1)).Or(t)
		var n int
		try.Works(t, db.QueryRow("SELECT count(*) FROM ids").Scan(&n))
		try.Equal(t, n, 2, "%s: the ids, the one before and the one after, are", name)
	}
}

// otherIDs: a script that shares its name with one for other ids is refused, and those go on as they were.
func otherIDs(t *testing.T, e engine) {
	for _, name := range []string{"snowflake", "uuidv7"} {
		db, s := made(t, e, name)
		other, o := *s, options(e.dialect, s)
		if o.Table = "other"; o.Worker != nil {
			*o.Worker++
		} else {
			other.Epoch = s.Epoch.Add(time.Hour)
		}
		try.Says(t, apply(db, try.Of(database.New(&other, o)).Or(t)), ", tick 1ms; use another --name", "%s:", name)
		ids := try.Of(rows(db, e.dialect, "ids", 2)).Or(t)
		newChecker(t, s, options(e.dialect, s), time.Now().Add(-time.Minute)).stream(ids, time.Now())
	}
}

// roles: who may insert into the table needs no right to the sequence.
func roles(t *testing.T, e engine) {
	db, _ := made(t, e, "snowflake")
	c := try.Of(db.Conn(context.Background())).Or(t)
	defer c.Close()
	user := "plain"
	if e.dialect == database.MariaDB {
		user = "plain_role"
	}
	for _, s := range []string{"CREATE ROLE " + user, "GRANT INSERT, SELECT ON ids TO " + user, "SET ROLE " + user} {
		try.Of(c.ExecContext(context.Background(), s)).Or(t)
	}
	ids := try.Of(insert(context.Background(), c, e.dialect, "ids", 2)).Or(t)
	try.Equal(t, len(ids), 2, "ids that a role got which may only insert:")
}

// othersLocks: a role that may insert cannot take a lock that the function waits for.
func othersLocks(t *testing.T, e engine) {
	db, _ := made(t, e, "snowflake")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	other := try.Of(db.Conn(ctx)).Or(t)
	defer other.Close()
	for _, s := range []string{"CREATE ROLE visitor", "GRANT INSERT, SELECT ON ids TO visitor", "SET ROLE visitor",
		"BEGIN",
		"SELECT pg_advisory_xact_lock(1768190832, c.oid::bigint::bit(32)::int), pg_advisory_xact_lock(c.oid::bigint) " +
			"FROM pg_class c WHERE relname LIKE 'snowflake_id%'", "LOCK TABLE ids IN ROW EXCLUSIVE MODE"} {
		try.Of(other.ExecContext(ctx, s)).Or(t)
	}
	mustOne(t, db, e.dialect)
	for _, mode := range []string{"ACCESS SHARE", "SHARE", "EXCLUSIVE", "ACCESS EXCLUSIVE"} {
		_, err := other.ExecContext(ctx, "ROLLBACK; BEGIN; LOCK TABLE snowflake_id_lock IN "+mode+" MODE")
		try.Says(t, err, "permission denied", "a visitor locks in %s mode:", mode)
	}
}

// original: Instagram's own function repeats ids where more than 1024 numbers are drawn
// in a millisecond. Ours does not. The numbers in between are drawn at once, for a slow
// machine needs longer than that for one after the other.
func original(t *testing.T, e engine) {
	s := named(t, "instagram")
	for _, asIs := range []bool{true, false} {
		script := try.Of(database.New(s, database.Options{Dialect: e.dialect, Original: asIs})).Or(t)
		try.Equal(t, len(script.Warnings) > 0, asIs, "warnings %q:", script.Warnings)
		db := e.open(t)
		install(t, db, script)
		repeated := 0
		// The millisecond may end between the first id and the last, on a machine that does much else each time.
		for end, n := time.Now().Add(time.Minute), 0; n < 200 || asIs && repeated == 0 && time.Now().Before(end); n++ {
			var a, b int64
			try.Works(t, db.QueryRow("SELECT instagram_id(), setval('instagram_id_seq', currval('instagram_id_seq') + 1023), "+
				"instagram_id()").Scan(&a, new(int64), &b))
			if a == b {
				repeated++
			}
		}
		try.Equal(t, repeated > 0, asIs, "%d pairs were one id:", repeated)
	}
}

// client: the engine's own client reads the text of a script.
func client(t *testing.T, e engine) {
	for _, name := range []string{"snowflake", "uuidv7", "ulid", "uuidv4", "instagram"} {
		s := named(t, name)
		script := try.Of(database.New(s, options(e.dialect, s))).Or(t)
		c := e.client(t)
		if c == nil {
			t.Skip("left out: the client is not installed")
		}
		c.Stdin = strings.NewReader(script.Text() + "\n" + script.Text() + "\n" + e.row() + "\n")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", c.Path, err, out)
		}
		lines := strings.Fields(string(out))
		if len(lines) == 0 {
			t.Fatalf("%s: no id", c.Path)
		}
		in := try.Of(inspect.New(inspect.Options{As: []*gen.Scheme{s}, Now: time.Now()})).Or(t)
		if r := in.Inspect(lines[len(lines)-1]); r.Err != nil {
			t.Errorf("%s printed %q, which is not read as %s", c.Path, out, name)
		}
	}
}

// row inserts a row and shows its id.
func (e engine) row() string {
	if e.dialect == database.SQLite {
		return "INSERT INTO ids DEFAULT VALUES; SELECT id FROM ids WHERE rowid = last_insert_rowid();"
	}
	return "INSERT INTO ids (id) VALUES (DEFAULT) RETURNING id;"
}

// engine is a database of one dialect, empty for each test.
type engine struct {
	dialect database.Dialect
	open    func(t testing.TB) *sql.DB   // an empty database
	client  func(t testing.TB) *exec.Cmd // its client on one; nil where it is not installed
}

var databases atomic.Int64

// fresh is a name that no database has.
func fresh() string { return fmt.Sprintf("ids_%d", databases.Add(1)) }

// inEngines runs a test in each engine beside the others: SQLite always, the others in servers of their own
// where those are demanded. The servers do not sync: what is tested here is not that.
func inEngines(t *testing.T, what string, test func(*testing.T, engine)) {
	for _, e := range []struct {
		dialect database.Dialect
		start   func(t testing.TB, what, setting string) engine
		quick   string // the setting that does not sync
	}{{database.Postgres, inPostgres, "fsync=off"},
		{database.MariaDB, inMariaDB, "--innodb-flush-log-at-trx-commit=0"},
		{database.SQLite, inSQLite, "synchronous(OFF)"}} {
		t.Run(string(e.dialect), func(t *testing.T) {
			t.Parallel()
			test(t, e.start(t, what, e.quick))
		})
	}
}

func inPostgres(t testing.TB, what, setting string) engine {
	server := testserver.Postgres(t, what, setting)
	create := func(t testing.TB) string {
		name := fresh()
		run(t, connect(t, "pgx", server.URL), "CREATE DATABASE "+name)
		return strings.TrimSuffix(server.URL, "postgres") + name
	}
	return engine{database.Postgres,
		func(t testing.TB) *sql.DB { return connect(t, "pgx", create(t)) },
		func(t testing.TB) *exec.Cmd {
			return command("psql", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", create(t))
		}}
}

func inMariaDB(t testing.TB, what, setting string) engine {
	server := testserver.MariaDB(t, what, setting)
	create := func(t testing.TB) string {
		name := fresh()
		run(t, connect(t, "mysql", dsn(server)), "CREATE DATABASE "+name)
		return name
	}
	return engine{database.MariaDB,
		func(t testing.TB) *sql.DB { return connect(t, "mysql", dsn(server)+create(t)+"?parseTime=true") },
		func(t testing.TB) *exec.Cmd {
			host, port, _ := net.SplitHostPort(server.Addr)
			return command("mariadb", "--no-defaults", "-uidscope", "-p"+testserver.Password, "-h"+host, "-P"+port, "-N", "-B",
				create(t))
		}}
}

// dsn is how the driver is told of a MariaDB; the name of a database comes behind.
func dsn(server *testserver.Server) string {
	return "idscope:" + testserver.Password + "@tcp(" + server.Addr + ")/"
}

func inSQLite(t testing.TB, _, setting string) engine {
	dir := t.TempDir()
	return engine{database.SQLite,
		func(t testing.TB) *sql.DB {
			return connect(t, "sqlite", "file:"+filepath.Join(dir, fresh())+"?_pragma=busy_timeout(60000)"+
				"&_pragma=journal_mode(WAL)&_txlock=immediate&_pragma="+setting)
		},
		func(testing.TB) *exec.Cmd { return command("sqlite3", "-bail", filepath.Join(dir, fresh())) }}
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

package database_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/database"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
	"idscope/inspect"
)

// names: whatever a table is called, and whatever is in the names.
func names(t *testing.T, e engine) {
	db, s := made(t, e, "sonyflake") // beside it
	odd := "a\"b`c'd;--%d%%$idscope$\\ ü//"
	o := options(e.dialect, s)
	o.Table, o.Name = "t"+odd, "n"+odd
	if e.dialect != database.SQLite {
		o.Schema = "s" + strings.NewReplacer("/", "", `\`, "").Replace(odd)
		mark := map[database.Dialect]string{database.Postgres: `"`, database.MariaDB: "`"}[e.dialect]
		run(t, db, "CREATE SCHEMA "+mark+strings.ReplaceAll(o.Schema, mark, mark+mark)+mark)
	}
	script := try.Of(database.New(s, o)).Or(t)
	install(t, db, script)
	mark := `"`
	if e.dialect == database.MariaDB {
		mark = "`"
	}
	table := mark + strings.ReplaceAll(o.Table, mark, mark+mark) + mark
	if o.Schema != "" {
		table = mark + strings.ReplaceAll(o.Schema, mark, mark+mark) + mark + "." + table
	}
	c := try.Of(db.Conn(context.Background())).Or(t)
	defer c.Close()
	if ids, err := insert(context.Background(), c, e.dialect, table, 3); err != nil || len(ids) != 3 {
		t.Errorf("insert into %s: %v, %v", table, ids, err)
	}
}

// ownIDs: a row that brings its own id keeps it.
func ownIDs(t *testing.T, e engine) {
	db, _ := made(t, e, "snowflake")
	run(t, db, "INSERT INTO ids (id) VALUES (7)")
	var n int
	if err := db.QueryRow("SELECT count(*) FROM ids WHERE id = 7").Scan(&n); err != nil || n != 1 {
		t.Errorf("%d rows have the id that was given, %v", n, err)
	}
}

// wereThere: a table that cannot hold the ids is refused; one that can gets them.
func wereThere(t *testing.T, e engine) {
	db, _ := made(t, e, "uuidv4")
	for i, x := range []struct {
		scheme, column string
		fits           bool
	}{
		{"snowflake", "id INT PRIMARY KEY", e.dialect == database.SQLite},
		{"snowflake", "id INTEGER PRIMARY KEY", false},
		{"snowflake", "k BIGINT PRIMARY KEY", false},
		{"snowflake", "id BIGINT PRIMARY KEY", true},
		{"uuidv7", "id BIGINT PRIMARY KEY", e.dialect == database.SQLite}, // where any column holds anything
		{"ulid", "id CHAR(26) PRIMARY KEY", true},
		{"uuidv4", map[bool]string{true: "id TEXT", false: "id UUID"}[e.dialect == database.SQLite], true},
		{"uuidv4", "id INTEGER PRIMARY KEY", false},
		{"uuidv7", "id INTEGER PRIMARY KEY", false},
		{"uuidv4", "id CHAR(36) NOT NULL", e.dialect != database.SQLite}, // whose trigger comes too late for that
		{"snowflake", "id BIGINT NOT NULL", e.dialect != database.SQLite},
		{"snowflake", "id BIGINT DEFAULT 7", e.dialect == database.Postgres},
	} {
		s := named(t, x.scheme)
		o := options(e.dialect, s)
		o.Table = fmt.Sprintf("there_%d", i)
		script := try.Of(database.New(s, o)).Or(t)
		run(t, db, "CREATE TABLE "+o.Table+" (other INT, "+x.column+")")
		err := apply(db, script)
		if (err == nil) != x.fits {
			t.Errorf("%s in a table with %s: %v; want it to fit %v", x.scheme, x.column, err, x.fits)
		}
		if err == nil {
			run(t, db, "INSERT INTO "+o.Table+" (other) VALUES (1)")
			ids := try.Of(list(db.Query("SELECT id FROM " + o.Table))).Or(t)
			newChecker(t, s, o, time.Now().Add(-time.Minute)).stream(ids, time.Now())
		}
	}
}

// takenAway: what the script says of how to take it away leaves the table and its ids, and
// it may be put there again.
func takenAway(t *testing.T, e engine) {
	for _, name := range []string{"snowflake", "uuidv7", "uuidv4"} {
		db, s := made(t, e, name)
		try.Of(one(context.Background(), db, e.dialect)).Or(t)
		script := try.Of(database.New(s, options(e.dialect, s))).Or(t)
		for _, statement := range script.Remove {
			run(t, db, statement)
		}
		// The last number is gone with the state, so the next ID has to be of a later millisecond.
		for start := time.Now().UnixMilli(); time.Now().UnixMilli() <= start; {
			runtime.Gosched()
		}
		install(t, db, script)
		try.Of(one(context.Background(), db, e.dialect)).Or(t)
		var n int
		if err := db.QueryRow("SELECT count(*) FROM ids").Scan(&n); err != nil || n != 2 {
			t.Errorf("%s: %d ids, %v; want the one before and the one after", name, n, err)
		}
	}
}

// roles: who may insert into the table needs no right to the sequence.
func roles(t *testing.T, e engine) {
	if e.dialect == database.SQLite {
		t.Skip("SQLite has no roles")
	}
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
	if ids, err := insert(context.Background(), c, e.dialect, "ids", 2); err != nil || len(ids) != 2 {
		t.Errorf("a role that may only insert: %v, %v", ids, err)
	}
}

// othersLocks: a role that may insert cannot take a lock that the function waits for.
func othersLocks(t *testing.T, e engine) {
	if e.dialect != database.Postgres {
		t.Skip("only PostgreSQL locks with a statement of its own")
	}
	db, _ := made(t, e, "snowflake")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	other := try.Of(db.Conn(ctx)).Or(t)
	defer other.Close()
	for _, s := range []string{"CREATE ROLE visitor", "GRANT INSERT, SELECT ON ids TO visitor", "SET ROLE visitor", "BEGIN",
		"SELECT pg_advisory_xact_lock(1768190832, c.oid::bigint::bit(32)::int), pg_advisory_xact_lock(c.oid::bigint) " +
			"FROM pg_class c WHERE relname LIKE 'snowflake_id%'", "LOCK TABLE ids IN ROW EXCLUSIVE MODE"} {
		if _, err := other.ExecContext(ctx, s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if id, err := one(ctx, db, e.dialect); err != nil {
		t.Errorf("beside a visitor's locks: %v, %v", id, err)
	}
	for _, mode := range []string{"ACCESS SHARE", "SHARE", "EXCLUSIVE", "ACCESS EXCLUSIVE"} {
		_, err := other.ExecContext(ctx, "ROLLBACK; BEGIN; LOCK TABLE snowflake_id_lock IN "+mode+" MODE")
		try.Says(t, err, "permission denied", "a visitor locks in %s mode:", mode)
	}
}

// original: Instagram's own function repeats ids where more than 1024 numbers are drawn
// in a millisecond. Ours does not. The numbers in between are drawn at once, for a slow
// machine needs longer than that for one after the other.
func original(t *testing.T, e engine) {
	if e.dialect != database.Postgres {
		t.Skip("the original is for PostgreSQL")
	}
	s, _ := scheme.Get("instagram")
	for _, asIs := range []bool{true, false} {
		script := try.Of(database.New(s, database.Options{Dialect: e.dialect, Original: asIs})).Or(t)
		if (len(script.Warnings) > 0) != asIs {
			t.Errorf("warnings %q of original %v", script.Warnings, asIs)
		}
		db := e.open(t, fmt.Sprintf("original_%v", asIs))
		install(t, db, script)
		repeated := 0
		for range 200 { // the millisecond may end between the first id and the last
			var a, b int64
			try.Works(t, db.QueryRow("SELECT instagram_id(), setval('instagram_id_seq', currval('instagram_id_seq') + 1023), "+
				"instagram_id()").Scan(&a, new(int64), &b))
			if a == b {
				repeated++
			}
		}
		if asIs != (repeated > 0) {
			t.Errorf("original %v: %d of 200 pairs were one id", asIs, repeated)
		}
	}
}

// client: the engine's own client reads the text of a script.
func client(t *testing.T, e engine) {
	for _, name := range []string{"snowflake", "uuidv7", "ulid", "uuidv4", "instagram"} {
		s, _ := scheme.Get(name)
		script := try.Of(database.New(s, options(e.dialect, s))).Or(t)
		c := e.client(t, "by_client_"+name)
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

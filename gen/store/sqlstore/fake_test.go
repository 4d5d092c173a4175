package sqlstore_test

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"modernc.org/sqlite"

	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/store"
	"idscope/gen/store/sqlstore"
	"idscope/gen/store/storetest"
	"idscope/gen/store/target"
	"idscope/gen/testing/try"
)

// fake is a server that is a file of SQLite.
type fake struct {
	path   string
	driver driver.Driver
}

func (f fake) connect(ctx context.Context, u *url.URL) (*sqlstore.DB, error) {
	t, err := target.Parse(u, "fake", "1", "table")
	if err != nil {
		return nil, err
	}
	return sqlstore.Connect(ctx, dialect(), t, f)
}

func (f fake) Connect(context.Context) (driver.Conn, error) {
	return f.driver.Open("file:" + f.path + "?_pragma=busy_timeout(60000)&_pragma=journal_mode(WAL)" +
		"&_pragma=synchronous(OFF)")
}
func (f fake) Driver() driver.Driver { return f.driver }

func newFake(t *testing.T) (fake, store.Driver) {
	known := try.Of(sql.Open("sqlite", "")).Or(t)
	f := fake{filepath.Join(t.TempDir(), "fake.db"), known.Driver()}
	return f, sqlstore.Connecting(f.connect).Driver("fake")
}

// opened is the database of a new fake.
func opened(t *testing.T) *sqlstore.DB {
	_, d := newFake(t)
	return storetest.Open(t, d, "fake://host").(*sqlstore.DB)
}

// dialect is SQLite's.
func dialect() *sqlstore.Dialect {
	return &sqlstore.Dialect{
		Clock:  "unixepoch('subsec')",
		Ignore: " ON CONFLICT DO NOTHING",
		Quote: func(name string) (sqlstore.Table, bool) {
			return sqlstore.Table{Name: name, Quoted: `"` + name + `"`}, !strings.Contains(name, `"`)
		},
		Names: "a name without quotes",
		Create: "CREATE TABLE IF NOT EXISTS %s (name BLOB PRIMARY KEY, value BLOB NOT NULL, version TEXT NOT NULL, " +
			"changed REAL)",
		Options:  func(o counter.Setup) string { return fmt.Sprintf("-- by %d from %d", o.Step, o.Offset) },
		Plain:    sqlstore.Form{Create: "CREATE TABLE %s (id INTEGER PRIMARY KEY) %s"},
		Stub:     sqlstore.Form{Create: "CREATE TABLE %s (id INTEGER PRIMARY KEY, stub) %s"},
		Describe: "SELECT name, lower(type), false FROM pragma_table_info(?) ORDER BY cid",
		Literal:  func(text string) string { return "'" + text + "'" },
		Leaf: "CREATE TABLE leaf_alloc (biz_tag TEXT PRIMARY KEY, max_id BIGINT NOT NULL, step INTEGER NOT NULL, " +
			"description TEXT)",
		Allocate: "UPDATE leaf_alloc SET max_id = max_id + ? WHERE biz_tag = ? RETURNING max_id",
		Numbered: func(ctx context.Context, c *sql.Conn, statement string, args ...any) (n uint64, err error) {
			return n, c.QueryRowContext(ctx, statement, args...).Scan(&n)
		},
		Explain: func(err error) target.Fault {
			if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
				return target.Fault{Kind: target.Lost, Err: err}
			}
			for text, kind := range map[string]target.Kind{"UNIQUE": target.Duplicate, "NOT NULL": target.NoDefault,
				"overflow": target.Full} {
				if strings.Contains(err.Error(), text) {
					return target.Fault{Kind: kind, Err: err}
				}
			}
			return target.Fault{Kind: target.Refused, Err: err}
		},
		Judge: func(ctx context.Context, d *sqlstore.DB) (store.Safety, error) {
			err := d.Read(ctx, func(ctx context.Context, c *sql.Conn) error { return c.PingContext(ctx) })
			return store.Report("SQLite", "fake", "a file", store.Judge("file", "yes", store.BestEffort, "", "yes")), err
		},
		Life: func(ctx context.Context, _ *sqlstore.DB) (store.Incarnation, error) {
			return store.Incarnation{Life: "one", Now: time.Now()}, ctx.Err()
		},
	}
}

// functions gives SQLite the functions of MariaDB that statements have: once, as it keeps them for the whole process.
var functions = sync.OnceFunc(func() {
	for name, f := range map[string]func([]driver.Value) driver.Value{
		"CHAR_LENGTH": func(v []driver.Value) driver.Value { return int64(len(v[0].([]byte))) },
		"LEFT": func(v []driver.Value) driver.Value {
			text := v[0].([]byte)
			return text[:min(int64(len(text)), v[1].(int64))]
		},
	} {
		sqlite.MustRegisterDeterministicScalarFunction(name, map[string]int32{"CHAR_LENGTH": 1, "LEFT": 2}[name],
			func(_ *sqlite.FunctionContext, v []driver.Value) (driver.Value, error) { return f(v), nil })
	}
})

// TestSuiteOfFake runs the suite without a server: the statements are those that TestSuite of each engine has a real
// one run, but for its dialect.
func TestSuiteOfFake(t *testing.T) {
	functions()
	server, d := newFake(t)
	db := sql.OpenDB(server)
	t.Cleanup(func() { _ = db.Close() })
	storetest.Run(t, storetest.Engine{Driver: d, URL: "fake://host", Class: store.Proven, Clock: true,
		Engine: "SQLite",
		Delete: func(t testing.TB, key string) {
			try.Of(db.Exec("DELETE FROM idscope_store WHERE name = ?", []byte(key))).Or(t)
		}})
}

// TestCounting: a table has to number its rows by the step and the offset that are wanted, one of tickets has a column
// stub. One that cannot be opened is none, and asked for again.
func TestCounting(t *testing.T) {
	db := opened(t)
	db.Counting = func(_ context.Context, n *sqlstore.Numbers) error {
		n.Column, n.Every, n.Begin, n.Change = n.Columns[0], 10, 3, "count by %d from %d"
		return nil
	}
	try.Lines(t, "testdata/counting.txt", func(given string) string {
		var table string
		var tickets bool
		var setup counter.Setup
		_, _ = fmt.Sscan(given, &table, &tickets, &setup.Step, &setup.Offset, &setup.Create)
		n, err := db.Numbers(t.Context(), table, tickets, setup)
		return fmt.Sprintf("%t, %q, %v", n != nil, fault.Hint(err), err)
	})
	db.Counting = func(context.Context, *sqlstore.Numbers) error { return nil }
	try.Of(db.Numbers(t.Context(), "idscope_store", false, counter.Setup{})).Says(t, "without an", "of a plain table:")
}

// TestCounters reads testdata/counters.txt: what a table that numbers rows by 10 from 3 gives by a statement, and a row
// of Leaf's, after some statements, and which stores cannot be opened. What is not a number of the server's step is
// none, as two servers would give it out.
func TestCounters(t *testing.T) {
	try.Lines(t, "testdata/counters.txt", func(given string) string {
		server, d := newFake(t)
		direct := sql.OpenDB(server)
		defer direct.Close()
		given, before, _ := strings.Cut(given, " | ")
		try.Of(direct.Exec(before)).Or(t)
		s, err := d.Open(t.Context(), try.Of(store.Parse("fake://host")).Or(t), given != "none")
		if err != nil {
			return err.Error()
		}
		defer s.Close()
		db := s.(*sqlstore.DB)
		if given == "list" {
			return fmt.Sprint(db.Segments(t.Context()))
		}
		var setup counter.Setup
		var key string
		if n, _ := fmt.Sscanf(given, "segment %q %t %d", &key, &setup.Create, &setup.Step); n == 0 {
			n := &sqlstore.Numbers{DB: db, Every: 10, Begin: 3, Statement: given, Restarted: "start again",
				Column: sqlstore.Column{Name: "id", Kind: "int"}, Taken: errors.New("taken")}
			v, err := n.Next(t.Context())
			return strings.TrimSuffix(fmt.Sprint(v, " ", err, "; ", fault.Hint(err)), "; ")
		}
		var b counter.Block
		a, err := db.Segment(t.Context(), key, setup)
		if err == nil {
			b, err = a.Allocate(t.Context(), a.Least())
		}
		return strings.TrimSuffix(fmt.Sprint(b, " ", err, "; ", fault.Hint(err)), "; ")
	})
}

// TestReads: a query that fails finds neither no row nor the first ones alone, and is sent again where that may help.
func TestReads(t *testing.T) {
	db := opened(t)
	try.Of(db.Row(t.Context(), "SELECT wrong", nil)).Says(t, "no such column", "row =")
	try.Of(sqlstore.Rows(t.Context(), db, func(n *int64) []any { return []any{n} },
		"SELECT 1 UNION ALL SELECT abs(-9223372036854775807 - 1)")).Says(t, "overflow", "rows =")
	for kind, want := range map[target.Kind][2]int{target.Lost: {5, 1}, target.ReadOnly: {5, 5}, target.Refused: {1, 1},
		target.Again: {5, 1}} {
		calls, seen := 0, map[any]bool{}
		db.Explain = func(err error) target.Fault { calls++; return target.Fault{Kind: kind, Err: err} }
		try.Fails(t, db.Read(t.Context(), func(_ context.Context, c *sql.Conn) error {
			return c.Raw(func(conn any) error { seen[conn] = true; return io.EOF })
		}), io.EOF, "read")
		try.Equal(t, [2]int{calls, len(seen)}, want, "kind %d: calls and connections:", kind)
	}
}

// TestSegments: segments follow each other, and one goes back only where none was taken since: others have the next.
// One whose answer was lost is lost, as it may be reserved; and a server that may lose it has to be accepted.
func TestSegments(t *testing.T) {
	db := opened(t)
	a := try.Of(db.Segment(t.Context(), "orders", counter.Setup{Create: true, Step: 10})).Or(t)
	for i, c := range []struct {
		want   counter.Block
		back   counter.Block
		isBack bool
	}{
		{want: counter.Block{First: 1, End: 11}},
		{counter.Block{First: 11, End: 21}, counter.Block{First: 5, End: 11}, false},
		{counter.Block{First: 21, End: 31}, counter.Block{First: 25, End: 31}, true},
		{want: counter.Block{First: 25, End: 35}},
	} {
		try.Of(a.Allocate(t.Context(), a.Least())).Is(t, c.want, "%d: segment", i)
		if c.back.Len() > 0 {
			try.Of(a.Return(t.Context(), c.back)).Is(t, c.isBack, "%d: return of %v", i, c.back)
		}
	}
	whole := db.Numbered
	db.Numbered = func(ctx context.Context, c *sql.Conn, statement string, args ...any) (uint64, error) {
		_, err := whole(ctx, c, statement, args...)
		return 0, cmp.Or(err, context.DeadlineExceeded)
	}
	try.Of(a.Allocate(t.Context(), 10)).Fails(t, store.ErrUnknown, "a segment without an answer =")
	db.Numbered = whole
	try.Of(a.Allocate(t.Context(), 10)).Is(t, counter.Block{First: 45, End: 55}, "the segment after it")
	db.Judge = func(context.Context, *sqlstore.DB) (s store.Safety, err error) { return s, nil }
	try.Of(db.Segment(t.Context(), "orders", counter.Setup{})).Fails(t, counter.ErrRisk, "of a server that may lose it:")
}

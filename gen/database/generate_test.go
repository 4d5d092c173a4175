package database_test

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/database"
	"idscope/gen/scheme"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
	"idscope/inspect"
)

const (
	connections = 16
	total       = 100_000 // ids of an engine
)

// TestGenerate: the ids of every scheme that has a script, side by side in one database
// of each engine, by 16 connections at once, 100 000 in total: no duplicate, each read
// with the right time and fields, increasing, also where the clock moves backwards. In SQLite
// one connection writes at a time and the others sleep: four show it, with as many ids each.
func TestGenerate(t *testing.T) {
	t.Parallel()
	inEngines(t, "ids generated inside a database by 16 connections", func(t *testing.T, e engine) {
		begin := time.Now()
		db := e.open(t)
		list := scripted(t, e.dialect)
		try.Within(t, len(list), 25, 1000, "schemes with a script: all that have a time and a sequence, and three more:")
		conns, all := make([]*sql.Conn, connections), total // connections keep what a session has
		if e.dialect == database.SQLite {
			conns, all = conns[:4], total/4
		}
		for i := range conns {
			c := try.Of(db.Conn(context.Background())).Or(t)
			defer c.Close()
			conns[i] = c
		}
		each := all/len(list)/len(conns) + 1
		for _, x := range list {
			t.Run(x.Name, func(t *testing.T) {
				install(t, db, x.script)
				c := newChecker(t, x.Scheme, options(e.dialect, x.Scheme), time.Now())
				c.all(conns, func(conn *sql.Conn, _ int) ([]string, error) {
					return insert(context.Background(), conn, e.dialect, x.table, each)
				})
				try.Equal(t, len(c.seen), each*len(conns), "different ids:")
				fields(t, db, e.dialect, x)
				if e.dialect != database.SQLite && x.Timed() { // else there is no clock to give
					c.all(conns, func(conn *sql.Conn, i int) ([]string, error) { return turnBack(conn, e.dialect, x, i) })
				}
			})
		}
		t.Logf("%d schemes, %d ids of each, in %s", len(list), each*len(conns),
			time.Since(begin).Round(time.Millisecond))
	})
}

// installed is a scheme with its script and its table.
type installed struct {
	*gen.Scheme
	script *database.Script
	name   string // of the function
	table  string
}

// scripted are the schemes that have a script.
func scripted(t *testing.T, d database.Dialect) (list []installed) {
	for _, s := range append(scheme.All(), custom(t, "time:40 cluster:3 worker:10 seq:10", time.Millisecond)) {
		name := strings.ReplaceAll(s.Name, "-", "_")
		o := options(d, s)
		o.Now, o.Table = time.Now(), "ids_"+name
		if script, err := database.New(s, o); err == nil {
			list = append(list, installed{s, script, name + "_id", o.Table})
		}
	}
	return list
}

// turnBack calls the function with a clock that moves backwards by a tick or so and by an
// hour, and returns the ids. A scheme that refuses does so at the hour.
func turnBack(c *sql.Conn, d database.Dialect, x installed, first int) (ids []string, err error) {
	clock := map[database.Dialect]string{database.Postgres: "clock_timestamp() - interval '%d microseconds'",
		database.MariaDB: "UTC_TIMESTAMP(6) - INTERVAL %d MICROSECOND"}[d]
	counted := x.Layout.Width(gen.Seq) > 0
	refuses := counted && x.Backward != gen.BackwardContinue && x.Backward != gen.BackwardBits
	for i := range 6 {
		back := []time.Duration{0, min(2*x.Tick, 5*time.Millisecond), time.Hour}[(first+i)%3]
		more, err := list(c.QueryContext(context.Background(), "SELECT "+x.name+"("+fmt.Sprintf(clock, back.Microseconds())+
			")"))
		switch {
		case back == time.Hour && refuses && err != nil && strings.Contains(err.Error(), "before the last id"):
		case back == time.Hour && refuses || err != nil:
			return nil, fmt.Errorf("%s behind: ids %s, error %w", back, more, err)
		}
		ids = append(ids, more...)
	}
	return ids, nil
}

// options are a worker in the middle of its range, and data.
func options(d database.Dialect, s *gen.Scheme) database.Options {
	o := database.Options{Dialect: d}
	if width := s.Layout.Width(gen.Worker); width > 0 {
		worker := gen.Mask(width).Lo / 3
		o.Worker = &worker
	}
	for _, f := range s.Layout {
		if f.Source == gen.Data {
			o.Set = append(o.Set, gen.Assignment{Field: f.Name, Value: gen.ID{Lo: f.Max().Lo / 3}})
		}
	}
	return o
}

// checker looks at the ids of one scheme.
type checker struct {
	t         *testing.T
	scheme    *gen.Scheme
	inspector *inspect.Inspector
	first     time.Time         // when the first id was generated
	fixed     map[string]gen.ID // fields whose value is known
	seen      map[gen.ID]bool
	random    bool // nothing orders them
}

func newChecker(t *testing.T, s *gen.Scheme, o database.Options, first time.Time) *checker {
	t.Helper()
	in := try.Of(inspect.New(inspect.Options{As: []*gen.Scheme{s}, Now: first})).Or(t)
	c := &checker{t: t, scheme: s, inspector: in, first: first, seen: map[gen.ID]bool{},
		fixed: map[string]gen.ID{}, random: !s.Timed()}
	for _, a := range o.Set {
		c.fixed[a.Field] = a.Value
	}
	for _, f := range s.Layout {
		if f.Source == gen.Worker {
			c.fixed[f.Name] = gen.ID{Lo: *o.Worker}.Shr(uint(f.From)).And(f.Max())
		}
	}
	return c
}

// all looks at what all connections are given at once, each by a call of its own.
func (c *checker) all(conns []*sql.Conn, call func(*sql.Conn, int) ([]string, error)) {
	c.t.Helper()
	streams := make([][]string, len(conns))
	var wait sync.WaitGroup
	for i, conn := range conns {
		wait.Go(func() {
			var err error
			if streams[i], err = call(conn, i); err != nil {
				c.t.Error(err)
			}
		})
	}
	wait.Wait()
	now := time.Now()
	for _, ids := range streams {
		c.stream(ids, now)
	}
}

// stream looks at what one connection was given, until now at most.
func (c *checker) stream(ids []string, now time.Time) {
	c.t.Helper()
	var before gen.ID
	for _, text := range ids {
		r := c.inspector.Inspect(text)
		if r.Err != nil || len(r.Readings) == 0 {
			c.t.Fatalf("id %s is not read as %s: %v", text, c.scheme.Name, r.Err)
		}
		x := r.Readings[0]
		if c.seen[x.ID] {
			c.t.Fatalf("id %s was given twice", text)
		}
		c.seen[x.ID] = true
		if !c.random && x.ID.Cmp(before) <= 0 {
			c.t.Fatalf("id %s follows a larger one", text)
		}
		before = x.ID
		// The clock may be a tick before, and ids a lead ahead.
		if low, high := c.first.Add(-c.scheme.Tick-time.Millisecond), now.Add(c.scheme.Lead()+c.scheme.Tick); x.Timed &&
			(x.Time.Before(low) || x.Time.After(high)) {
			c.t.Fatalf("id %s has the time %s; want %s to %s", text, x.Time, low, high)
		}
		for _, f := range x.AppendLine(nil) {
			if want, ok := c.fixed[f.Key]; ok && f.Number != want {
				c.t.Fatalf("id %s has %s %s; want %s", text, f.Key, f.Number.Decimal(), want.Decimal())
			}
		}
	}
}

// fields: what the database reads out of ids is what inspect reads.
func fields(t *testing.T, db *sql.DB, d database.Dialect, s installed) {
	t.Helper()
	if !s.Timed() {
		return
	}
	query := "SELECT * FROM " + s.table + "_" + s.name + "_fields LIMIT 200"
	if d == database.Postgres {
		query = "SELECT t.id, f.* FROM (SELECT * FROM " + s.table + " LIMIT 200) t, " + s.name + "_fields(t.id) f"
	}
	rows := try.Of(db.Query(query)).Or(t)
	defer rows.Close()
	columns := try.Of(rows.Columns()).Or(t)
	in := try.Of(inspect.New(inspect.Options{As: []*gen.Scheme{s.Scheme}, Now: time.Now()})).Or(t)
	count := 0
	for rows.Next() {
		count++
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		try.Works(t, rows.Scan(values...))
		got := map[string]string{}
		for i, c := range columns {
			got[c] = shown(*values[i].(*any))
		}
		x := in.Inspect(got["id"]).Readings[0]
		at := try.Of(time.Parse(time.RFC3339Nano, got["created_at"])).Or(t).Truncate(x.Resolution())
		if want := x.Time.Truncate(time.Microsecond); !at.Equal(want) {
			t.Fatalf("id %s: the database reads the time %s; want %s", got["id"], got["created_at"], want)
		}
		for _, f := range x.AppendLine(nil) {
			if f.Source == gen.Seq || f.Source == gen.Worker || f.Source == gen.Data {
				if v, ok := got[f.Key]; !ok || v != f.Number.Decimal() {
					t.Fatalf("id %s: the database reads %s %s of %q; want %s", got["id"], f.Key, v, columns, f.Number.Decimal())
				}
			}
		}
	}
	try.Works(t, rows.Err())
	try.Within(t, count, 200, 1<<20, "ids that were read back:")
}

func shown(v any) string {
	switch v := v.(type) {
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	case []byte:
		return string(v)
	}
	return fmt.Sprint(v)
}

// TestState is what happens to the last number: when the clock moves backwards, when a
// transaction is rolled back or stays open, when a call fails.
func TestState(t *testing.T) {
	t.Parallel()
	inEngines(t, "clock rollbacks, transactions rolled back, names with quotes, the engines' clients",
		func(t *testing.T, e engine) {
			servers := []database.Dialect{database.Postgres, database.MariaDB} // have functions, roles, zones; can wait
			postgres := servers[:1]                                            // locks with a statement of its own
			for _, part := range []struct {
				name string
				run  func(*testing.T, engine)
				in   []database.Dialect // nil is all
			}{
				{"clock set back", setBack, nil}, {"clock given", givenClock, servers}, {"rolled back", rolledBack, nil},
				{"open transaction", openTransaction, servers}, {"waits", waits, servers}, {"names", names, nil},
				{"own ids", ownIDs, nil}, {"after another", afterAnother, nil}, {"session", session, nil},
				{"roles", roles, servers}, {"locks of others", othersLocks, postgres},
				{"tables that were there", wereThere, nil}, {"taken away", takenAway, nil},
				{"other ids", otherIDs, nil},
				{"cancelled", cancelled, postgres}, {"time zones", zones, servers}, {"original", original, postgres},
				{"client", client, nil},
			} {
				if part.in == nil || slices.Contains(part.in, e.dialect) {
					t.Run(part.name, func(t *testing.T) { part.run(t, e) })
				}
			}
		})
}

// made is a database of the engine with the script of a scheme.
func made(t testing.TB, e engine, name string) (*sql.DB, *gen.Scheme) {
	t.Helper()
	s := named(t, name)
	db := e.open(t)
	install(t, db, try.Of(database.New(s, options(e.dialect, s))).Or(t))
	return db, s
}

// rows inserts rows by a connection of their own, and returns their ids.
func rows(db *sql.DB, d database.Dialect, table string, n int) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return insert(ctx, c, d, table, n)
}

func mustOne(t *testing.T, db *sql.DB, d database.Dialect) uint64 {
	t.Helper()
	ids := try.Of(rows(db, d, "ids", 1)).Or(t)
	return try.Of(strconv.ParseUint(ids[0], 10, 64)).Or(t)
}

// rolledBack: ids of a transaction that is rolled back are not given again; those of
// SQLite, where nobody else can have seen them, are.
func rolledBack(t *testing.T, e engine) {
	db, s := made(t, e, "march")
	ahead(t, db, e.dialect, s, time.Hour) // so that not the clock moves it on
	tx := try.Of(db.Begin()).Or(t)
	var inside uint64
	statement := "INSERT INTO ids (id) VALUES (DEFAULT) RETURNING id"
	if e.dialect == database.SQLite {
		try.Of(tx.Exec("INSERT INTO ids DEFAULT VALUES")).Or(t)
		statement = "SELECT id FROM ids"
	}
	try.Works(t, tx.QueryRow(statement).Scan(&inside))
	try.Works(t, tx.Rollback())
	after := mustOne(t, db, e.dialect)
	fits := e.dialect == database.SQLite && after == inside || e.dialect != database.SQLite && after > inside
	try.Equal(t, fits, true, "id %d after a rollback of %d fits:", after, inside)
}

// openTransaction: nobody waits for the commit of another, nor for one that failed.
func openTransaction(t *testing.T, e engine) {
	db, s := made(t, e, "snowflake")
	tx := try.Of(db.Begin()).Or(t)
	defer func() { _ = tx.Rollback() }()
	var inside uint64
	try.Works(t, tx.QueryRow("INSERT INTO ids (id) VALUES (DEFAULT) RETURNING id").Scan(&inside))
	try.Equal(t, mustOne(t, db, e.dialect) > inside, true, "an id beside a transaction is above its %d:", inside)
	ahead(t, db, e.dialect, s, time.Hour)
	try.Of(tx.Exec("INSERT INTO ids (id) VALUES (DEFAULT)")).Says(t, "", "an hour behind:")
	ahead(t, db, e.dialect, s, -time.Second)
	mustOne(t, db, e.dialect)
}

// cancelled: a statement that is cut off in the middle leaves no lock behind, though its
// transaction is still open.
func cancelled(t *testing.T, e engine) {
	db, _ := made(t, e, "march")
	tx := try.Of(db.Begin()).Or(t)
	defer func() { _ = tx.Rollback() }()
	for _, timeout := range []string{"30ms", "31ms", "37ms", "50ms"} {
		try.Of(tx.Exec("SAVEPOINT s")).Or(t)
		try.Of(tx.Exec("SET LOCAL statement_timeout = '" + timeout + "'")).Or(t)
		_, err := tx.Exec("SELECT count(march_id()) FROM generate_series(1, 10000000)")
		try.Need(t, err == nil, false, "ten million ids in %s:", timeout)
		mustOne(t, db, e.dialect)
		try.Of(tx.Exec("ROLLBACK TO s")).Or(t)
	}
}

// TestKilled: kill -9 of the server repeats nothing that was committed, though no clock
// helps: the last number is an hour ahead of it.
func TestKilled(t *testing.T) {
	t.Parallel()
	const what = "kill -9 of a server whose clock is behind its ids"
	pg, maria := testserver.Postgres(t, what), testserver.MariaDB(t, what)
	run(t, connect(t, "mysql", dsn(maria)), "CREATE DATABASE ids")
	for _, x := range []struct {
		dialect database.Dialect
		server  *testserver.Server
		driver  string
		dsn     string
	}{{database.Postgres, pg, "pgx", pg.URL}, {database.MariaDB, maria, "mysql", dsn(maria) + "ids"}} {
		s := named(t, "march")
		script := try.Of(database.New(s, options(x.dialect, s))).Or(t)
		db := connect(t, x.driver, x.dsn)
		install(t, db, script)
		ahead(t, db, x.dialect, s, time.Hour)
		last := uint64(0)
		for round := range 3 {
			for range 20 {
				id := mustOne(t, db, x.dialect)
				try.Need(t, id > last, true, "%s, round %d: id %d is above %d:", x.dialect, round, id, last)
				last = id
			}
			x.server.Kill()
			x.server.Start()
			_ = db.Close()
			db = connect(t, x.driver, x.dsn)
		}
	}
}

// custom is a scheme of a layout.
func custom(t *testing.T, layout string, tick time.Duration) *gen.Scheme {
	t.Helper()
	return try.Of(scheme.Custom(scheme.CustomOptions{Layout: layout, Tick: tick})).Or(t)
}

// named is a built-in scheme.
func named(t testing.TB, name string) *gen.Scheme {
	t.Helper()
	return try.Found(scheme.Get(name)).Or(t)
}

// TestPresent: a scheme that has ended, or not begun, has no script, nor one all of whose ticks were granted; numbers
// with a sign end before their top bit is set.
func TestPresent(t *testing.T) {
	worker := uint64(7)
	full := custom(t, "time:42 worker:10 seq:12", time.Millisecond)
	try.Lines(t, "testdata/present.txt", func(given string) string {
		words := strings.Fields(given)
		s, ok := scheme.Get(words[0])
		if !ok {
			s = full
		}
		_, err := database.New(s, database.Options{Dialect: database.Dialect(words[1]), Worker: &worker,
			Now: try.Of(time.Parse(time.RFC3339, words[2])).Or(t), After: try.Of(strconv.ParseUint(words[3], 10, 64)).Or(t)})
		return fmt.Sprint(err)
	})
}

// FuzzNames: names are refused, or quoted so that they begin and end where they should.
func FuzzNames(f *testing.F) {
	f.Add("ids", "f")
	f.Add(`a"b`, "a`b")
	f.Add("a'b;--", "$idscope$")
	f.Add(".", "0") // quoted, it is found between the schema and the table, too
	f.Fuzz(func(t *testing.T, table, name string) {
		if strings.Contains(table+name, "\n") {
			t.Skip("New wants names of one line")
		}
		for _, d := range []database.Dialect{database.Postgres, database.MariaDB, database.SQLite} {
			s, err := database.New(named(t, "uuidv7"), database.Options{Dialect: d, Table: table, Name: name})
			if err != nil {
				continue
			}
			quoted, found := quoted(d, cmp.Or(table, "ids")), false
			for _, x := range s.Statements {
				rest, ok := strings.CutPrefix(x.SQL, "CREATE TABLE IF NOT EXISTS ")
				found = found || ok && strings.HasPrefix(strings.TrimPrefix(rest, `"public".`), quoted+" (\n")
			}
			try.Equal(t, found, true, "%s: a statement creates table %s:", d, quoted)
		}
	})
}

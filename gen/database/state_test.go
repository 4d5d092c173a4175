package database_test

import (
	"context"
	"database/sql"
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
)

// TestState is what happens to the last number: when the clock moves backwards, when a
// transaction is rolled back or stays open, when a call fails.
func TestState(t *testing.T) {
	inEngines(t, "clock rollbacks, transactions rolled back, names with quotes, the engines' clients",
		func(t *testing.T, e engine) {
			for _, part := range []struct {
				name string
				run  func(*testing.T, engine)
			}{
				{"clock set back", setBack}, {"clock given", givenClock}, {"rolled back", rolledBack},
				{"open transaction", openTransaction}, {"waits", waits}, {"names", names}, {"own ids", ownIDs},
				{"after another", afterAnother}, {"session", session}, {"roles", roles}, {"locks of others", othersLocks}, {"tables that were there", wereThere},
				{"taken away", takenAway}, {"calls", calls},
				{"cancelled", cancelled}, {"time zones", zones}, {"original", original}, {"client", client},
			} {
				t.Run(part.name, func(t *testing.T) { part.run(t, e) })
			}
		})
}

// made is a database of the engine with the script of a scheme.
func made(t testing.TB, e engine, name string) (*sql.DB, *gen.Scheme) {
	t.Helper()
	s, ok := scheme.Get(name)
	if !ok {
		t.Fatalf("no scheme %s", name)
	}
	o := options(e.dialect, s)
	script := try.Of(database.New(s, o)).Or(t)
	label := strings.ToLower(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, strings.ToLower(t.Name()))) + "_" + name
	db := e.open(t, label)
	install(t, db, script)
	return db, s
}

// one inserts a row and returns its id.
func one(ctx context.Context, db *sql.DB, d database.Dialect) (string, error) {
	c, err := db.Conn(ctx)
	if err != nil {
		return "", err
	}
	defer c.Close()
	ids, err := insert(ctx, c, d, "ids", 1)
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

func mustOne(t *testing.T, db *sql.DB, d database.Dialect) uint64 {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	text := try.Of(one(ctx, db, d)).Or(t)
	id := try.Of(strconv.ParseUint(text, 10, 64)).Or(t)
	return id
}

// rolledBack: ids of a transaction that is rolled back are not given again; those of
// SQLite, where nobody else can have seen them, are.
func rolledBack(t *testing.T, e engine) {
	db, s := made(t, e, "march")
	ahead(t, db, e.dialect, s, time.Hour) // so that not the clock moves it on
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var inside uint64
	if e.dialect == database.SQLite {
		_, err = tx.Exec("INSERT INTO ids DEFAULT VALUES")
		if err == nil {
			err = tx.QueryRow("SELECT id FROM ids").Scan(&inside)
		}
	} else {
		err = tx.QueryRow("INSERT INTO ids (id) VALUES (DEFAULT) RETURNING id").Scan(&inside)
	}
	if err != nil {
		t.Fatal(err)
	}
	try.Works(t, tx.Rollback())
	after := mustOne(t, db, e.dialect)
	if e.dialect == database.SQLite && after != inside || e.dialect != database.SQLite && after <= inside {
		t.Errorf("id %d after a rollback of %d", after, inside)
	}
}

// openTransaction: nobody waits for the commit of another, nor for one that failed.
func openTransaction(t *testing.T, e engine) {
	if e.dialect == database.SQLite {
		t.Skip("one connection writes at a time, and keeps the others waiting")
	}
	db, s := made(t, e, "snowflake")
	tx := try.Of(db.Begin()).Or(t)
	defer func() { _ = tx.Rollback() }()
	var inside uint64
	try.Works(t, tx.QueryRow("INSERT INTO ids (id) VALUES (DEFAULT) RETURNING id").Scan(&inside))
	if id := mustOne(t, db, e.dialect); id <= inside {
		t.Errorf("id %d beside a transaction that has %d", id, inside)
	}
	ahead(t, db, e.dialect, s, time.Hour)
	if _, err := tx.Exec("INSERT INTO ids (id) VALUES (DEFAULT)"); err == nil {
		t.Error("an hour behind: no error")
	}
	ahead(t, db, e.dialect, s, -time.Second)
	mustOne(t, db, e.dialect)
}

// cancelled: a statement that is cut off in the middle leaves no lock behind, though its
// transaction is still open.
func cancelled(t *testing.T, e engine) {
	if e.dialect != database.Postgres {
		t.Skip("only PostgreSQL takes a lock of its own")
	}
	db, _ := made(t, e, "march")
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, timeout := range []string{"30ms", "31ms", "37ms", "50ms"} {
		try.Of(tx.Exec("SAVEPOINT s")).Or(t)
		try.Of(tx.Exec("SET LOCAL statement_timeout = '" + timeout + "'")).Or(t)
		if _, err = tx.Exec("SELECT count(march_id()) FROM generate_series(1, 10000000)"); err == nil {
			t.Fatal("ten million ids in " + timeout)
		}
		mustOne(t, db, e.dialect)
		try.Of(tx.Exec("ROLLBACK TO s")).Or(t)
	}
}

// calls: the function alone, on many connections at once.
func calls(t *testing.T, e engine) {
	if e.dialect == database.SQLite {
		t.Skip("SQLite has no function")
	}
	db, _ := made(t, e, "sonyflake")
	var all sync.WaitGroup
	var mu sync.Mutex
	seen := map[uint64]bool{}
	for range connections {
		all.Go(func() {
			for last, n := uint64(0), 0; n < 100; n++ {
				var id uint64
				if err := db.QueryRow("SELECT sonyflake_id(NULL)").Scan(&id); err != nil || id <= last {
					t.Errorf("id %d after %d, %v", id, last, err)
					return
				}
				mu.Lock()
				if seen[id] {
					t.Errorf("id %d was given twice", id)
				}
				seen[id] = true
				mu.Unlock()
				last = id
			}
		})
	}
	all.Wait()
}

// TestKilled: kill -9 of the server repeats nothing that was committed, though no clock
// helps: the last number is an hour ahead of it.
func TestKilled(t *testing.T) {
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
				if id <= last {
					t.Fatalf("%s, round %d: id %d after %d", x.dialect, round, id, last)
				}
				last = id
			}
			x.server.Kill()
			x.server.Start()
			_ = db.Close()
			db = connect(t, x.driver, x.dsn)
		}
	}
}

package database_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/database"
	"idscope/gen/testing/try"
)

// BenchmarkCost is how many times as long an id of ours takes as one of the database's
// own: the number of a sequence, a random UUID. Both take turns, so that the machine is
// the same for both; the databases are as they come, and wait for the disk.
//
//	call       the function alone, thousands of times in a statement
//	row        INSERT of one row a statement
//	rows of 16 the same by 16 connections at once
func BenchmarkCost(b *testing.B) {
	for _, s := range starts() {
		b.Run(string(s.dialect), func(b *testing.B) {
			e := s.engine(b, "what an id of ours costs")
			for _, name := range []string{"snowflake", "instagram", "march", "uuidv7", "ulid", "uuidv4"} {
				b.Run(name, func(b *testing.B) { e.cost(b, name) })
			}
		})
	}
}

func (e engine) cost(b *testing.B, name string) {
	db, s := made(b, e, name)
	own := plain[e.dialect]
	for _, statement := range own.tables {
		run(b, db, statement)
	}
	call, table := own.number, "plain_numbers"
	if s.Layout.Size() > 64 {
		call, table = own.random, "plain_uuids"
	}
	if e.dialect != database.SQLite {
		b.Run("call", func(b *testing.B) {
			const calls = 2000
			ours := strings.ReplaceAll(name, "-", "_") + "_id(NULL)"
			if name == "uuidv4" && e.dialect == database.Postgres {
				ours = "uuidv4_id()"
			}
			compare(b, calls, func() error { return do(db, fmt.Sprintf(own.calls, calls, call)) },
				func() error { return do(db, fmt.Sprintf(own.calls, calls, ours)) })
		})
	}
	for _, many := range []int{1, connections} {
		b.Run(map[bool]string{true: "row", false: "rows of 16"}[many == 1], func(b *testing.B) {
			const rows = 320
			compare(b, rows, func() error { return rowByRow(db, own.row+table+own.values, many, rows/many) },
				func() error { return rowByRow(db, own.row+"ids"+own.values, many, rows/many) })
		})
	}
}

// plain is what the engines have of their own.
var plain = map[database.Dialect]struct {
	tables             []string
	number, random     string
	calls, row, values string
}{
	database.Postgres: {
		[]string{"CREATE SEQUENCE plain", "CREATE TABLE plain_numbers (id bigint PRIMARY KEY DEFAULT nextval('plain'))",
			"CREATE TABLE plain_uuids (id uuid PRIMARY KEY DEFAULT gen_random_uuid())"},
		"nextval('plain')", "gen_random_uuid()",
		"SELECT count(%[2]s) FROM generate_series(1, %[1]d)", "INSERT INTO ", " DEFAULT VALUES"},
	database.MariaDB: {
		[]string{"CREATE SEQUENCE plain", "CREATE TABLE plain_numbers (id BIGINT PRIMARY KEY AUTO_INCREMENT)",
			"CREATE TABLE plain_uuids (id UUID PRIMARY KEY DEFAULT uuid())"},
		"NEXT VALUE FOR plain", "uuid()",
		"DO BENCHMARK(%[1]d, %[2]s)", "INSERT INTO ", " () VALUES ()"},
	database.SQLite: {
		[]string{"CREATE TABLE plain_numbers (id INTEGER PRIMARY KEY)",
			"CREATE TABLE plain_uuids (id BLOB PRIMARY KEY DEFAULT (randomblob(16)))"},
		"", "", "", "INSERT INTO ", " DEFAULT VALUES"},
}

// compare runs base and ours in turn; both generate n ids.
func compare(b *testing.B, n int, base, ours func() error) {
	var took [2]time.Duration
	for b.Loop() {
		for i, f := range []func() error{base, ours} {
			begin := time.Now()
			try.Works(b, f())
			took[i] += time.Since(begin)
		}
	}
	b.ReportMetric(float64(took[0])/float64(b.N*n), "ns/own")
	b.ReportMetric(float64(took[1])/float64(b.N*n), "ns/id")
	b.ReportMetric(float64(took[1])/float64(took[0]), "times")
	b.ReportMetric(0, "ns/op")
}

func do(db *sql.DB, statement string) error {
	_, err := db.Exec(statement)
	return err
}

// rowByRow runs a statement n times on each of so many connections.
func rowByRow(db *sql.DB, statement string, many, n int) error {
	var all sync.WaitGroup
	var failed error
	var mu sync.Mutex
	for range many {
		all.Go(func() {
			c, err := db.Conn(context.Background())
			if err == nil {
				defer c.Close()
			}
			for range n {
				if err == nil {
					_, err = c.ExecContext(context.Background(), statement)
				}
			}
			if err != nil {
				mu.Lock()
				failed = err
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return failed
}

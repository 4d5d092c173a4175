//go:build unix

package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"idscope/gen/counter"
	storemysql "idscope/gen/store/mysql"
	storepostgres "idscope/gen/store/postgres"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// BenchmarkCounters compares counters with a loop of the same statement through the same
// client: the rates of both in turn, and their ratio, the median of the rounds.
func BenchmarkCounters(b *testing.B) {
	testserver.Demanded(b, "rates of counters")
	_, my := mariaDB(b, "rates of counters")
	pg := testserver.Postgres(b, "rates of counters").URL
	rest, _ := strings.CutPrefix(my, "mysql://")
	login, rest, _ := strings.Cut(rest, "@")
	address, name, _ := strings.Cut(rest, "/")
	raw := try.Of(sql.Open("mysql", login+"@tcp("+address+")/"+name)).Or(b)
	defer raw.Close()
	pool := try.Of(pgxpool.New(b.Context(), pg)).Or(b)
	defer pool.Close()
	mysql := func(statement string) func(context.Context) error {
		return func(ctx context.Context) error {
			r, err := raw.ExecContext(ctx, statement)
			if err == nil {
				_, err = r.LastInsertId()
			}
			return err
		}
	}
	postgres := func(statement string) func(context.Context) error {
		return func(ctx context.Context) error {
			var n int64
			return pool.QueryRow(ctx, statement).Scan(&n)
		}
	}
	const conflict = ` ON CONFLICT (stub) DO UPDATE SET id = excluded.id RETURNING "Tickets64".id`
	for _, c := range []struct {
		name, url, kind string
		driver          counter.Driver
		raw             func(context.Context) error
	}{
		{"MariaDB", my, "ticket", storemysql.Driver, mysql("REPLACE INTO `Tickets64` (stub) VALUES ('a')")},
		{"MariaDB", my, "autoinc", storemysql.Driver, mysql("INSERT INTO `orders` () VALUES ()")},
		{"MariaDB", my, "segment", storemysql.Driver, mysql("REPLACE INTO `Tickets64` (stub) VALUES ('a')")},
		{"PostgreSQL", pg, "ticket", storepostgres.Driver, postgres(`INSERT INTO "Tickets64" (stub) VALUES ('a')` +
			conflict)},
		{"PostgreSQL", pg, "autoinc", storepostgres.Driver, postgres(`INSERT INTO "orders" DEFAULT VALUES RETURNING id`)},
		{"PostgreSQL", pg, "segment", storepostgres.Driver, postgres(`INSERT INTO "Tickets64" (stub) VALUES ('a')` +
			conflict)},
	} {
		b.Run(c.name+"/"+c.kind, func(b *testing.B) {
			u := try.Of(url.Parse(c.url)).Or(b)
			db := try.Of(c.driver.OpenCounters(b.Context(), u)).Or(b)
			defer db.Close()
			take := taker(b, c.kind, db, u)
			try.Works(b, take(b.Context(), 100))
			var ratios, rates []float64
			for b.Loop() {
				for range 31 {
					slow := rate(b, each, func(ctx context.Context, n int) error {
						for range n {
							if err := c.raw(ctx); err != nil {
								return err
							}
						}
						return nil
					})
					count := each
					if c.kind == "segment" {
						count = 2_000_000
					}
					fast := rate(b, count, take)
					ratios, rates = append(ratios, fast/slow), append(rates, fast)
				}
			}
			slices.Sort(ratios)
			slices.Sort(rates)
			b.ReportMetric(ratios[len(ratios)/2], "x-raw")
			b.ReportMetric(rates[len(rates)/2], "ids/s")
		})
	}
}

// each is how many statements are measured at a time: few, so that both see the same disk.
const each = 100

func rate(b *testing.B, n int, f func(context.Context, int) error) float64 {
	b.Helper()
	start := time.Now()
	try.Works(b, f(b.Context(), n))
	return float64(n) / time.Since(start).Seconds()
}

// taker takes so many numbers of a kind, as gen does.
func taker(b *testing.B, kind string, db counter.Database, u *url.URL) func(context.Context, int) error {
	b.Helper()
	key := map[string]string{"ticket": "Tickets64"}[kind] + map[string]string{"autoinc": "orders",
		"segment": "orders"}[kind]
	dir := b.TempDir()
	host, err := counter.OpenHost(worker.Folder{State: filepath.Join(dir, "state"), Claims: filepath.Join(dir, "claims"),
		ClaimsGiven: true}, counter.NewID(kind, u, key))
	if err != nil {
		b.Fatal(err)
	}
	setup := counter.Setup{Create: true, Step: 1000}
	if kind == "segment" {
		s := counter.NewSegments(counter.SegmentsOptions{Host: host, Ahead: true,
			Open: func(ctx context.Context) (counter.Allocator, error) { return db.Segment(ctx, key, setup) }})
		b.Cleanup(s.Close)
		return func(ctx context.Context, n int) error {
			for left := uint64(n); left > 0; {
				got, err := s.Take(ctx, left)
				if err != nil {
					return err
				}
				left -= got.Len()
			}
			return nil
		}
	}
	setup.Step = 0
	open := db.Rows
	if kind == "ticket" {
		open = db.Tickets
	}
	t := counter.NewTickets([]counter.Server{{Host: host, Open: func(ctx context.Context) (counter.Numbers, error) {
		return open(ctx, key, setup)
	}}}, time.Now, func(line string) { b.Log(line) })
	return func(ctx context.Context, n int) error {
		noted := time.Now()
		for i := range n {
			if _, err := t.Next(ctx); err != nil {
				return err
			}
			if i == n-1 || time.Since(noted) > 20*time.Millisecond {
				if err := t.Note(ctx); err != nil {
					return fmt.Errorf("note: %w", err)
				}
				noted = time.Now()
			}
		}
		return nil
	}
}

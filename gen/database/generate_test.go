package database_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/database"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
	"idscope/inspect"
)

const (
	connections = 16
	total       = 100_000 // ids of an engine
)

// TestGenerate: the ids of every scheme that has a script, side by side in one database
// of each engine, by 16 connections at once, 100 000 in total: no duplicate, each read
// with the right time and fields, increasing, also where the clock moves backwards.
func TestGenerate(t *testing.T) {
	inEngines(t, "ids generated inside a database by 16 connections", func(t *testing.T, e engine) {
		begin := time.Now()
		db := e.open(t, "generated")
		list := scripted(t, e.dialect)
		if len(list) < 25 {
			t.Errorf("%d schemes have a script; want all that have a time and a sequence, and three more", len(list))
		}
		conns := make([]*sql.Conn, connections) // which keep what a session has
		for i := range conns {
			c := try.Of(db.Conn(context.Background())).Or(t)
			defer c.Close()
			conns[i] = c
		}
		each := total/len(list)/connections + 1
		for _, x := range list {
			t.Run(x.Name, func(t *testing.T) {
				install(t, db, x.script)
				c := newChecker(t, x.Scheme, options(e.dialect, x.Scheme), time.Now())
				c.all(conns, func(conn *sql.Conn, _ int) ([]string, error) {
					return insert(context.Background(), conn, e.dialect, x.table, each)
				})
				if len(c.seen) != each*connections {
					t.Errorf("%d different ids of %d", len(c.seen), each*connections)
				}
				fields(t, db, e.dialect, x)
				if e.dialect != database.SQLite && x.Timed() { // else there is no clock to give
					c.all(conns, func(conn *sql.Conn, i int) ([]string, error) { return turnBack(conn, e.dialect, x, i) })
				}
			})
		}
		t.Logf("%d schemes, %d ids of each, in %s", len(list), each*connections, time.Since(begin).Round(time.Millisecond))
	})
}

// installed is a scheme with its script and its table.
type installed struct {
	*gen.Scheme
	script *database.Script
	name   string // of the function
	table  string
}

// scripted are the schemes that have a script; TestRefused says which have none.
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
			o.Set = append(o.Set, gen.Assignment{Field: f.Name, Value: gen.FromUint64(f.Max().Lo / 3)})
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
			c.fixed[f.Name] = gen.FromUint64(*o.Worker).Shr(uint(f.From)).And(f.Max())
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
	query := "SELECT * FROM " + s.name + "_fields LIMIT 200"
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
		if want := x.Time.Truncate(time.Microsecond); !moment(t, got["created_at"]).Truncate(x.Resolution()).Equal(want) {
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
	if err := rows.Err(); err != nil || count < 200 {
		t.Errorf("%d ids were read back, %v; want 200", count, err)
	}
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

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at := try.Of(time.Parse(time.RFC3339Nano, text)).Or(t)
	return at
}

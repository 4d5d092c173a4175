package database_test

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/database"
	"idscope/gen/testing/try"
)

// ahead makes the last number one of a later time, as a clock that was ahead did, and
// returns its tick.
func ahead(t *testing.T, db *sql.DB, d database.Dialect, s *gen.Scheme, by time.Duration) (tick uint64) {
	t.Helper()
	tick, _ = s.Timeline().Tick(time.Now().Add(by))
	number := int64(tick) << s.Layout.Width(gen.Seq)
	table := s.Name + "_id_seq"
	if d == database.Postgres {
		run(t, db, fmt.Sprintf("SELECT setval('%s', %d)", table, number))
	} else {
		run(t, db, fmt.Sprintf("UPDATE %s SET number = %d", table, number))
	}
	return tick
}

// setBack: a clock that is an hour behind the last id repeats nothing. A scheme that
// continues goes on; one that refuses says so, and works again when it may.
func setBack(t *testing.T, e engine) {
	db, s := made(t, e, "march")
	before := mustOne(t, db, e.dialect)
	tick := ahead(t, db, e.dialect, s, time.Hour)
	const count = 5000
	for range count / 500 {
		for _, text := range try.Of(rows(db, e.dialect, "ids", 500)).Or(t) {
			id := try.Of(strconv.ParseUint(text, 10, 64)).Or(t)
			try.Need(t, id > before, true, "id %d is above %d:", id, before)
			before = id
		}
	}
	try.Equal(t, before>>12&(1<<41-1), tick+count>>12, "the sequence is from where the clock was: the last id is of tick")

	db, s = made(t, e, "snowflake")
	mustOne(t, db, e.dialect)
	ahead(t, db, e.dialect, s, time.Hour)
	_, err := rows(db, e.dialect, "ids", 1)
	if e.dialect == database.SQLite {
		try.Equal(t, err, nil, "in SQLite, which cannot wait, ids go on:")
		return
	}
	try.Says(t, err, "before the last id", "an hour behind:")
	ahead(t, db, e.dialect, s, 0) // as if the hour had passed; not before the first id, which may be of this millisecond
	mustOne(t, db, e.dialect)
}

// givenClock: a time that is given sets the clock back, and never ahead.
func givenClock(t *testing.T, e engine) {
	db, _ := made(t, e, "march")
	call := func(clock string) (id uint64, err error) {
		err = db.QueryRow("SELECT march_id(" + clock + ")").Scan(&id)
		return id, err
	}
	last := try.Of(call("NULL")).Or(t)
	for _, clock := range []string{"'2026-01-01 00:00:00'", "'2020-01-01 00:00:01'", "NULL", "'2026-01-02 00:00:00'"} {
		id := try.Of(call(clock)).Or(t)
		try.Need(t, id > last, true, "at %s: id %d is above %d:", clock, id, last)
		last = id
	}
	try.Of(call("'2019-12-31 23:59:59'")).Says(t, "has no ids for this time", "before the epoch:")
	for _, name := range []string{"march", "uuidv7", "ulid"} {
		db, s := made(t, e, name)
		call := func(clock string) ([]string, error) { return list(db.Query("SELECT " + name + "_id('" + clock + "')")) }
		try.Of(call("1969-12-30 00:00:00")).Says(t, "has no ids for this time", "%s before its epoch:", name)
		ids, err := call("2099-01-01 00:00:00")
		if e.dialect == database.Postgres { // MariaDB takes its own clock
			try.Says(t, err, "is in the future", "%s:", name)
		} else {
			try.Works(t, err)
		}
		for _, ids := range [][]string{ids, try.Of(rows(db, e.dialect, "ids", 1)).Or(t)} {
			newChecker(t, s, options(e.dialect, s), time.Now().Add(-time.Minute)).stream(ids, time.Now())
		}
	}
}

// waits: where a sequence is exhausted ids wait for their tick, and are never of a time
// to come. Sonyflake has 256 in 10 ms.
func waits(t *testing.T, e engine) {
	db, s := made(t, e, "sonyflake")
	for range 8 {
		ids, now := try.Of(rows(db, e.dialect, "ids", 200)).Or(t), time.Now()
		for _, text := range ids {
			id, err := strconv.ParseUint(text, 10, 64)
			if at := s.Timeline().Time(id >> 24); err != nil || at.After(now.Add(time.Millisecond)) {
				t.Fatalf("id %s is of %s, and given before at %s, %v", text, at, now, err)
			}
		}
	}
}

// session: ids of one session increase where the clock moves backwards.
func session(t *testing.T, e engine) {
	for _, name := range []string{"uuidv7", "ulid"} {
		db, s := made(t, e, name)
		c := try.Of(db.Conn(context.Background())).Or(t)
		defer c.Close()
		var ids []string
		for _, clock := range []string{"NULL", "'2026-01-01 00:00:00'", "NULL", "'2025-01-01 00:00:00'",
			"'2025-01-01 00:00:00'"} {
			call := func() ([]string, error) {
				return list(c.QueryContext(context.Background(), fmt.Sprintf("SELECT %s_id(%s)", name, clock)))
			}
			if e.dialect == database.SQLite {
				if clock != "NULL" {
					run(t, db, "UPDATE "+name+"_id_seq SET number = number + 3600000")
				}
				call = func() ([]string, error) { return insert(context.Background(), c, e.dialect, "ids", 2) }
			}
			ids = append(ids, try.Of(call()).Or(t)...)
		}
		newChecker(t, s, database.Options{}, time.Now().Add(-time.Minute)).stream(ids, time.Now().Add(12*time.Hour))
	}
}

// zones: the time of an id does not depend on the session's time zone, nor on a time that it set, of another offset.
func zones(t *testing.T, e engine) {
	db, s := made(t, e, "march")
	c := try.Of(db.Conn(context.Background())).Or(t)
	defer c.Close()
	set, zones := "SET TimeZone = '%s'", []string{"+05:30", "-11:00", "+00:00"}
	if e.dialect == database.MariaDB {
		set, zones = "SET timestamp = 1600000000, time_zone = '%s'", append(zones, "later")
		run(t, db, "INSERT INTO mysql.time_zone_name VALUES ('later', 7)")
		run(t, db, "INSERT INTO mysql.time_zone VALUES (7, 'N')")
		run(t, db, "INSERT INTO mysql.time_zone_transition VALUES (7, 1000000000, 0), (7, 1700000000, 1)")
		run(t, db, "INSERT INTO mysql.time_zone_transition_type VALUES (7, 0, 0, 0, 'A'), (7, 1, 3600, 1, 'B')")
	}
	for _, zone := range zones {
		try.Of(c.ExecContext(context.Background(), fmt.Sprintf(set, zone))).Or(t)
		ids := try.Of(insert(context.Background(), c, e.dialect, "ids", 2)).Or(t)
		newChecker(t, s, options(e.dialect, s), time.Now().Add(-time.Minute)).stream(ids, time.Now())
	}
}

// afterAnother: ids are above the tick up to which another had the worker, also where the
// database has a lower number already; one that has a higher number keeps it.
func afterAnother(t *testing.T, e engine) {
	db, s := made(t, e, "march")
	before := mustOne(t, db, e.dialect)
	tick, _ := s.Timeline().Tick(time.Now().Add(time.Hour))
	for _, after := range []uint64{tick, tick - 1000} {
		o := options(e.dialect, s)
		o.After = after
		script := try.Of(database.New(s, o)).Or(t)
		install(t, db, script)
		id := mustOne(t, db, e.dialect)
		try.Equal(t, id>>12&(1<<41-1), tick+1, "after tick %d an id is of", after)
		try.Equal(t, id > before, true, "after tick %d an id is above %d:", after, before)
		before = id
		if e.dialect == database.Postgres {
			raised(t, db, script)
		}
	}
}

// raised: while a script is run in a transaction, nobody waits from where the last number is
// raised on.
func raised(t *testing.T, db *sql.DB, script *database.Script) {
	t.Helper()
	tx := try.Of(db.Begin()).Or(t)
	defer func() { _ = tx.Rollback() }()
	for _, s := range script.Statements {
		try.Of(tx.Exec(s.SQL)).Or(t)
		if strings.HasPrefix(s.SQL, "DO ") && strings.Contains(s.SQL, "setval") {
			mustOne(t, db, database.Postgres)
			return
		}
	}
	t.Error("no statement raises the last number")
}

package database_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/database"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

// custom is a scheme of a layout.
func custom(t *testing.T, layout string, tick time.Duration) *gen.Scheme {
	t.Helper()
	return try.Of(scheme.Custom(scheme.CustomOptions{Layout: layout, Tick: tick})).Or(t)
}

// named is a built-in scheme.
func named(t testing.TB, name string) *gen.Scheme {
	t.Helper()
	s, ok := scheme.Get(name)
	if !ok {
		t.Fatalf("no scheme %s", name)
	}
	return s
}

// ticking is a built-in scheme with another tick.
func ticking(t *testing.T, name string, tick time.Duration) *gen.Scheme {
	t.Helper()
	s := *named(t, name)
	s.Tick = tick
	return &s
}

// readOnly is a scheme that is not generated.
func readOnly(t *testing.T) *gen.Scheme {
	t.Helper()
	s := *named(t, "snowflake")
	s.ReadOnly = "only its owner generates it"
	return &s
}

func TestRefused(t *testing.T) {
	worker := func(n uint64) *uint64 { return &n }
	set := func(field string, n uint64) []gen.Assignment {
		return []gen.Assignment{{Field: field, Value: gen.FromUint64(n)}}
	}
	long := strings.Repeat("n", 60)
	for _, x := range []struct {
		scheme *gen.Scheme
		o      database.Options
		want   string
	}{
		{named(t, "nanoid"), database.Options{}, "not a layout of bits"},
		{named(t, "objectid"), database.Options{}, "not a number that is given"},
		{named(t, "uuidv1"), database.Options{}, "random or an address"},
		{named(t, "uuidv5"), database.Options{}, "generated from a name"},
		{named(t, "uuidv8"), database.Options{}, "for the caller to choose"},
		{named(t, "ksuid"), database.Options{}, "160 bits"},
		{named(t, "ksuidms"), database.Options{}, "two digits"},
		{named(t, "typeid"), database.Options{}, "prefix or a checksum"},
		{named(t, "simpleflake"), database.Options{}, "23 random bits"},
		{named(t, "tid"), database.Options{}, "no sequence"},
		{named(t, "timeflake"), database.Options{}, "base62"},
		{named(t, "scru128"), database.Options{}, "128 bits"},
		{readOnly(t), database.Options{}, "only read"},
		{named(t, "uuid-nil"), database.Options{}, "no time"},
		{named(t, "date-seq"), database.Options{}, "is a counter"},
		{named(t, "autoinc"), database.Options{}, "is a counter"},
		{custom(t, "worker:10 time:42 seq:12", time.Millisecond), database.Options{Worker: worker(1)}, "--dialect mariadb"},
		{custom(t, "time:41 seq:12", 1500*time.Nanosecond), database.Options{}, "microseconds"},
		{custom(t, "time:60 worker:10 seq:12", time.Millisecond), database.Options{Worker: worker(1)}, "82 bits"},

		{named(t, "snowflake"), database.Options{}, "worker number is missing"},
		{named(t, "snowflake"), database.Options{Set: set("worker", 1)}, "worker number is missing"},
		{named(t, "snowflake"), database.Options{Worker: worker(1024)}, "0 to 1023"},
		{named(t, "snowflake"), database.Options{Worker: worker(1), Set: set("worker", 1)}, "use one of the two"},
		{named(t, "snowflake"), database.Options{Set: set("worker", 32)}, "0 to 31"},
		{named(t, "snowflake"), database.Options{Set: set("sequence", 1)}, `"sequence"`},
		{named(t, "instagram"), database.Options{Worker: worker(1)}, "no worker"},
		{named(t, "instagram"), database.Options{Set: set("shard", 8192)}, "0 to 8191"},
		{named(t, "instagram"), database.Options{Set: set("user", 1)}, `"user"`},
		{named(t, "snowflake"), database.Options{Worker: worker(1), Original: true}, "instagram has"},
		{named(t, "instagram"), database.Options{Original: true, Dialect: database.SQLite}, "for PostgreSQL"},
		{ticking(t, "instagram", 10*time.Millisecond), database.Options{Original: true}, "counts milliseconds"},
		{named(t, "uuidv4"), database.Options{Dialect: "oracle"}, `"oracle" is unknown`},

		{named(t, "uuidv4"), database.Options{Table: "a\nb"}, "control characters"},
		{named(t, "uuidv4"), database.Options{Name: "a\x00"}, "control characters"},
		{named(t, "uuidv4"), database.Options{Schema: " a"}, "spaces"},
		{named(t, "uuidv4"), database.Options{Name: "\xff"}, "not usable"},
		{named(t, "uuidv4"), database.Options{Name: long}, "at most 56 bytes"},
		{named(t, "uuidv4"), database.Options{Table: long + long}, "at most 63 bytes"},
		{named(t, "uuidv4"), database.Options{Table: long, Dialect: database.MariaDB}, "too long"},
		{named(t, "uuidv4"), database.Options{Schema: "a", Dialect: database.SQLite}, "SQLite has none"},
	} {
		if x.o.Dialect == "" {
			x.o.Dialect = database.Postgres
		}
		script, err := database.New(x.scheme, x.o)
		if err == nil || script != nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s %+v: %v; want %q", x.scheme.Name, x.o, err, x.want)
		}
	}
	if _, err := database.New(named(t, "snowflake"), database.Options{Dialect: database.Postgres}); !errors.Is(err,
		database.ErrWorker) {
		t.Errorf("without a worker: %v; want %v", err, database.ErrWorker)
	}
}

// TestPresent: a scheme that has ended, or not begun, has no script.
func TestPresent(t *testing.T) {
	for text, want := range map[string]bool{"2010-11-04T01:42:54Z": false, "2010-11-04T01:42:55Z": true,
		"2080-07-10T17:30:30Z": true, "2080-07-10T17:30:31Z": false} {
		now, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		worker := uint64(7)
		_, err = database.New(named(t, "snowflake"), database.Options{Dialect: database.MariaDB, Worker: &worker, Now: now})
		if errors.Is(err, database.ErrTime) == want {
			t.Errorf("in %s: %v", text, err)
		}
	}
}

// TestWorkerFields: a worker may be given by its fields.
func TestWorkerFields(t *testing.T) {
	number := uint64(11<<5 | 26)
	whole := try.Of(database.New(named(t, "snowflake"),
		database.Options{Dialect: database.Postgres, Worker: &number})).Or(t)
	parts, err := database.New(named(t, "snowflake"), database.Options{Dialect: database.Postgres, Set: []gen.Assignment{
		{Field: "datacenter", Value: gen.FromUint64(11)}, {Field: "worker", Value: gen.FromUint64(26)}}})
	if err != nil || parts.Text() != whole.Text() {
		t.Errorf("by its fields: %v; want the text of the whole number", err)
	}
}

// FuzzNames: names are refused, or quoted so that they begin and end where they should.
func FuzzNames(f *testing.F) {
	f.Add("ids", "f")
	f.Add(`a"b`, "a`b")
	f.Add("a'b;--", "$idscope$")
	f.Add(".", "0") // quoted, it is found between the schema and the table, too
	f.Fuzz(func(t *testing.T, table, name string) {
		for _, d := range []database.Dialect{database.Postgres, database.MariaDB, database.SQLite} {
			s, err := database.New(named(t, "uuidv7"), database.Options{Dialect: d, Table: table, Name: name})
			if err != nil {
				continue
			}
			mark := `"`
			if d == database.MariaDB {
				mark = "`"
			}
			if table == "" {
				table = "ids"
			}
			quoted := mark + strings.ReplaceAll(table, mark, mark+mark) + mark
			found := false
			for _, x := range s.Statements {
				rest, ok := strings.CutPrefix(x.SQL, "CREATE TABLE IF NOT EXISTS ")
				found = found || ok && strings.HasPrefix(strings.TrimPrefix(rest, `"public".`), quoted+" (\n")
			}
			if !found {
				t.Errorf("%s: no statement creates table %s", d, quoted)
			}
		}
	})
}

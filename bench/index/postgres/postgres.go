// Package postgres measures in PostgreSQL, 13 or later. It is an importer of
// github.com/jackc/pgx.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"idscope/bench/index"
	"idscope/bench/index/sqlengine"
	"idscope/gen/secret"
)

// Driver takes postgres://USER:PASSWORD@HOST:PORT/DATABASE, and what else libpq
// reads from a URL and from the environment (PGPASSWORD, PGSSLMODE, ...).
type Driver struct{}

var _ index.Driver = Driver{}

// Name returns "PostgreSQL".
func (Driver) Name() string { return "PostgreSQL" }

// Schemes returns the words that a DSN begins with.
func (Driver) Schemes() []string { return []string{"postgres", "postgresql"} }

// Open connects.
func (Driver) Open(ctx context.Context, dsn string) (index.Engine, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		// the client's text repeats it
		return nil, fmt.Errorf("%w; use postgres://USER:PASSWORD@HOST:PORT/DATABASE", index.ErrDSN)
	}
	config.OnNotice = func(*pgconn.PgConn, *pgconn.Notice) {}
	e := &engine{Engine: sqlengine.Engine{DB: stdlib.OpenDB(*config), Target: secret.Redact(dsn)}}
	e.Dialect = &sqlengine.Dialect{
		Table: index.Name + ".ids", Place: "SCHEMA " + index.Name, Cascade: " CASCADE", Taken: taken, Dollar: true,
		Integer: "bigint", UUID: "uuid", Bytes: func(int) string { return "bytea" },
		Text:    func(int) string { return `text COLLATE "C"` },
		Counter: "bigint GENERATED ALWAYS AS IDENTITY",
		Payload: func(n int) string { return fmt.Sprintf(`bytea NOT NULL DEFAULT '\x%s'`, strings.Repeat("00", n)) },
		// Vacuum would come at a moment of its own, and has nothing to do here.
		Options:  func(index.Table) string { return " WITH (autovacuum_enabled = false)" },
		Argument: func(id uint64) any { return int64(id) },
		Insert:   e.unnest,
	}
	e.DB.SetMaxOpenConns(1)
	if err := e.DB.QueryRowContext(ctx, "SELECT current_setting('server_version'), "+
		"pg_size_bytes(current_setting('shared_buffers'))").Scan(&e.version, &e.cache); err != nil {
		return nil, errors.Join(err, e.DB.Close())
	}
	return e, nil
}

func taken(err error) bool {
	var p *pgconn.PgError
	return errors.As(err, &p) && p.Code == "42P06"
}

// engine is a server.
type engine struct {
	sqlengine.Engine
	version string
	cache   int64  // bytes of shared_buffers
	stat    string // the extension's function pgstatindex; empty where it is not to be had
	notes   []string
	begun   string // position in the WAL
}

var _ index.Engine = (*engine)(nil)

func (e *engine) About() index.About {
	version, _, _ := strings.Cut(e.version, " ")
	return index.About{
		Engine: "PostgreSQL " + version, Target: e.Target, LogKind: "WAL",
		Order:  "rows lie in order of arrival; the index of the primary key is a B-tree beside them",
		Remedy: "DROP SCHEMA " + index.Name + " CASCADE",
		Notes:  append([]string{"bytes of WAL are the whole server's"}, e.notes...),
		Cache:  &index.Cache{Name: "shared_buffers", Bytes: e.cache},
	}
}

func (e *engine) Variants() []index.Variant {
	return []index.Variant{index.Heap, index.Secondary, index.TimeIndex, index.TextKey}
}

// Claim also finds or makes the extension that reads the pages, inside the schema
// so that it goes with it; only superusers may.
func (e *engine) Claim(ctx context.Context) error {
	if err := e.Engine.Claim(ctx); err != nil {
		return err
	}
	var schema string
	err := e.DB.QueryRowContext(ctx, "SELECT nspname FROM pg_extension x JOIN pg_namespace n "+
		"ON n.oid = extnamespace WHERE extname = 'pgstattuple'").Scan(&schema)
	if errors.Is(err, sql.ErrNoRows) {
		schema = index.Name
		err = e.Do(ctx, "CREATE EXTENSION pgstattuple SCHEMA "+schema)
	}
	if err == nil {
		e.stat = pgx.Identifier{schema, "pgstatindex"}.Sanitize()
		return nil
	}
	e.notes = append(e.notes, "the fill is calculated and splits are unknown: extension pgstattuple is not to be had")
	return ctx.Err()
}

const noCheckpoint = "no right to CHECKPOINT: schemes may begin at different distances from one, which moves their WAL"

// Create also ends a checkpoint: the first change of a page after one logs all of it. It needs
// a right that not everyone has.
func (e *engine) Create(ctx context.Context, t index.Table) (column string, err error) {
	if column, err = e.Engine.Create(ctx, t); err != nil {
		return "", err
	}
	if err := e.Do(ctx, "CHECKPOINT"); err != nil && ctx.Err() == nil && !slices.Contains(e.notes, noCheckpoint) {
		e.notes = append(e.notes, noCheckpoint)
	}
	return column, e.DB.QueryRowContext(ctx, "SELECT pg_current_wal_insert_lsn()::text").Scan(&e.begun)
}

// unnest adds rows as two arrays: thousands of arguments cost the server more than the rows.
func (e *engine) unnest(t index.Table, rows []index.Row) (string, []any) {
	created := make([]int64, len(rows))
	for i, r := range rows {
		created[i] = r.Created
	}
	kind, ids := "bytea", any(nil)
	switch k := t.Key; {
	case k.Written():
		kind, ids = "text", list[string](e, rows)
	case k.Integer():
		kind, ids = "bigint", list[int64](e, rows)
	case k.UUID():
		kind, ids = "uuid", list[[16]byte](e, rows)
	default:
		ids = list[[]byte](e, rows)
	}
	return fmt.Sprintf("INSERT INTO %s (id, created) SELECT * FROM unnest($1::%s[], $2::bigint[])", e.Dialect.Table,
			kind),
		[]any{ids, created}
}

func list[T any](e *engine, rows []index.Row) []T {
	all := make([]T, len(rows))
	for i := range all {
		all[i] = e.Value(rows[i].ID).(T)
	}
	return all
}

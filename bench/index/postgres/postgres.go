// Package postgres measures in PostgreSQL, 13 or later. It is the only importer of
// github.com/jackc/pgx.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"idscope/bench/index"
	"idscope/gen"
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
		return nil, fmt.Errorf("%w; want postgres://USER:PASSWORD@HOST:PORT/DATABASE", index.ErrDSN)
	}
	config.OnNotice = func(*pgconn.PgConn, *pgconn.Notice) {}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	e := &engine{conn: conn, target: secret.Redact(dsn)}
	return e, conn.QueryRow(ctx, "SELECT current_setting('server_version'), "+
		"pg_size_bytes(current_setting('shared_buffers'))").Scan(&e.version, &e.cache)
}

// engine is one connection.
type engine struct {
	conn    *pgx.Conn
	target  string
	version string
	cache   int64  // bytes of shared_buffers
	stat    string // the extension's function pgstatindex; empty where it is not to be had
	notes   []string

	table  index.Table
	rows   int64
	begun  string // position in the WAL
	insert string
	read   string
	within string // reads the rows of a window
}

var _ index.Engine = (*engine)(nil)

const (
	table   = index.Name + ".ids"
	primary = index.Name + ".ids_pkey"
	second  = index.Name + ".ids_id_key"
)

func (e *engine) About() index.About {
	version, _, _ := strings.Cut(e.version, " ")
	return index.About{
		Engine: "PostgreSQL " + version, Target: e.target, LogKind: "WAL",
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
	_, err := e.conn.Exec(ctx, "CREATE SCHEMA "+index.Name)
	if has(err, "42P06") {
		return fmt.Errorf("schema %s of %s %w", index.Name, e.target, index.ErrExists)
	}
	if err != nil {
		return err
	}
	var schema string
	err = e.conn.QueryRow(ctx, "SELECT nspname FROM pg_extension x JOIN pg_namespace n ON n.oid = extnamespace WHERE "+
		"extname = 'pgstattuple'").Scan(&schema)
	if errors.Is(err, pgx.ErrNoRows) {
		schema = index.Name
		_, err = e.conn.Exec(ctx, "CREATE EXTENSION pgstattuple SCHEMA "+schema)
	}
	if err == nil {
		e.stat = pgx.Identifier{schema, "pgstatindex"}.Sanitize()
		return nil
	}
	e.notes = append(e.notes, "the fill is calculated and splits are unknown: extension pgstattuple is not to be had")
	return ctx.Err()
}

const noCheckpoint = "no right to CHECKPOINT: schemes may begin at different distances from one, which moves their WAL"

func (e *engine) Create(ctx context.Context, t index.Table) (column string, err error) {
	column = "bytea"
	switch {
	case t.Key.Written():
		column = `text COLLATE "C"`
	case t.Key.Integer():
		column = "bigint"
	case t.Key.UUID():
		column = "uuid"
	}
	e.table, e.rows = t, 0
	key := "id " + column + " PRIMARY KEY"
	if t.Variant == index.Secondary {
		key = "n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id " + column + " NOT NULL UNIQUE"
	}
	// Vacuum would come at a moment of its own, and has nothing to do here.
	do := fmt.Sprintf(`CREATE TABLE %s (%s, created bigint NOT NULL, payload bytea NOT NULL DEFAULT '\x%s')
		WITH (autovacuum_enabled = false)`, table, key, strings.Repeat("00", t.Payload))
	if t.Variant == index.TimeIndex {
		do += "; CREATE INDEX ON " + table + " (created)"
	}
	if _, err = e.conn.Exec(ctx, do); err != nil {
		return "", err
	}
	kind, _, _ := strings.Cut(column, " ")
	e.insert = fmt.Sprintf("INSERT INTO %s (id, created) SELECT * FROM unnest($1::%s[], $2::bigint[])", table, kind)
	rows := fmt.Sprintf("SELECT count(*) FROM %s WHERE length(payload) = %d AND ", table, t.Payload)
	e.read = fmt.Sprintf("%sid = ANY($1::%s[])", rows, kind)
	e.within = rows + "created BETWEEN $1 AND $2"
	if t.Window() == index.ByKey {
		e.within = fmt.Sprintf("%sid BETWEEN $1::%s AND $2::%[2]s", rows, kind)
	}
	// The first change of a page after a checkpoint logs all of it: each scheme
	// begins behind one. It needs a right that not everyone has.
	if _, err := e.conn.Exec(ctx, "CHECKPOINT"); err != nil && ctx.Err() == nil &&
		!slices.Contains(e.notes, noCheckpoint) {
		e.notes = append(e.notes, noCheckpoint)
	}
	return column, e.conn.QueryRow(ctx, "SELECT pg_current_wal_insert_lsn()::text").Scan(&e.begun)
}

// value is an identifier as the server takes it.
func (e *engine) value(id gen.ID) any {
	switch k := e.table.Key; {
	case k.Written():
		return string(k.Append(nil, id))
	case k.Integer():
		return int64(id.Lo)
	case k.UUID():
		return id.Bytes16()
	default:
		return k.Append(nil, id)
	}
}

// array is n identifiers as an array that the server understands.
func (e *engine) array(n int, id func(i int) gen.ID) any {
	switch k := e.table.Key; {
	case k.Written():
		return list[string](e, n, id)
	case k.Integer():
		return list[int64](e, n, id)
	case k.UUID():
		return list[[16]byte](e, n, id)
	}
	return list[[]byte](e, n, id)
}

func list[T any](e *engine, n int, id func(i int) gen.ID) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = e.value(id(i)).(T)
	}
	return all
}

func (e *engine) Insert(ctx context.Context, rows []index.Row) error {
	created := make([]int64, len(rows))
	for i, r := range rows {
		created[i] = r.Created
	}
	_, err := e.conn.Exec(ctx, e.insert, e.array(len(rows), func(i int) gen.ID { return rows[i].ID }), created)
	if err == nil {
		e.rows += int64(len(rows))
	}
	return err
}

func (e *engine) Read(ctx context.Context, ids []gen.ID) (found int, err error) {
	err = e.conn.QueryRow(ctx, e.read, e.array(len(ids), func(i int) gen.ID { return ids[i] })).Scan(&found)
	return found, err
}

func (e *engine) Range(ctx context.Context, from, to index.Row) (found int, err error) {
	var low, high any = from.Created, to.Created
	if e.table.Window() == index.ByKey {
		low, high = e.value(from.ID), e.value(to.ID)
	}
	err = e.conn.QueryRow(ctx, e.within, low, high).Scan(&found)
	return found, err
}

func (e *engine) Remove(ctx context.Context) error {
	_, err := e.conn.Exec(ctx, "DROP TABLE "+table)
	return err
}

func (e *engine) Release(ctx context.Context) error {
	if err := e.alive(ctx); err != nil {
		return err
	}
	_, err := e.conn.Exec(ctx, "DROP SCHEMA "+index.Name+" CASCADE")
	return err
}

// alive connects anew where a call that was cancelled has closed the connection.
func (e *engine) alive(ctx context.Context) error {
	if !e.conn.IsClosed() {
		return nil
	}
	conn, err := pgx.ConnectConfig(ctx, e.conn.Config())
	if err == nil {
		e.conn = conn
	}
	return err
}

func (e *engine) Close() error { return e.conn.Close(context.Background()) }

// has reports whether the server gave an error this code.
func has(err error, code string) bool {
	var p *pgconn.PgError
	return errors.As(err, &p) && p.Code == code
}

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
	e := &engine{conn: conn, target: index.Redact(dsn)}
	return e, conn.QueryRow(ctx, "SHOW server_version").Scan(&e.version)
}

// engine is one connection.
type engine struct {
	conn    *pgx.Conn
	target  string
	version string
	stat    string // the extension's function pgstatindex; empty where it is not to be had
	notes   []string

	key     index.Key
	payload int
	rows    int64
	begun   string // position in the WAL
	insert  string
	read    string
}

var _ index.Engine = (*engine)(nil)

const (
	table   = index.Name + ".ids"
	primary = index.Name + ".ids_pkey"
)

func (e *engine) About() index.About {
	version, _, _ := strings.Cut(e.version, " ")
	return index.About{
		Engine: "PostgreSQL " + version, Target: e.target, LogKind: "WAL",
		Order:  "rows lie in order of arrival; the index of the primary key is a B-tree beside them",
		Remedy: "DROP SCHEMA " + index.Name + " CASCADE",
		Notes:  append([]string{"bytes of WAL are the whole server's"}, e.notes...),
	}
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

func (e *engine) Create(ctx context.Context, k index.Key, payload int) (column string, err error) {
	column = "bytea"
	switch {
	case k.Integer():
		column = "bigint"
	case k.UUID():
		column = "uuid"
	}
	e.key, e.payload, e.rows = k, payload, 0
	// Vacuum would come at a moment of its own, and has nothing to do here.
	_, err = e.conn.Exec(ctx,
		fmt.Sprintf(`CREATE TABLE %s (id %s PRIMARY KEY, payload bytea NOT NULL DEFAULT '\x%s')
			WITH (autovacuum_enabled = false)`,
			table, column, strings.Repeat("00", payload)))
	if err != nil {
		return "", err
	}
	e.insert = fmt.Sprintf("INSERT INTO %s (id) SELECT unnest($1::%s[])", table, column)
	e.read = fmt.Sprintf("SELECT count(*) FROM %s WHERE id = ANY($1::%s[]) AND length(payload) = %d", table, column,
		payload)
	// The first change of a page after a checkpoint logs all of it: each scheme
	// begins behind one. It needs a right that not everyone has.
	if _, err := e.conn.Exec(ctx, "CHECKPOINT"); err != nil && ctx.Err() == nil &&
		!slices.Contains(e.notes, noCheckpoint) {
		e.notes = append(e.notes, noCheckpoint)
	}
	return column, e.conn.QueryRow(ctx, "SELECT pg_current_wal_insert_lsn()::text").Scan(&e.begun)
}

// keys are identifiers as an array that the server understands.
func (e *engine) keys(ids []gen.ID) any {
	switch {
	case e.key.Integer():
		list := make([]int64, len(ids))
		for i, id := range ids {
			list[i] = int64(id.Lo)
		}
		return list
	case e.key.UUID():
		list := make([][16]byte, len(ids))
		for i, id := range ids {
			list[i] = id.Bytes16()
		}
		return list
	}
	list := make([][]byte, len(ids))
	for i, id := range ids {
		list[i] = e.key.Append(nil, id)
	}
	return list
}

func (e *engine) Insert(ctx context.Context, ids []gen.ID) error {
	_, err := e.conn.Exec(ctx, e.insert, e.keys(ids))
	if err == nil {
		e.rows += int64(len(ids))
	}
	return err
}

func (e *engine) Read(ctx context.Context, ids []gen.ID) (found int, err error) {
	err = e.conn.QueryRow(ctx, e.read, e.keys(ids)).Scan(&found)
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

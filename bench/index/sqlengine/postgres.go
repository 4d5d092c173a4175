package sqlengine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"idscope/bench/index"
	"idscope/gen/secret"
)

// Postgres is of PostgreSQL, 13 or later. It takes postgres://USER:PASSWORD@HOST:PORT/DATABASE,
// and what else libpq reads from a URL and from the environment (PGPASSWORD, PGSSLMODE, ...).
var Postgres = index.Driver{Schemes: []string{"postgres", "postgresql"}, Open: openPostgres}

func openPostgres(ctx context.Context, dsn string) (index.Engine, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		// the client's text repeats it
		return nil, fmt.Errorf("%w; use postgres://USER:PASSWORD@HOST:PORT/DATABASE", index.ErrDSN)
	}
	config.OnNotice = func(*pgconn.PgConn, *pgconn.Notice) {}
	base, err := connect(ctx, stdlib.OpenDB(*config), postgres(secret.Redact(dsn)))
	return &postgresEngine{engine: base}, err
}

func postgres(target string) dialect {
	return dialect{
		info: index.About{
			Target: target, LogKind: "WAL",
			Kinds:  []index.Variant{index.Heap, index.Secondary, index.TimeIndex, index.TextKey},
			Order:  "rows lie in order of arrival; the index of the primary key is a B-tree beside them",
			Remedy: "DROP SCHEMA " + index.Name + " CASCADE",
			Notes:  []string{"bytes of WAL are the whole server's"},
			Cache:  &index.Cache{Name: "shared_buffers"},
		},
		settings: "SELECT 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1), " +
			"pg_size_bytes(current_setting('shared_buffers'))",
		name: index.Name + ".ids", place: "SCHEMA " + index.Name,
		taken: func(err error) bool {
			var p *pgconn.PgError
			return errors.As(err, &p) && p.Code == "42P06"
		},
		integer: "bigint", uuid: "uuid", bytes: "bytea", text: `text COLLATE "C"`,
		counter: "bigint GENERATED ALWAYS AS IDENTITY",
		payload: "bytea NOT NULL DEFAULT decode(repeat('00', #), 'hex')",
		// Vacuum would come at a moment of its own, and has nothing to do here.
		options: " WITH (autovacuum_enabled = false)",
		dollar:  true,
		logs:    []string{"SELECT (pg_current_wal_insert_lsn() - '0/0')::int8"},
	}
}

// postgresEngine is a server.
type postgresEngine struct {
	engine
	stat string // the extension's function pgstatindex; empty where it is not to be had
}

// Claim also finds or makes the extension that reads the pages, inside the schema
// so that it goes with it; only superusers may.
func (e *postgresEngine) Claim(ctx context.Context) error {
	if err := e.engine.Claim(ctx); err != nil {
		return err
	}
	var schema string
	err := e.ask(ctx, &schema, "SELECT nspname FROM pg_extension x JOIN pg_namespace n ON n.oid = extnamespace "+
		"WHERE extname = 'pgstattuple'")
	if errors.Is(err, sql.ErrNoRows) {
		schema = index.Name
		err = e.do(ctx, "CREATE EXTENSION pgstattuple SCHEMA "+schema)
	}
	if err == nil {
		e.stat = pgx.Identifier{schema, "pgstatindex"}.Sanitize()
		return nil
	}
	e.note("the fill is calculated and splits are unknown: extension pgstattuple is not to be had")
	return nil // a context that has ended is seen by what follows, and Release drops what was made
}

// Create also ends a checkpoint: the first change of a page after one logs all of it. It needs
// a right that not everyone has.
func (e *postgresEngine) Create(ctx context.Context, t index.Table) (column string, err error) {
	if column, err = e.engine.Create(ctx, t); err != nil {
		return "", err
	}
	if err := e.do(ctx, "CHECKPOINT"); err != nil && ctx.Err() == nil {
		e.note("no right to CHECKPOINT: schemes may begin at different distances from one, which moves their WAL")
	}
	e.begin(ctx)
	return column, ctx.Err()
}

// The parts of a leaf of PostgreSQL's B-tree (access/nbtree.h, storage/bufpage.h).
const (
	postgresHead = 24 + 16 // of the page, and the special space
	tupleHead    = 8 + 4   // of the tuple, and its line pointer
)

// Stats asks for the sizes, and reads every page of the index where the extension
// pgstattuple is there. Splits follow from its page counts: nothing was deleted, so
// on each level of the tree every page but the first came from one split. Without it all pages
// but the first, which describes the tree, are taken for leaves: the inner ones are fewer than
// one in a hundred.
func (e *postgresEngine) Stats(ctx context.Context) (index.Stats, error) {
	tree := index.Name + ".ids_pkey"
	if e.table.Variant == index.Secondary {
		tree = index.Name + "." + second
	}
	pages, from := "nullif(size / page, 1) - 1, NULL, NULL", ""
	if e.stat != "" {
		pages = "nullif(leaf_pages, 0), nullif(avg_leaf_density, 'NaN') / 100, " +
			"internal_pages + leaf_pages - (tree_level + 1)"
		from = ", " + e.stat + "($2)"
	}
	s := e.counted(ctx)
	err := e.db.QueryRowContext(ctx, "SELECT pg_total_relation_size($1::text::regclass), size, page, "+pages+
		" FROM (SELECT pg_relation_size($2::text::regclass) AS size, "+
		"current_setting('block_size')::int8 AS page) AS tree"+from, e.name, tree).
		Scan(&s.DiskBytes, &s.IndexBytes, &s.PageBytes, &s.LeafPages, &s.Fill, &s.Splits)
	if err != nil {
		return s, err
	}
	k := e.table.Key
	key := k.Bytes()
	if !k.Integer() && !k.UUID() {
		key++ // the byte of its length
	}
	e.calculate(&s, (key+7)/8*8+tupleHead, postgresHead)
	return s, nil
}

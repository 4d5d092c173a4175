// Package postgres keeps a store in one table of PostgreSQL, 13 or later. It is an
// importer of github.com/jackc/pgx. Every commit is synced before it is confirmed,
// whatever the server's default is.
package postgres

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"idscope/gen/store/sqlstore"
)

// dialect is what PostgreSQL has of its own. What is text is kept as text, so that people
// can read it.
var dialect = &sqlstore.Dialect{
	Dollar: true,
	Clock:  "clock_timestamp()",
	Ignore: " ON CONFLICT DO NOTHING",
	Quote:  quote,
	Names:  "NAME or SCHEMA.NAME, each of 1 to 63 bytes",

	Create: `CREATE TABLE IF NOT EXISTS %[1]s (
  name    text COLLATE "C" PRIMARY KEY,
  value   text,
  bytes   bytea,
  version text NOT NULL,
  changed timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (num_nonnulls(value, bytes) = 1)
);
COMMENT ON TABLE %[1]s IS 'register of idscope: what a name holds is in value, or in bytes where it is not text; ` +
		`to change it by hand, change the version too'`,
	Cells: []string{"value", "bytes"},
	Split: func(data []byte) []any {
		if !utf8.Valid(data) || slices.Contains(data, 0) {
			return []any{nil, data}
		}
		return []any{string(data), nil}
	},
	Value: "coalesce(bytes, convert_to(value, 'UTF8'))",
	Peek:  "SELECT FROM %s LIMIT 0",

	Describe: "SELECT attname::text, format_type(atttypid, NULL), false FROM pg_attribute " +
		"WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
	Literal: literal,

	// Leaf's table, in the words of PostgreSQL.
	Leaf: `CREATE TABLE IF NOT EXISTS leaf_alloc (
  biz_tag varchar(128) NOT NULL DEFAULT '' PRIMARY KEY,
  max_id bigint NOT NULL DEFAULT 1,
  step integer NOT NULL,
  description varchar(256),
  update_time timestamp with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP
);
COMMENT ON TABLE leaf_alloc IS 'counters of Leaf and of idscope gen segment';
COMMENT ON COLUMN leaf_alloc.biz_tag IS 'name of the counter';
COMMENT ON COLUMN leaf_alloc.max_id IS 'first number that was not given out';
COMMENT ON COLUMN leaf_alloc.step IS 'numbers of a segment'`,
	Widen: "ALTER TABLE leaf_alloc ALTER max_id TYPE bigint",
	Allocate: "UPDATE leaf_alloc SET max_id = max_id + $1, update_time = clock_timestamp() WHERE biz_tag = $2 " +
		"RETURNING max_id",

	Numbered: numbered,
	Explain:  explain,
	Judge:    judge,
	Life:     life,
}

// quote takes NAME or SCHEMA.NAME. PostgreSQL cuts names at 63 bytes, and would take two
// long ones for one.
func quote(name string) (sqlstore.Table, bool) {
	parts := strings.Split(name, ".")
	for _, p := range parts {
		if p == "" || len(p) > 63 || len(parts) > 2 || strings.ContainsRune(p, 0) {
			return sqlstore.Table{}, false
		}
	}
	quoted := pgx.Identifier(parts).Sanitize()
	return sqlstore.Table{Name: quoted, Quoted: quoted}, true
}

// numbered asks the client itself: package sql starts a goroutine for each query.
func numbered(ctx context.Context, c *sql.Conn, statement string, args ...any) (uint64, error) {
	var n int64
	err := c.Raw(func(conn any) error {
		return conn.(*stdlib.Conn).Conn().QueryRow(ctx, statement, args...).Scan(&n)
	})
	return uint64(n), err
}

// literal writes a text as SQL does.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

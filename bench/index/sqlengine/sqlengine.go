// Package sqlengine measures in one table of a database behind database/sql: of SQLite, PostgreSQL
// and MySQL. Each has a dialect, and what no standard has: how it is opened, and what it tells of
// its table. It is the only importer of their clients here.
package sqlengine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"idscope/bench/index"
	"idscope/gen"
)

// dialect is how a database says what all of them have. In types # is a number of bytes.
type dialect struct {
	info     index.About // what it is; name and size of the cache are those of settings
	settings string      // asks for its name with the version, and for the bytes of its cache

	name  string // of the table, with that of the place around it
	place string // what is created for the table, and dropped: "SCHEMA name"
	// Taken reports whether an error says that the place exists already.
	taken func(error) bool

	integer  string // type of a column of 64 bits
	unsigned bool   // whether its numbers have no sign
	uuid     string // of one of 128 bits; empty where it is one of bytes
	bytes    string // of one of # bytes
	text     string // of one of at most # characters of ASCII, which compares them as bytes
	counter  string // of a primary key that counts by itself
	payload  string // of a column of # bytes that has them by itself
	options  string // of a table, after its columns
	dollar   bool   // arguments are $1, $2 with their types, and may be arrays; else ?

	// logs and splitting ask for what the server counts, in several ways: the first that it answers.
	logs, splitting []string
}

// engine is one connection; database/sql makes it again where it broke.
type engine struct {
	dialect
	db    *sql.DB
	table index.Table      // that is measured
	rows  int64            // that were inserted into it
	kind  string           // type of the column of the id
	value func(gen.ID) any // an id as this column takes it
	// log and splits are what the server had counted at Create; nil where it does not tell.
	log, splits *int64
}

// second is the name of the unique index of the id beside a primary key that counts.
const second = "idscope_ids"

// connect asks for the settings of a database. It closes one that does not answer.
func connect(ctx context.Context, db *sql.DB, d dialect) (engine, error) {
	e := engine{dialect: d, db: db}
	db.SetMaxOpenConns(1) // settings are those of a connection
	err := db.QueryRowContext(ctx, d.settings).Scan(&e.info.Engine, &e.info.Cache.Bytes)
	if err != nil {
		err = errors.Join(err, db.Close())
	}
	return e, err
}

// About says what was opened.
func (e *engine) About() index.About { return e.info }

// note adds what the reader has to know, once.
func (e *engine) note(text string) {
	if !slices.Contains(e.info.Notes, text) {
		e.info.Notes = append(e.info.Notes, text)
	}
}

// Claim creates the place of the table.
func (e *engine) Claim(ctx context.Context) error {
	err := e.do(ctx, "CREATE "+e.place)
	if err != nil && e.taken(err) {
		kind, name, _ := strings.Cut(e.place, " ")
		return fmt.Errorf("%s %s of %s %w", strings.ToLower(kind), name, e.info.Target, index.ErrExists)
	}
	return err
}

// Create creates the table.
func (e *engine) Create(ctx context.Context, t index.Table) (column string, err error) {
	e.table, e.rows = t, 0
	column, e.value = sized(e.bytes, t.Key.Bytes()), func(id gen.ID) any { return t.Key.Append(nil, id) }
	switch k := t.Key; {
	case k.Written():
		column, e.value = sized(e.text, k.Chars), func(id gen.ID) any { return string(k.Append(nil, id)) }
	case k.Integer() && e.unsigned:
		column, e.value = e.integer, func(id gen.ID) any { return id.Lo }
	case k.Integer():
		column, e.value = e.integer, func(id gen.ID) any { return int64(id.Lo) }
	case k.UUID() && e.uuid != "":
		column, e.value = e.uuid, func(id gen.ID) any { return id.Bytes16() }
	}
	e.kind, _, _ = strings.Cut(column, " ")
	key, unique := "id "+column+" NOT NULL PRIMARY KEY", ""
	if t.Variant == index.Secondary {
		key = fmt.Sprintf("n %s PRIMARY KEY, id %s NOT NULL", e.counter, column)
		unique = ", CONSTRAINT " + second + " UNIQUE (id)"
	}
	statements := []string{fmt.Sprintf("CREATE TABLE %s (%s, created BIGINT NOT NULL, payload %s%s)%s", e.name, key,
		sized(e.payload, t.Payload), unique, e.options)}
	if t.Variant == index.TimeIndex {
		statements = append(statements, "CREATE INDEX idscope_times ON "+e.name+" (created)")
	}
	if err := e.do(ctx, statements...); err != nil {
		return "", err
	}
	e.begin(ctx)
	return column, ctx.Err()
}

func sized(kind string, n int) string { return strings.ReplaceAll(kind, "#", strconv.Itoa(n)) }

// begin has the counters of [engine.counted] start at zero.
func (e *engine) begin(ctx context.Context) {
	e.log, e.splits = e.since(ctx, new(int64), e.logs), e.since(ctx, new(int64), e.splitting)
}

// counted returns what the server has counted since Create.
func (e *engine) counted(ctx context.Context) index.Stats {
	return index.Stats{LogBytes: e.since(ctx, e.log, e.logs), Splits: e.since(ctx, e.splits, e.splitting)}
}

func (e *engine) since(ctx context.Context, begun *int64, queries []string) (n *int64) {
	if begun == nil {
		return nil
	}
	if e.ask(ctx, &n, queries...); n != nil {
		*n -= *begun
	}
	return n
}

// calculate fills in how full the leaves are, where the database does not tell it: nothing was
// deleted, so what they hold is known from the number of rows and the bytes of each, and from
// the bytes of a page that no row may have.
func (e *engine) calculate(s *index.Stats, row, head int) {
	if s.Fill == nil && s.LeafPages != nil && s.PageBytes != nil {
		s.Fill = new(min(1, float64(e.rows*int64(row))/float64(*s.LeafPages*(*s.PageBytes-int64(head)))))
	}
}

// Insert adds rows in one statement, which is a transaction.
func (e *engine) Insert(ctx context.Context, rows []index.Row) error {
	var statement string
	var args []any
	if e.dollar { // thousands of arguments cost the server more than the rows
		statement = "SELECT * FROM unnest($1::" + e.kind + "[], $2::bigint[])"
		ids, times := make([]any, len(rows)), make([]int64, len(rows))
		for i, r := range rows {
			ids[i], times[i] = e.value(r.ID), r.Created
		}
		args = []any{ids, times}
	} else {
		statement = "VALUES " + strings.TrimPrefix(strings.Repeat(", (?, ?)", len(rows)), ", ")
		for _, r := range rows {
			args = append(args, e.value(r.ID), r.Created)
		}
	}
	_, err := e.db.ExecContext(ctx, "INSERT INTO "+e.name+" (id, created) "+statement, args...)
	if err == nil {
		e.rows += int64(len(rows))
	}
	return err
}

// Read looks for rows by their ids, all in one statement.
func (e *engine) Read(ctx context.Context, ids []gen.ID) (found int, err error) {
	args, marks := make([]any, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		args[i], marks[i] = e.value(id), e.mark(i+1, e.kind)
	}
	return e.count(ctx, "id IN ("+strings.Join(marks, ", ")+")", args...)
}

// Range looks for the rows of a window.
func (e *engine) Range(ctx context.Context, from, to index.Row) (found int, err error) {
	if e.table.Window() == index.ByKey {
		return e.count(ctx, "id BETWEEN "+e.mark(1, e.kind)+" AND "+e.mark(2, e.kind), e.value(from.ID), e.value(to.ID))
	}
	return e.count(ctx, "created BETWEEN "+e.mark(1, "bigint")+" AND "+e.mark(2, "bigint"), from.Created, to.Created)
}

// mark is the place of an argument. The type is in it for clients that keep what the server said
// of a statement, while the next table has other types.
func (e *engine) mark(n int, kind string) string {
	if e.dollar {
		return "$" + strconv.Itoa(n) + "::" + kind
	}
	return "?"
}

// count is how many rows there are that meet a condition, with their payload.
func (e *engine) count(ctx context.Context, where string, args ...any) (n int, err error) {
	err = e.db.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*) FROM %s WHERE length(payload) = %d AND %s", e.name,
		e.table.Payload, where), args...).Scan(&n)
	return n, err
}

// ask puts into a value what the first of the queries answers that is not refused; where there
// is none the value stays, and the last refusal is the error.
func (e *engine) ask(ctx context.Context, into any, queries ...string) (err error) {
	for _, q := range queries {
		if err = e.db.QueryRowContext(ctx, q).Scan(into); err == nil {
			return nil
		}
	}
	return err
}

// do executes statements in turn.
func (e *engine) do(ctx context.Context, statements ...string) error {
	for _, s := range statements {
		if _, err := e.db.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// Remove drops the table.
func (e *engine) Remove(ctx context.Context) error { return e.do(ctx, "DROP TABLE "+e.name) }

// Release drops the place, with all in it.
func (e *engine) Release(ctx context.Context) error { return e.do(ctx, e.info.Remedy) }

// Close ends the connection.
func (e *engine) Close() error { return e.db.Close() }

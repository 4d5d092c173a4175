// Package sqlengine measures in one table of a database behind database/sql. The packages of
// databases embed its [Engine] with their [Dialect], and add what no standard has: how the
// database is opened, and what it tells of its table.
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

// Dialect is how a database says what all of them have. In types # is a number of bytes.
type Dialect struct {
	Info     index.About // what it is; name and size of the cache are those of Settings
	Settings string      // asks for its name with the version, and for the bytes of its cache

	Name    string // of the table, with that of the place around it
	Place   string // what is created for the table, and dropped: "SCHEMA name"
	Cascade string // after DROP and the place
	// Taken reports whether an error says that the place exists already.
	Taken func(error) bool

	Integer  string // type of a column of 64 bits
	Unsigned bool   // whether its numbers have no sign
	UUID     string // of one of 128 bits; empty where it is one of bytes
	Bytes    string // of one of # bytes
	Text     string // of one of at most # characters of ASCII, which compares them as bytes
	Counter  string // of a primary key that counts by itself
	Payload  string // of a column of # bytes that has them by itself
	Options  string // of a table, after its columns
	Dollar   bool   // arguments are $1, $2 with their types, and may be arrays; else ?

	// Log and Splits ask for what the server counts, in several ways: the first that it answers.
	Log, Splits []string
}

// Engine is one connection; database/sql makes it again where it broke.
type Engine struct {
	Dialect
	DB    *sql.DB
	Table index.Table      // that is measured
	rows  int64            // that were inserted into it
	kind  string           // type of the column of the id
	value func(gen.ID) any // an id as this column takes it
	// log and splits are what the server had counted at Create; nil where it does not tell.
	log, splits *int64
}

// Second is the name of the unique index of the id beside a primary key that counts.
const Second = "idscope_ids"

// Connect asks for the settings of a database. It closes one that does not answer.
func Connect(ctx context.Context, db *sql.DB, d Dialect) (Engine, error) {
	e := Engine{Dialect: d, DB: db}
	db.SetMaxOpenConns(1) // settings are those of a connection
	err := db.QueryRowContext(ctx, d.Settings).Scan(&e.Info.Engine, &e.Info.Cache.Bytes)
	if err != nil {
		err = errors.Join(err, db.Close())
	}
	return e, err
}

// About says what was opened.
func (e *Engine) About() index.About { return e.Info }

// Note adds what the reader has to know, once.
func (e *Engine) Note(text string) {
	if !slices.Contains(e.Info.Notes, text) {
		e.Info.Notes = append(e.Info.Notes, text)
	}
}

// Claim creates the place of the table.
func (e *Engine) Claim(ctx context.Context) error {
	err := e.Do(ctx, "CREATE "+e.Place)
	if err != nil && e.Taken(err) {
		kind, name, _ := strings.Cut(e.Place, " ")
		return fmt.Errorf("%s %s of %s %w", strings.ToLower(kind), name, e.Info.Target, index.ErrExists)
	}
	return err
}

// Create creates the table.
func (e *Engine) Create(ctx context.Context, t index.Table) (column string, err error) {
	e.Table, e.rows = t, 0
	column, e.value = sized(e.Bytes, t.Key.Bytes()), func(id gen.ID) any { return t.Key.Append(nil, id) }
	switch k := t.Key; {
	case k.Written():
		column, e.value = sized(e.Text, k.Chars), func(id gen.ID) any { return string(k.Append(nil, id)) }
	case k.Integer() && e.Unsigned:
		column, e.value = e.Integer, func(id gen.ID) any { return id.Lo }
	case k.Integer():
		column, e.value = e.Integer, func(id gen.ID) any { return int64(id.Lo) }
	case k.UUID() && e.UUID != "":
		column, e.value = e.UUID, func(id gen.ID) any { return id.Bytes16() }
	}
	e.kind, _, _ = strings.Cut(column, " ")
	key, unique := "id "+column+" NOT NULL PRIMARY KEY", ""
	if t.Variant == index.Secondary {
		key = fmt.Sprintf("n %s PRIMARY KEY, id %s NOT NULL", e.Counter, column)
		unique = ", CONSTRAINT " + Second + " UNIQUE (id)"
	}
	statements := []string{fmt.Sprintf("CREATE TABLE %s (%s, created BIGINT NOT NULL, payload %s%s)%s", e.Name, key,
		sized(e.Payload, t.Payload), unique, e.Options)}
	if t.Variant == index.TimeIndex {
		statements = append(statements, "CREATE INDEX idscope_times ON "+e.Name+" (created)")
	}
	if err := e.Do(ctx, statements...); err != nil {
		return "", err
	}
	e.Begin(ctx)
	return column, ctx.Err()
}

func sized(kind string, n int) string { return strings.ReplaceAll(kind, "#", strconv.Itoa(n)) }

// Begin has the counters of [Engine.Counted] start at zero.
func (e *Engine) Begin(ctx context.Context) {
	e.log, e.splits = nil, nil
	e.Ask(ctx, &e.log, e.Log...)
	e.Ask(ctx, &e.splits, e.Splits...)
}

// Counted returns what the server has counted since Create.
func (e *Engine) Counted(ctx context.Context) index.Stats {
	return index.Stats{LogBytes: e.since(ctx, e.log, e.Log), Splits: e.since(ctx, e.splits, e.Splits)}
}

func (e *Engine) since(ctx context.Context, begun *int64, queries []string) (n *int64) {
	if begun == nil {
		return nil
	}
	if e.Ask(ctx, &n, queries...); n != nil {
		*n -= *begun
	}
	return n
}

// Calculate fills in how full the leaves are, where the database does not tell it: nothing was
// deleted, so what they hold is known from the number of rows and the bytes of each, and from
// the bytes of a page that no row may have.
func (e *Engine) Calculate(s *index.Stats, row, head int) {
	if s.Fill == nil && s.LeafPages != nil && s.PageBytes != nil {
		s.Fill = new(min(1, float64(e.rows*int64(row))/float64(*s.LeafPages*(*s.PageBytes-int64(head)))))
	}
}

// Insert adds rows in one statement, which is a transaction.
func (e *Engine) Insert(ctx context.Context, rows []index.Row) error {
	var statement string
	var args []any
	if e.Dollar { // thousands of arguments cost the server more than the rows
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
	_, err := e.DB.ExecContext(ctx, "INSERT INTO "+e.Name+" (id, created) "+statement, args...)
	if err == nil {
		e.rows += int64(len(rows))
	}
	return err
}

// Read looks for rows by their ids, all in one statement.
func (e *Engine) Read(ctx context.Context, ids []gen.ID) (found int, err error) {
	if len(ids) == 0 {
		return 0, nil
	}
	args, marks := make([]any, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		args[i], marks[i] = e.value(id), e.mark(i+1, e.kind)
	}
	return e.count(ctx, "id IN ("+strings.Join(marks, ", ")+")", args...)
}

// Range looks for the rows of a window.
func (e *Engine) Range(ctx context.Context, from, to index.Row) (found int, err error) {
	if e.Table.Window() == index.ByKey {
		return e.count(ctx, "id BETWEEN "+e.mark(1, e.kind)+" AND "+e.mark(2, e.kind), e.value(from.ID), e.value(to.ID))
	}
	return e.count(ctx, "created BETWEEN "+e.mark(1, "bigint")+" AND "+e.mark(2, "bigint"), from.Created, to.Created)
}

// mark is the place of an argument. The type is in it for clients that keep what the server said
// of a statement, while the next table has other types.
func (e *Engine) mark(n int, kind string) string {
	if e.Dollar {
		return "$" + strconv.Itoa(n) + "::" + kind
	}
	return "?"
}

// count is how many rows there are that meet a condition, with their payload.
func (e *Engine) count(ctx context.Context, where string, args ...any) (n int, err error) {
	err = e.DB.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*) FROM %s WHERE length(payload) = %d AND %s", e.Name,
		e.Table.Payload, where), args...).Scan(&n)
	return n, err
}

// Ask puts into a value what the first of the queries answers that is not refused; where there
// is none the value stays, and the last refusal is the error.
func (e *Engine) Ask(ctx context.Context, into any, queries ...string) (err error) {
	for _, q := range queries {
		if err = e.DB.QueryRowContext(ctx, q).Scan(into); err == nil {
			return nil
		}
	}
	return err
}

// Do executes statements in turn.
func (e *Engine) Do(ctx context.Context, statements ...string) error {
	for _, s := range statements {
		if _, err := e.DB.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// Remove drops the table.
func (e *Engine) Remove(ctx context.Context) error { return e.Do(ctx, "DROP TABLE "+e.Name) }

// Release drops the place, with all in it.
func (e *Engine) Release(ctx context.Context) error { return e.Do(ctx, "DROP "+e.Place+e.Cascade) }

// Close ends the connection.
func (e *Engine) Close() error { return e.DB.Close() }

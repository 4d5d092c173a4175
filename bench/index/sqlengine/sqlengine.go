// Package sqlengine measures in one table of a database behind database/sql. The packages of
// databases embed its [Engine] with their [Dialect], and add what no standard has: how the
// database is opened, and what it tells of its table.
package sqlengine

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"idscope/bench/index"
	"idscope/gen"
)

// Dialect is how a database says what all of them have.
type Dialect struct {
	Table   string // its name, with that of the place around it
	Place   string // what is created for the table, and dropped: "SCHEMA name"
	Cascade string // after DROP and the place
	// Taken reports whether an error says that the place exists already.
	Taken func(error) bool

	Integer string             // type of a column of 64 bits
	UUID    string             // of one of 128; empty where it is one of bytes
	Bytes   func(n int) string // of one of n bytes
	Text    func(n int) string // of one of at most n characters of ASCII, which compares them as bytes
	Counter string             // of a primary key that counts by itself
	Payload func(n int) string // of a column of n bytes that has them by itself
	// Options are those of a table, after its columns.
	Options func(index.Table) string

	Dollar bool // arguments are $1, $2 with their types; else ?
	// Argument is an id that is stored as a number of 64 bits.
	Argument func(id uint64) any
	// Insert is the statement that adds rows, and its arguments; nil is an INSERT with all of
	// them.
	Insert func(t index.Table, rows []index.Row) (statement string, args []any)
}

// Engine is one connection; database/sql makes it again where it broke.
type Engine struct {
	*Dialect
	DB     *sql.DB
	Target string      // where, without a password
	Table  index.Table // that is measured
	Rows   int64       // that were inserted into it
	kind   string      // type of the column of the id
}

// Second is the name of the unique index of the id beside a primary key that counts.
const Second = "idscope_ids"

// Claim creates the place of the table.
func (e *Engine) Claim(ctx context.Context) error {
	err := e.Do(ctx, "CREATE "+e.Place)
	if err != nil && e.Taken(err) {
		return fmt.Errorf("%s of %s %w", lowerFirst(e.Place), e.Target, index.ErrExists)
	}
	return err
}

// lowerFirst is "SCHEMA name" as a message says it.
func lowerFirst(place string) string {
	kind, name, _ := strings.Cut(place, " ")
	return strings.ToLower(kind) + " " + name
}

// Create creates the table.
func (e *Engine) Create(ctx context.Context, t index.Table) (column string, err error) {
	e.Table, e.Rows = t, 0
	switch k := t.Key; {
	case k.Written():
		column = e.Text(k.Chars)
	case k.Integer():
		column = e.Integer
	case k.UUID() && e.UUID != "":
		column = e.UUID
	default:
		column = e.Bytes(k.Bytes())
	}
	e.kind, _, _ = strings.Cut(column, " ")
	key, unique := "id "+column+" NOT NULL PRIMARY KEY", ""
	if t.Variant == index.Secondary {
		key = fmt.Sprintf("n %s PRIMARY KEY, id %s NOT NULL", e.Counter, column)
		unique = ", CONSTRAINT " + Second + " UNIQUE (id)"
	}
	statements := []string{fmt.Sprintf("CREATE TABLE %s (%s, created BIGINT NOT NULL, payload %s%s)%s", e.Dialect.Table,
		key, e.Payload(t.Payload), unique, e.Options(t))}
	if t.Variant == index.TimeIndex {
		statements = append(statements, "CREATE INDEX idscope_times ON "+e.Dialect.Table+" (created)")
	}
	return column, e.Do(ctx, statements...)
}

// Insert adds rows in one statement, which is a transaction.
func (e *Engine) Insert(ctx context.Context, rows []index.Row) error {
	insert := e.Dialect.Insert
	if insert == nil {
		insert = e.values
	}
	statement, args := insert(e.Table, rows)
	if _, err := e.DB.ExecContext(ctx, statement, args...); err != nil {
		return err
	}
	e.Rows += int64(len(rows))
	return nil
}

func (e *Engine) values(_ index.Table, rows []index.Row) (string, []any) {
	args := make([]any, 0, 2*len(rows))
	for _, r := range rows {
		args = append(args, e.Value(r.ID), r.Created)
	}
	return "INSERT INTO " + e.Dialect.Table + " (id, created) VALUES " +
		strings.TrimPrefix(strings.Repeat(", (?, ?)", len(rows)), ", "), args
}

// Value is an id as the column takes it.
func (e *Engine) Value(id gen.ID) any {
	switch k := e.Table.Key; {
	case k.Written():
		return string(k.Append(nil, id))
	case k.Integer():
		return e.Argument(id.Lo)
	case k.UUID() && e.UUID != "":
		return id.Bytes16()
	default:
		return k.Append(nil, id)
	}
}

// Read looks for rows by their ids, all in one statement.
func (e *Engine) Read(ctx context.Context, ids []gen.ID) (found int, err error) {
	if len(ids) == 0 {
		return 0, nil
	}
	args, marks := make([]any, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		args[i], marks[i] = e.Value(id), e.mark(i+1, e.kind)
	}
	return e.count(ctx, "id IN ("+strings.Join(marks, ", ")+")", args...)
}

// Range looks for the rows of a window.
func (e *Engine) Range(ctx context.Context, from, to index.Row) (found int, err error) {
	if e.Table.Window() == index.ByKey {
		return e.count(ctx, "id BETWEEN "+e.mark(1, e.kind)+" AND "+e.mark(2, e.kind), e.Value(from.ID), e.Value(to.ID))
	}
	return e.count(ctx, "created BETWEEN "+e.mark(1, "bigint")+" AND "+e.mark(2, "bigint"), from.Created, to.Created)
}

// mark stands for an argument. The type is in it for clients that keep what the server said of a
// statement, while the next table has other types.
func (e *Engine) mark(n int, kind string) string {
	if e.Dollar {
		return "$" + strconv.Itoa(n) + "::" + kind
	}
	return "?"
}

// count is how many rows there are that meet a condition, with their payload.
func (e *Engine) count(ctx context.Context, where string, args ...any) (n int, err error) {
	err = e.DB.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*) FROM %s WHERE length(payload) = %d AND %s",
		e.Dialect.Table, e.Table.Payload, where), args...).Scan(&n)
	return n, err
}

// Number asks for one number.
func (e *Engine) Number(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = e.DB.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
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
func (e *Engine) Remove(ctx context.Context) error { return e.Do(ctx, "DROP TABLE "+e.Dialect.Table) }

// Release drops the place, with all in it.
func (e *Engine) Release(ctx context.Context) error {
	return e.Do(ctx, "DROP "+e.Place+e.Cascade)
}

// Close ends the connection.
func (e *Engine) Close() error { return e.DB.Close() }

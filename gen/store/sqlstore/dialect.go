package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/store/target"
)

// Dialect is what a server has of its own: parts of statements, and what its errors mean.
type Dialect struct {
	Dollar bool   // parameters are $1, $2; else ?
	Clock  string // expression of the time now, in microseconds
	Ignore string // ends an INSERT that changes nothing where the key is there

	Quote func(name string) (t Table, ok bool)
	Names string // of tables that Quote takes

	// The table of a store: name, changed, version, and the cells of the value.
	Create string                  // makes the table %[1]s; statements that ";\n" divides
	Cells  []string                // columns of the value
	Split  func(data []byte) []any // what goes into them
	Value  string                  // expression of the bytes in them
	Peek   string                  // fails where the user may not use the table %s; may be empty

	// Describe returns the columns of the table whose name is its parameter, in order, none
	// where there is no such table: name, type, and whether the server numbers rows by it.
	Describe string
	Literal  func(text string) string // as SQL writes it

	Leaf     string // makes Leaf's table
	Widen    string // makes its max_id a bigint
	Exact    string // lets it tell names of counters apart by each byte; empty where the server always does
	Allocate string // adds a step to max_id of a biz_tag, and returns max_id

	// Tables that number their rows: Plain ones, and those of tickets, which have a column stub.
	Numbering   string // what numbers them: "IDENTITY"
	Plain, Stub Form
	Options     func(counter.Setup) string                 // of a new table
	Counting    func(context.Context, *Numbers) error      // finds out how the server counts; no Column for not at all
	Following   func(context.Context, *DB) (uint64, error) // the number that comes next; see [counter.Database]

	// Numbered runs a statement that writes a row, and returns its number; sql.ErrNoRows
	// where there is none.
	Numbered func(ctx context.Context, c *sql.Conn, statement string, args ...any) (uint64, error)

	Explain func(error) target.Fault
	Judge   func(context.Context, *DB) (store.Safety, error)
	Life    func(context.Context, *sql.Conn) (store.Incarnation, error) // by one statement
}

// bind turns the parameters of a statement into the server's.
func (d *Dialect) bind(statement string) string {
	if !d.Dollar {
		return statement
	}
	parts := strings.Split(statement, "?")
	for i := range parts[1:] {
		parts[i] += fmt.Sprintf("$%d", i+1)
	}
	return strings.Join(parts, "")
}

package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"idscope/gen/store"
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

	// Numbered runs a statement that writes a row, and returns its number; sql.ErrNoRows
	// where there is none.
	Numbered func(ctx context.Context, c *sql.Conn, statement string, args ...any) (uint64, error)

	Explain func(error) Fault
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

// Kind is what an error says of the statement.
type Kind int

const (
	Lost      Kind = iota // the session ended: a commit may be done
	Refused               // nothing was done
	Again                 // nothing was done, and sent again it may do better
	ReadOnly              // nothing was done: the server of this connection does not write any more
	Denied                // the server did not let us in
	Duplicate             // a row with the same key is there
	Full                  // the number does not fit its column
	NoDefault             // a column needs a value
)

// Fault is what an error of the client means.
type Fault struct {
	Kind  Kind
	Err   error  // in the server's words
	Check string // what to check; empty where package target knows
}

// explain knows the errors of this package too: that of a connection says that nothing was sent.
func (d *DB) explain(err error) Fault {
	var own *store.Error
	if errors.As(err, &own) {
		return Fault{Kind: Refused, Err: err}
	}
	return d.Explain(err)
}

// Written sorts the errors of a statement that writes: those after which the commit may be
// done are [store.ErrUnknown].
func (d *DB) Written(ctx context.Context, err error) error {
	tried := "write to table " + d.Table.Quoted
	if f := d.explain(err); f.Kind == Lost {
		return d.Target.Unknown(ctx, tried, f.Err)
	}
	return d.fail(ctx, tried, err)
}

// fail says which server it was, and what to check.
func (d *DB) fail(ctx context.Context, tried string, err error) error {
	f := d.explain(err)
	switch {
	case errors.As(err, new(*store.Error)):
		return err
	case f.Kind == Denied:
		return d.Target.Denied(ctx, f.Err)
	case f.Kind != Lost && f.Kind != Again && f.Kind != ReadOnly:
		return d.Target.Refused(ctx, tried, f.Err, f.Check)
	}
	return d.Target.Fail(ctx, tried, f.Err, f.Check)
}

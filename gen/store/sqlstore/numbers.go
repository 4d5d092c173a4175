package sqlstore

import (
	"cmp"
	"context"
	"fmt"

	"idscope/gen/counter"
	"idscope/gen/store/target"
)

// Form is a kind of table whose rows are numbered.
type Form struct {
	Create string // makes the table %[1]s with the options %[2]s
	Write  string // writes a row into the table %[1]s, whose column %[2]s is numbered
}

// Numbers is a [counter.Numbers]: a table that numbers its rows.
type Numbers struct {
	*DB
	Columns   []Column
	Column    Column // that is numbered; empty for none
	Statement string // writes a row
	Counter   string // what counts, for people
	Every     uint64 // the server counts Begin, Begin+Every, Begin+2*Every ...
	Begin     uint64
	Change    string // what to do where it is to count by %[1]d from %[2]d
	Restarted string // what to do where it counts otherwise
	Taken     error  // what a number that is in the table already means
}

// Rows opens a table that numbers its rows, whatever other columns it has, as long as they
// need no value.
func (c Counters) Rows(ctx context.Context, name string, o counter.Setup) (counter.Numbers, error) {
	return c.numbers(ctx, name, o, c.Plain)
}

// Tickets opens a table as Flickr's Tickets64. (code.flickr.net, "Ticket Servers".)
func (c Counters) Tickets(ctx context.Context, name string, o counter.Setup) (counter.Numbers, error) {
	n, err := c.numbers(ctx, name, o, c.Stub)
	if err == nil && Named(n.Columns, "stub").Name == "" {
		err = counter.Disagree(n.TableName(), "without a column stub", "Flickr's Tickets64", choose)
	}
	return n, err
}

// numbers opens a table of a form, which has to count as the caller says.
func (c Counters) numbers(ctx context.Context, name string, o counter.Setup, f Form) (*Numbers, error) {
	d, err := c.in(name)
	if err != nil {
		return nil, err
	}
	ddl := fmt.Sprintf(f.Create, d.Table.Quoted, d.Options(o))
	n := &Numbers{DB: d}
	if n.Columns, err = d.counted(ctx, o, ddl); err == nil {
		err = d.Counting(ctx, n)
	}
	if err != nil {
		return nil, err
	}
	if n.Column.Name == "" {
		return nil, counter.Disagree(n.TableName(), "without an "+d.Numbering+" column", "with one",
			choose+": "+oneLine(ddl))
	}
	n.Statement = fmt.Sprintf(f.Write, d.Table.Quoted, n.Column.Name)
	step, offset := cmp.Or(o.Step, n.Every), o.Offset
	if offset == 0 && step == n.Every {
		offset = n.Begin
	}
	if offset = max(offset, 1); step == n.Every && offset%step == n.Begin%step {
		return n, nil
	}
	return nil, counter.Disagree("the step of "+n.Counter, fmt.Sprintf("%d with offset %d", n.Every, n.Begin),
		fmt.Sprintf("%d with offset %d", step, offset), fmt.Sprintf(n.Change, step, offset))
}

// Next is the number that a table gives next.
func (c Counters) Next(ctx context.Context, name string) (next uint64, err error) {
	d, err := c.in(name)
	if err != nil {
		return 0, err
	}
	return d.Following(ctx, d)
}

// Step is how far a number is from the next.
func (n *Numbers) Step() uint64 { return n.Every }

// Offset is where the server begins.
func (n *Numbers) Offset() uint64 { return n.Begin }

// Next is one statement, a transaction of its own.
func (n *Numbers) Next(ctx context.Context) (uint64, error) {
	v, err := n.number(ctx, n.Statement)
	if err == nil {
		return v, n.check(v)
	}
	switch n.Target.Fault(err).Kind {
	case target.Full:
		return 0, n.Full()
	case target.NoDefault:
		return 0, counter.Disagree(n.TableName(), "one whose other columns need values", "one with defaults for them",
			choose)
	case target.Duplicate:
		return 0, n.Taken
	}
	return 0, n.written(ctx, err)
}

// choose is the way out where a table is not one that was wanted.
const choose = "choose another table with --key, or create one with --create"

// Full says that the server has no more numbers.
func (n *Numbers) Full() error {
	return fmt.Errorf("%s: %w, that of its column %s %s", n.TableName(), counter.ErrFull, n.Column.Name, n.Column.Kind)
}

func (n *Numbers) check(v uint64) error {
	switch {
	case v == 0 || v > counter.Max:
		return fmt.Errorf("%s gave the number %d; it has to be 1 to %d", n.TableName(), int64(v), uint64(counter.Max))
	case v%n.Every != n.Begin%n.Every:
		return counter.Disagree("a number of "+n.TableName(), fmt.Sprint(v),
			fmt.Sprintf("one that counts in steps of %d from %d", n.Every, n.Begin), n.Restarted)
	}
	return nil
}

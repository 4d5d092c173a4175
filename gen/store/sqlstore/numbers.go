package sqlstore

import (
	"context"
	"fmt"

	"idscope/gen/counter"
	"idscope/gen/store/target"
)

// Numbers is a [counter.Numbers]: a table that numbers its rows.
type Numbers struct {
	*DB
	Columns   []Column
	Column    Column // that is numbered
	Statement string // writes a row
	Every     uint64 // the server counts Begin, Begin+Every, Begin+2*Every ...
	Begin     uint64
	Restarted string // what to do where it counts otherwise
	Taken     error  // what a number that is in the table already means
}

// Step is how far a number is from the next.
func (n *Numbers) Step() uint64 { return n.Every }

// Offset is where the server begins.
func (n *Numbers) Offset() uint64 { return n.Begin }

// Next is one statement, a transaction of its own.
func (n *Numbers) Next(ctx context.Context) (uint64, error) {
	v, err := n.Number(ctx, n.Statement)
	if err == nil {
		return v, n.check(v)
	}
	switch n.Target.Fault(err).Kind {
	case target.Full:
		return 0, n.Full()
	case target.NoDefault:
		return 0, counter.Disagree(n.TableName(), "one whose other columns need values", "one with defaults for them",
			Choose)
	case target.Duplicate:
		return 0, n.Taken
	}
	return 0, n.Written(ctx, err)
}

// Choose is the way out where a table is not one that was wanted.
const Choose = "choose another table with --key, or create one with --create"

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

// WantStub refuses a table without Flickr's column. (code.flickr.net, "Ticket Servers".)
func (n *Numbers) WantStub() error {
	if Named(n.Columns, "stub").Name == "" {
		return counter.Disagree(n.TableName(), "without a column stub", "Flickr's Tickets64", Choose)
	}
	return nil
}

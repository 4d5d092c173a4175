package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"idscope/gen/counter"
	"idscope/gen/store"
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

// Numbers opens a table that numbers its rows, whatever other columns it has, as long as they need no value. It has to
// count as the caller says.
func (d *DB) Numbers(ctx context.Context, name string, tickets bool, o counter.Setup) (counter.Numbers, error) {
	d, err := d.in(name)
	if err != nil {
		return nil, err
	}
	f := d.Plain
	if tickets {
		f = d.Stub
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
	if tickets && Named(n.Columns, "stub").Name == "" {
		return nil, counter.Disagree(n.TableName(), "without a column stub", "Flickr's Tickets64", choose)
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
func (d *DB) Next(ctx context.Context, name string) (next uint64, err error) {
	d, err = d.in(name)
	if err != nil {
		return 0, err
	}
	return d.Following(ctx, d)
}

// Counts is how the server counts.
func (n *Numbers) Counts() (step, offset uint64) { return n.Every, n.Begin }

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

const leafRow = "INSERT INTO leaf_alloc (biz_tag, max_id, step, description) VALUES ("

// Segment opens a row of Leaf's table. (IDAllocMapper.java: UPDATE leaf_alloc SET max_id =
// max_id + #{step} WHERE biz_tag = #{key}; a segment is what lies between the old
// max_id and the new one, the new one not included.)
func (d *DB) Segment(ctx context.Context, key string, o counter.Setup) (counter.Allocator, error) {
	d, err := d.in("leaf_alloc")
	if err != nil {
		return nil, err
	}
	if err := store.Check(key, nil); err != nil || utf8.RuneCountInString(key) > 128 {
		return nil, fmt.Errorf("the key %.60q does not fit biz_tag; use UTF-8 of 1 to 128 characters", key)
	}
	columns, err := d.counted(ctx, o, d.Leaf)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"biz_tag", "max_id", "step"} {
		switch column := Named(columns, name); {
		case column.Name == "":
			return nil, counter.Disagree(d.TableName(), "without a column "+name, "Leaf's columns", oneLine(d.Leaf))
		case name == "max_id" && !strings.HasPrefix(column.Kind, "bigint"):
			return nil, counter.Disagree(fmt.Sprintf("max_id in %s of %s", d.Table.Quoted, d.Target), column.Kind,
				"bigint", d.Widen)
		}
	}
	s := &segment{db: d, key: key}
	for made := false; ; made = true {
		found, err := d.Row(ctx, d.bind("SELECT biz_tag, step FROM leaf_alloc WHERE biz_tag = ?"), []any{key}, &s.row,
			&s.least)
		switch {
		case err != nil:
			return nil, err
		case found && s.row != key:
			return nil, counter.Disagree(s.name(), fmt.Sprintf("the row of %q there", s.row), "a row of its own",
				d.Exact)
		case found && s.least < 1:
			return nil, counter.Disagree(s.name()+"'s step", fmt.Sprint(s.least), "1 or more",
				"UPDATE leaf_alloc SET step = 1000 WHERE biz_tag = "+d.Literal(key))
		case found:
			return s, nil
		case !o.Create || made:
			return nil, counter.Missing("the row of "+s.name(),
				leafRow+d.Literal(key)+fmt.Sprintf(", 1, %d, 'written by idscope')", o.Step))
		}
		if _, err := d.exec(ctx, d.bind(leafRow+"?, 1, ?, 'written by idscope')")+d.Ignore, key, o.Step); err != nil {
			return nil, d.written(ctx, err)
		}
	}
}

// segment is a [counter.Allocator]: a row of Leaf's table.
type segment struct {
	db    *DB
	key   string
	row   string // key of the row that the server finds: where it ignores case, perhaps another one
	least int64
}

func (s *segment) name() string {
	return fmt.Sprintf("%q in %s of %s", s.key, s.db.Table.Quoted, s.db.Target)
}

// Least is the row's step.
func (s *segment) Least() uint64 { return uint64(s.least) }

// Allocate is one statement.
func (s *segment) Allocate(ctx context.Context, step uint64) (counter.Block, error) {
	end, err := s.db.number(ctx, s.db.Allocate, step, s.key)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return counter.Block{}, counter.Missing("the row of "+s.name(), "")
	case err != nil && s.db.Target.Fault(err).Kind == target.Full:
		return counter.Block{}, fmt.Errorf("%s: %w", s.name(), counter.ErrFull)
	case err != nil:
		return counter.Block{}, s.db.written(ctx, err)
	case end < step || end > counter.Max+1:
		return counter.Block{}, fmt.Errorf("%s: max_id is %d after a step of %d; it has to be 0 or more", s.name(),
			int64(end), step)
	}
	return counter.Block{First: end - step, End: end}, nil
}

// Return puts max_id back, where nobody took a segment since.
func (s *segment) Return(ctx context.Context, b counter.Block) (bool, error) {
	n, err := s.db.exec(ctx, s.db.bind("UPDATE leaf_alloc SET max_id = ? WHERE biz_tag = ? AND max_id = ?"),
		b.First, s.key, b.End)
	if err != nil {
		return false, s.db.written(ctx, err)
	}
	return n == 1, nil
}

// Segments lists the rows of Leaf's table.
func (d *DB) Segments(ctx context.Context) ([]counter.Entry, error) {
	d, err := d.in("leaf_alloc")
	if err != nil {
		return nil, err
	}
	if columns, err := d.Columns(ctx); err != nil || columns == nil {
		return nil, err
	}
	return Rows(ctx, d, func(e *counter.Entry) []any {
		e.Kind = "segment"
		return []any{&e.Key, &e.Next, &e.Step, &e.Note}
	}, "SELECT biz_tag, max_id, step, COALESCE(description, '') FROM leaf_alloc ORDER BY biz_tag")
}

// Table is the name of a table.
type Table struct {
	Name   string // as [Dialect.Describe] takes it
	Quoted string // as SQL writes it
}

// in returns the same database for work with another table, of which people gave the name.
func (d *DB) in(name string) (*DB, error) {
	other := *d
	var ok bool
	if other.Table, ok = d.Quote(name); !ok {
		return nil, fmt.Errorf("the key %.80q is not a name of a table; use %s", name, d.Names)
	}
	return &other, nil
}

// Column is a column of a table.
type Column struct {
	Name, Kind string
	Numbered   bool // the server numbers its rows
}

// Columns are those of the table; none where there is no such table.
func (d *DB) Columns(ctx context.Context) ([]Column, error) {
	return Rows(ctx, d, func(c *Column) []any { return []any{&c.Name, &c.Kind, &c.Numbered} }, d.bind(d.Describe),
		d.Table.Name)
}

// Named returns the column of a name, an empty one for none.
func Named(columns []Column, name string) (c Column) {
	if i := slices.IndexFunc(columns, func(c Column) bool { return c.Name == name }); i >= 0 {
		c = columns[i]
	}
	return c
}

// have returns the columns of the table, which it makes where it is missing and may. Of two
// that create it at once one may fail, and finds the other's work.
func (d *DB) have(ctx context.Context, create bool, ddl string) (list []Column, err error) {
	if list, err = d.Columns(ctx); err != nil || list != nil || !create {
		return list, err
	}
	var failed error
	for statement := range strings.SplitSeq(ddl, ";\n") {
		if _, failed = d.exec(ctx, statement); failed != nil {
			break
		}
	}
	if list, err = d.Columns(ctx); err == nil && list == nil {
		err = d.Target.Fail(ctx, "create table "+d.Table.Quoted,
			cmp.Or(failed, errors.New("it is not there afterwards")))
	}
	return list, err
}

// counted returns the columns of a table of counters, which it makes where it is missing and
// may, if the server is safe enough.
func (d *DB) counted(ctx context.Context, o counter.Setup, ddl string) ([]Column, error) {
	list, err := d.have(ctx, o.Create, ddl)
	if err == nil && list == nil {
		err = counter.Missing(d.TableName(), oneLine(ddl))
	}
	if err == nil {
		err = counter.Safe(ctx, d, o.Accept)
	}
	return list, err
}

// TableName names the table for people.
func (d *DB) TableName() string { return fmt.Sprintf("the table %s of %s", d.Table.Quoted, d.Target) }

// oneLine is a statement for a message.
func oneLine(ddl string) string {
	return strings.NewReplacer("\n  ", " ", ";\n", "; ", "\n", "").Replace(ddl)
}

// use makes sure that the table of the store is there and has the columns.
func (d *DB) use(ctx context.Context, create bool) error {
	ddl := fmt.Sprintf(d.Create, d.Table.Quoted)
	wanted := "create it with --create, or by: " + oneLine(ddl)
	tried := "use table " + d.Table.Quoted
	columns, err := d.have(ctx, create, ddl)
	if err != nil {
		return err
	}
	if columns == nil {
		return d.Target.Refuse(tried, fmt.Errorf("it does not exist: %w", store.ErrMissing), wanted)
	}
	for _, want := range []string{"name", "value", "version", "changed"} {
		if Named(columns, want).Name == "" {
			return d.Target.Refuse(tried, fmt.Errorf("it has no column %s", want),
				"name another by table=, or "+wanted)
		}
	}
	_, err = d.exec(ctx, d.of("SELECT name FROM %s LIMIT 0")) // which the user may have no right to
	return d.Target.Fail(ctx, tried, err)
}

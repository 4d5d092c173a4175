package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"idscope/gen/counter"
	"idscope/gen/store"
)

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
		err = counter.Safe(ctx, d, o)
	}
	return list, err
}

// TableName names the table for people.
func (d *DB) TableName() string { return fmt.Sprintf("the table %s of %s", d.Table.Quoted, d.Target) }

// oneLine is a statement for a message.
func oneLine(ddl string) string {
	return strings.NewReplacer("\n  ", " ", ";\n", "; ", "\n", "").Replace(ddl)
}

// Open makes sure that the table of the store is there and has the columns; it closes the
// database where it fails.
func (d *DB) Open(ctx context.Context, create bool) (store.Store, error) {
	if err := d.open(ctx, create); err != nil {
		_ = d.Close()
		return nil, err
	}
	return d, nil
}

func (d *DB) open(ctx context.Context, create bool) error {
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
	for _, want := range slices.Concat([]string{"name"}, d.Cells, []string{"version", "changed"}) {
		if Named(columns, want).Name == "" {
			return d.Target.Refuse(tried, fmt.Errorf("it has no column %s", want),
				"name another by table=, or "+wanted)
		}
	}
	if d.Peek != "" {
		if _, err := d.exec(ctx, d.of(d.Peek)); err != nil {
			return d.Target.Fail(ctx, tried, err)
		}
	}
	return nil
}

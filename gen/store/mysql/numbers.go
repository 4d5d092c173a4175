package mysql

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"idscope/gen/counter"
	"idscope/gen/store/sqlstore"
)

// counters is a [counter.Database].
type counters struct{ sqlstore.Counters }

// Rows opens a table with an AUTO_INCREMENT column, whatever other columns it has, as long
// as they need no value.
func (c counters) Rows(ctx context.Context, name string, o counter.Setup) (counter.Numbers, error) {
	begin := ""
	if o.Offset > 1 {
		begin = fmt.Sprintf(" AUTO_INCREMENT=%d", o.Offset)
	}
	return c.numbers(ctx, name, o, `CREATE TABLE IF NOT EXISTS %s (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY
) ENGINE=InnoDB COMMENT='a row for each number of idscope gen autoinc'`+begin, "INSERT INTO %s () VALUES ()")
}

// Tickets opens a table as Flickr's.
func (c counters) Tickets(ctx context.Context, name string, o counter.Setup) (counter.Numbers, error) {
	n, err := c.numbers(ctx, name, o, `CREATE TABLE IF NOT EXISTS %s (
  id bigint(20) unsigned NOT NULL auto_increment,
  stub char(1) NOT NULL default '',
  PRIMARY KEY (id),
  UNIQUE KEY stub (stub)
) ENGINE=InnoDB COMMENT='idscope gen ticket: id is the last number that was given out'`,
		"REPLACE INTO %s (stub) VALUES ('a')")
	if err != nil {
		return nil, err
	}
	return n, n.WantStub()
}

// numbers opens a table that numbers its rows; ddl makes one, and statement a row.
func (c counters) numbers(ctx context.Context, name string, o counter.Setup, ddl, statement string) (*sqlstore.Numbers,
	error) {
	d, err := c.In(name)
	if err != nil {
		return nil, err
	}
	ddl = fmt.Sprintf(ddl, d.Table.Quoted)
	n := &sqlstore.Numbers{DB: d, Statement: fmt.Sprintf(statement, d.Table.Quoted),
		Restarted: "the step of the server was changed while it counted: start again"}
	if n.Columns, err = d.Counted(ctx, o, ddl); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(n.Columns, func(c sqlstore.Column) bool { return c.Numbered })
	switch {
	case i < 0:
		return nil, counter.Disagree(n.TableName(), "without an AUTO_INCREMENT column", "with one",
			sqlstore.Choose+": "+sqlstore.OneLine(ddl))
	case !strings.Contains(n.Columns[i].Kind, "int"):
		return nil, counter.Disagree(fmt.Sprintf("the column %s of %s", n.Columns[i].Name, n.TableName()),
			"a "+n.Columns[i].Kind, "a bigint", "")
	}
	n.Column = n.Columns[i]
	n.Taken = n.Full() // at the last number the server tries that one again
	err = d.Read(ctx, func(ctx context.Context, c *sql.Conn) error {
		return c.QueryRowContext(ctx, "SELECT @@auto_increment_increment, @@auto_increment_offset").Scan(&n.Every,
			&n.Begin)
	})
	if err != nil {
		return nil, err
	}
	return n, agree(n, o)
}

// agree wants the server to count as the caller says.
func agree(n *sqlstore.Numbers, o counter.Setup) error {
	if n.Begin > n.Every { // the server ignores it then (manual, auto_increment_offset)
		n.Begin = 1
	}
	step, offset := cmp.Or(o.Step, n.Every), cmp.Or(o.Offset, n.Begin)
	if step == n.Every && offset == n.Begin {
		return nil
	}
	return counter.Disagree(fmt.Sprintf("the step of %s", n.Target),
		fmt.Sprintf("%d with offset %d", n.Every, n.Begin), fmt.Sprintf("%d with offset %d", step, offset),
		fmt.Sprintf("SET GLOBAL auto_increment_increment = %d, auto_increment_offset = %d; and the same in the "+
			"server's configuration", step, offset))
}

// begins is where SHOW CREATE TABLE says so; the tables of information_schema may be older.
const begins = `\) ENGINE=.* AUTO_INCREMENT=([0-9]+)`

// Next reads AUTO_INCREMENT.
func (c counters) Next(ctx context.Context, name string) (next uint64, err error) {
	d, err := c.In(name)
	if err != nil {
		return 0, err
	}
	columns, err := d.Columns(ctx)
	if err != nil || !slices.ContainsFunc(columns, func(c sqlstore.Column) bool { return c.Numbered }) {
		return 0, err
	}
	err = d.Read(ctx, func(ctx context.Context, c *sql.Conn) error {
		var text string
		err := c.QueryRowContext(ctx, "SHOW CREATE TABLE "+d.Table.Quoted).Scan(new(string), &text)
		if next = 1; err == nil {
			if found := regexp.MustCompile(begins).FindStringSubmatch(text); found != nil {
				next, err = strconv.ParseUint(found[1], 10, 64)
			}
		}
		return err
	})
	return next, err
}

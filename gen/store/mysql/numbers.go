package mysql

import (
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

// counting asks for the step of the server.
func counting(ctx context.Context, n *sqlstore.Numbers) error {
	i := slices.IndexFunc(n.Columns, func(c sqlstore.Column) bool { return c.Numbered })
	if i < 0 {
		return nil
	}
	if n.Column = n.Columns[i]; !strings.Contains(n.Column.Kind, "int") {
		return counter.Disagree(fmt.Sprintf("the column %s of %s", n.Column.Name, n.TableName()), "a "+n.Column.Kind,
			"a bigint", "")
	}
	n.Counter, n.Restarted = n.Target.String(), "the step of the server was changed while it counted: start again"
	n.Taken = n.Full() // at the last number the server tries that one again
	n.Change = "SET GLOBAL auto_increment_increment = %d, auto_increment_offset = %d; and the same in the server's " +
		"configuration"
	err := n.Read(ctx, func(ctx context.Context, c *sql.Conn) error {
		return c.QueryRowContext(ctx, "SELECT @@auto_increment_increment, @@auto_increment_offset").Scan(&n.Every,
			&n.Begin)
	})
	if n.Begin > n.Every { // the server ignores it then (manual, auto_increment_offset)
		n.Begin = 1
	}
	return err
}

// begins is where SHOW CREATE TABLE says so; the tables of information_schema may be older.
const begins = `\) ENGINE=.* AUTO_INCREMENT=([0-9]+)`

// following reads AUTO_INCREMENT.
func following(ctx context.Context, d *sqlstore.DB) (next uint64, err error) {
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

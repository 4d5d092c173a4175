package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"idscope/gen/counter"
	"idscope/gen/store/sqlstore"
)

// options are those of the sequence of a new table.
func options(o counter.Setup) string {
	if o.Step <= 1 && o.Offset <= 1 {
		return ""
	}
	return fmt.Sprintf(" (START WITH %d INCREMENT BY %d)", max(o.Offset, 1), max(o.Step, 1))
}

// counting asks for the sequence of a table.
func counting(ctx context.Context, n *sqlstore.Numbers) error {
	s, err := sequenceOf(ctx, n.DB)
	if err != nil || s.column == "" {
		return err
	}
	n.Counter = "the sequence " + s.name + " of " + n.Target.String()
	switch {
	case s.increment < 1:
		return counter.Disagree("the step of "+s.name, fmt.Sprint(s.increment), "1 or more",
			"ALTER SEQUENCE "+s.name+" INCREMENT BY 1")
	case s.cycle:
		return counter.Disagree(n.Counter, "CYCLE, and repeats its numbers", "NO CYCLE",
			"ALTER SEQUENCE "+s.name+" NO CYCLE")
	}
	n.Column = sqlstore.Column{Name: s.column, Kind: sqlstore.Named(n.Columns, strings.Trim(s.column, `"`)).Kind}
	n.Every, n.Begin = uint64(s.increment), s.offset()
	n.Restarted = "the sequence was restarted or changed: ALTER SEQUENCE " + s.name + " RESTART WITH N"
	n.Taken = counter.Disagree(n.Counter, "behind the rows of its table, which has its next number already",
		"above all rows",
		fmt.Sprintf("SELECT setval('%s', max(%s)) FROM %s", s.name, s.column, n.Table.Quoted))
	n.Change = "ALTER SEQUENCE " + strings.ReplaceAll(s.name, "%", "%%") + " INCREMENT BY %d START WITH %d RESTART " +
		"WITH N, N above every number of every server and of the same offset"
	return nil
}

// sequence is what numbers the rows of a table, all as SQL writes it.
type sequence struct {
	column, name     string
	increment, start int64
	cycle            bool
}

// sequenceOf finds the sequence of the table, an empty one for none.
func sequenceOf(ctx context.Context, d *sqlstore.DB) (s sequence, err error) {
	err = d.Read(ctx, func(ctx context.Context, c *sql.Conn) error {
		err := c.QueryRowContext(ctx, `SELECT quote_ident(attname), s.seqrelid::regclass::text, seqincrement, seqstart,
				seqcycle
			FROM pg_attribute JOIN pg_depend d ON d.refobjid = attrelid AND d.refobjsubid = attnum AND
			d.refclassid = 'pg_class'::regclass AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
			JOIN pg_sequence s ON s.seqrelid = d.objid
			WHERE attrelid = to_regclass($1) AND NOT attisdropped ORDER BY attnum LIMIT 1`, d.Table.Name).
			Scan(&s.column, &s.name, &s.increment, &s.start, &s.cycle)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return s, err
}

// following reads the sequence of a table.
func following(ctx context.Context, d *sqlstore.DB) (next uint64, err error) {
	s, err := sequenceOf(ctx, d)
	if err != nil || s.name == "" {
		return 0, err
	}
	err = d.Read(ctx, func(ctx context.Context, c *sql.Conn) error {
		var last int64
		var called bool
		err := c.QueryRowContext(ctx, "SELECT last_value, is_called FROM "+s.name).Scan(&last, &called)
		if next = uint64(max(last, 0)); called {
			next += uint64(s.increment)
		}
		return err
	})
	return next, err
}

// offset is where the sequence starts, taken as 1 to its step.
func (s sequence) offset() uint64 {
	return uint64(((s.start-1)%s.increment+s.increment)%s.increment) + 1
}

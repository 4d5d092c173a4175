package database

import (
	"fmt"

	"idscope/gen"
)

// aboutColumn is what the statements are for that look at a table which was there already.
const aboutColumn = "a table that was there has a column that can hold the ids, or this is an error"

// postgresColumn refuses an integer: a default may be too large for its column.
func (p *plan) postgresColumn(s *Script) {
	if p.kind != counted {
		return // of another type, the server refuses the default
	}
	table := p.quoted(p.of(p.Table))
	s.add(aboutColumn, `DO %s
BEGIN
  IF (SELECT atttypid FROM pg_attribute WHERE attrelid = %s::regclass AND attname = 'id' AND NOT attisdropped)
    NOT IN ('bigint'::regtype, 'numeric'::regtype) THEN
    RAISE EXCEPTION 'the column id of %% is too small; want it a bigint', %[2]s;
  END IF;
END
%[1]s`, p.tag(), table)
}

// mariadbColumn refuses what a trigger would fill with a part of the id, or not at all, as the
// default is taken for an id that was given; none is the one that is not.
func (p *plan) mariadbColumn(s *Script, none string) {
	fits, want := "data_type = 'bigint'", "BIGINT"
	if p.unsigned() {
		fits, want = fits+" AND LOCATE('unsigned', column_type) > 0", "BIGINT UNSIGNED"
	}
	switch p.text.Form {
	case gen.UUID:
		fits, want = "(data_type = 'uuid' OR character_maximum_length >= 36)", "UUID"
	case gen.Crockford:
		fits, want = "character_maximum_length >= 26", "CHAR(26)"
	}
	schema := "DATABASE()"
	if p.Schema != "" {
		schema = p.quoted(p.Schema)
	}
	s.add(aboutColumn, `BEGIN NOT ATOMIC
  IF NOT EXISTS (SELECT 1 FROM information_schema.columns WHERE table_schema = %s AND table_name = %s AND
    column_name = 'id' AND %s AND
    IFNULL(column_default, 'NULL') IN ('NULL', %s)) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT =
      'the table has no column id that can hold the ids; want it %s, no default';
  END IF;
END`, schema, p.quoted(p.Table), fits, p.quoted(none), want)
}

// sqliteColumn refuses a column that the trigger would not fill: one that is the row's number,
// which SQLite gives out itself before a trigger can, and one that must not be NULL before the
// trigger runs, or is not, unless its default is the id. A table without row numbers is an error
// of the first statement, for a trigger cannot find its new row. What refuses is the constraint
// of a table, whose name the error shows.
func (p *plan) sqliteColumn(s *Script, constrained, filled string) {
	s.add(aboutColumn, "SELECT rowid, id FROM %s LIMIT 0", p.quote(p.Table))
	s.add("", "INSERT INTO %s (one, number) SELECT 0, 0 FROM pragma_table_info(%s)\n  WHERE lower(name) = 'id' AND "+
		"(upper(type) = 'INTEGER' AND pk = 1 OR %s)", constrained, p.quoted(p.Table), filled)
}

// constraint is the name of what refuses a column, which says what is wanted of one of a kind.
func (p *plan) constraint(kind string) string {
	return p.quote("want id a " + kind + " that may be NULL: SQLite itself numbers an INTEGER PRIMARY KEY")
}

// remove are the statements that take away what a script makes, but the table and its ids.
func (p *plan) remove() []string {
	var list []string
	add := func(format string, name string) { list = append(list, fmt.Sprintf(format, name)) }
	fields := map[Dialect]string{Postgres: "DROP FUNCTION %s", MariaDB: "DROP VIEW %s", SQLite: "DROP VIEW %s"}
	state := map[Dialect]string{Postgres: "DROP SEQUENCE %s", MariaDB: "DROP TABLE %s", SQLite: "DROP TABLE %s"}
	if p.Dialect == Postgres {
		add("ALTER TABLE %s ALTER COLUMN id DROP DEFAULT", p.of(p.Table))
	} else {
		add("DROP TRIGGER %s", p.of(p.trigger()))
	}
	if p.time > 0 {
		add(fields[p.Dialect], p.of(p.Name+"_fields"))
	}
	if p.Dialect != SQLite {
		add("DROP FUNCTION %s", p.of(p.Name))
	}
	if p.kind == counted || p.Dialect == SQLite && p.kind != random {
		add(state[p.Dialect], p.of(p.Name+"_seq"))
	}
	return list
}

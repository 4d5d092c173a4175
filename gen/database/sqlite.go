package database

import (
	"fmt"
	"strings"

	"idscope/gen"
)

// sqlite writes a trigger: there are no functions. The last number is a row of a table,
// as only one connection writes at a time, and a rollback takes back the ids with it.
func (p *plan) sqlite(s *Script) {
	s.Title = p.title("SQLite", "sqlite3 -bail DATABASE < FILE", "stops at the first error")
	kind := "BIGINT" // INTEGER would be the row's number, which SQLite gives out itself
	if p.kind != counted {
		kind = "TEXT"
	}
	if p.kind == random {
		s.add("the table, where there is none yet: a random id is a default",
			"CREATE TABLE IF NOT EXISTS %s (\n  id %s PRIMARY KEY NOT NULL DEFAULT (%s)\n)", p.quote(p.Table), kind,
			p.sqliteText("random()", "random()"))
		checked := p.quote(p.Name + "_checked")
		s.add("", "CREATE TEMP TABLE IF NOT EXISTS %s (\n  one INTEGER,\n  number INTEGER,\n  "+
			"CONSTRAINT %s CHECK (one = 1)\n)", checked, p.constraint(kind))
		p.sqliteColumn(s, "temp."+checked, `"notnull" = 1 AND dflt_value IS NULL`)
		s.add("", "DROP TABLE temp.%s", checked)
		s.add("", "DROP TRIGGER IF EXISTS %s", p.quote(p.trigger()))
		s.add("a table that was there already, and has no default, gets it when the row is there",
			"CREATE TRIGGER %s AFTER INSERT ON %s FOR EACH ROW WHEN NEW.id IS NULL\nBEGIN\n  UPDATE %[2]s SET id = %[3]s "+
				"WHERE rowid = NEW.rowid;\nEND", p.quote(p.trigger()), p.quote(p.Table), p.sqliteText("random()", "random()"))
		return
	}
	state := p.quote(p.Name + "_seq")
	about := fmt.Sprintf("the last number: tick * %d + sequence", uint64(1)<<p.seq)
	if p.kind != counted {
		about = "the last time, and the random bits that go with it"
	}
	s.add(about, "CREATE TABLE IF NOT EXISTS %s (\n  one INTEGER PRIMARY KEY,\n  "+
		"number INTEGER NOT NULL,\n  high INTEGER NOT NULL DEFAULT 0,\n  low INTEGER NOT NULL DEFAULT 0,\n  "+
		"CONSTRAINT %s CHECK (one = 1)\n)", state, p.constraint(kind))
	s.add("", "INSERT OR IGNORE INTO %s (one, number) VALUES (1, 0)", state)
	if floor := p.floor(); floor > 0 {
		s.add(aboutFloor, "UPDATE %s SET number = max(number, %d)", state, floor)
	}
	s.add("the table, where there is none yet",
		"CREATE TABLE IF NOT EXISTS %s (\n  id %s PRIMARY KEY\n)", p.quote(p.Table), kind)
	p.sqliteColumn(s, state, `"notnull" = 1 OR dflt_value IS NOT NULL`)
	s.add("", "DROP TRIGGER IF EXISTS %s", p.quote(p.trigger()))
	p.sqliteTrigger(s, state)
	p.sqliteFields(s)
}

// sqliteMicros is the time in microseconds since 1970, of which it tells milliseconds.
const sqliteMicros = "((CAST(strftime('%s', 'now') AS INTEGER) * 1000 + CAST(substr(strftime('%f', 'now'), 4) AS " +
	"INTEGER)) * 1000)"

func (p *plan) sqliteTrigger(s *Script, state string) {
	tick := p.tickOf(sqliteMicros, "/")
	all := p.scheme.Layout.Width(gen.Random)
	half := all / 2
	var next, value string
	last := p.last
	shift := 0
	switch p.kind {
	case counted:
		start := p.start("number", "(random() & 2147483647) %% %d")
		next = fmt.Sprintf("number = max(number + 1, ((%s) << %d)%s)", tick, p.seq, start)
		value = p.bits(0, p.size, names{time: fmt.Sprintf("(number >> %d)", p.seq),
			seq: fmt.Sprintf("(number & %d)", gen.Mask(p.seq).Lo)})
		shift = p.seq
	case ordered:
		next = fmt.Sprintf("number = max(number + 1, %s)", tick)
		value = p.sqliteText("random()", "random()")
	case growing:
		next = fmt.Sprintf(`number = max(number, %[1]s),
    low = CASE WHEN %[1]s > number THEN random() ELSE low + 1 END & %[2]d,
    high = CASE WHEN %[1]s > number THEN random() & %[3]d ELSE high + (low = %[2]d) END`, tick, gen.Mask(half).Lo,
			gen.Mask(all-half).Lo)
		value = p.sqliteText("high", "low")
	}
	limit := fmt.Sprintf("(number >> %d) > %d OR %s < %d", shift, last, sqliteMicros, p.epoch)
	if p.kind == growing {
		limit += fmt.Sprintf(" OR high > %d", gen.Mask(all-half).Lo)
	}
	s.add(p.explain()+"\nThe row has its id when the statement is done, too late for RETURNING:\n"+
		fmt.Sprintf("SELECT id FROM %s WHERE rowid = last_insert_rowid()", p.quote(p.Table)),
		`CREATE TRIGGER %s AFTER INSERT ON %s FOR EACH ROW WHEN NEW.id IS NULL
BEGIN
  UPDATE %s SET %s;
  SELECT RAISE(ABORT, %s) FROM %[3]s WHERE %[6]s;
  UPDATE %[2]s SET id = (SELECT %[7]s FROM %[3]s) WHERE rowid = NEW.rowid;
END`, p.quote(p.trigger()), p.quote(p.Table), state, next,
		p.quoted(p.scheme.Name+" has no ids for this time; want "+p.span()), limit, value)
}

// sqliteText is the text of a wide id. Each of the random bits is in one place of it,
// so that they may be drawn anew for each.
func (p *plan) sqliteText(high, low string) string {
	v := names{time: "number", high: high, low: low}
	if p.text.Form == gen.Crockford {
		return p.crockford("substr(%s, 1 + %s, 1)", "(%s)", v)
	}
	var parts []string
	for _, part := range [][2]int{{96, 32}, {80, 16}, {64, 16}, {48, 16}, {0, 48}} {
		parts = append(parts, p.bits(part[0], part[1], v))
	}
	return "printf('%08x-%04x-%04x-%04x-%012x', " + strings.Join(parts, ", ") + ")"
}

// sqliteFields writes a view that reads ids back.
func (p *plan) sqliteFields(s *Script) {
	ticks, more := p.ticks("id"), ""
	if p.kind == counted {
		for _, c := range p.columns("id") {
			more += fmt.Sprintf(", %s AS %s", c.value, p.quote(c.name))
		}
	} else {
		text, alphabet := "replace(id, '-', '')", hexDigits
		if p.text.Form == gen.Crockford {
			text, alphabet = "upper(id)", crockfordSymbols
		}
		ticks = p.ticksOf(func(n int) string {
			return fmt.Sprintf("(instr('%s', substr(%s, %d, 1)) - 1)", alphabet, text, n)
		})
	}
	s.add("", "DROP VIEW IF EXISTS %s", p.quote(p.Name+"_fields"))
	s.add("what ids tell; the time is in UTC", "CREATE VIEW %s AS\n  SELECT id, strftime('%%Y-%%m-%%dT%%H:%%M:%%S', "+
		"micros / 1000000, 'unixepoch') || printf('.%%06dZ', micros %% 1000000) AS created_at%s\n  FROM (SELECT id, %s AS "+
		"micros\n    FROM (SELECT id, %s AS ticks FROM %s))", p.quote(p.Name+"_fields"), more, p.micros(), ticks,
		p.quote(p.Table))
}

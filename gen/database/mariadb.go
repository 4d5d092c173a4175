package database

import (
	"fmt"
	"strings"

	"idscope/gen"
)

// mariadb writes a stored function, and a trigger that calls it: a default may not.
//
// The state of a sequence of ids is a row of a table of Aria, which knows no
// transactions: what a statement wrote stays when the transaction is rolled back, the
// table is locked until the statement ends and not until the commit, and it survives
// a crash. A SEQUENCE would not do: SETVAL takes a constant, in a function too.
func (p *plan) mariadb(s *Script) {
	s.Title = p.title("MariaDB", "mariadb DATABASE < FILE", "stops at the first error")
	kind, none := "BIGINT", "0"
	if p.unsigned() {
		kind = "BIGINT UNSIGNED"
	}
	switch {
	case p.text.Form == gen.UUID:
		kind, none = "UUID", "'00000000-0000-0000-0000-000000000000'"
	case p.text.Form == gen.Crockford:
		kind, none = "CHAR(26) CHARACTER SET ascii COLLATE ascii_bin", "''"
	}
	if p.kind == counted {
		p.mariadbCounted(s, kind)
	} else {
		p.mariadbWide(s, kind)
	}
	s.add("the table, where there is none yet",
		"CREATE TABLE IF NOT EXISTS %s (\n  id %s NOT NULL DEFAULT %s PRIMARY KEY\n)",
		p.of(p.Table), kind, none)
	p.mariadbColumn(s, none)
	s.add("what gives a new row its id; INSERT ... RETURNING id tells it",
		"CREATE OR REPLACE TRIGGER %s BEFORE INSERT ON %s FOR EACH ROW\n  SET NEW.id = IF(NEW.id IS NULL OR NEW.id = %s, "+
			"%s(NULL), NEW.id)", p.of(p.trigger()), p.of(p.Table), none, p.of(p.Name))
	if p.time > 0 {
		p.mariadbFields(s)
	}
}

// mariadbMicros is the time in microseconds since 1970. UTC_TIMESTAMP stands still
// within a statement, and SYSDATE is in the session's time zone: what NOW and
// UTC_TIMESTAMP differ by is that zone.
const mariadbMicros = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6)) - TIMESTAMPDIFF(MICROSECOND, " +
	"UTC_TIMESTAMP(6), NOW(6))"

// mariadbHead begins a function, as a format. A clock that is given is in UTC.
func (p *plan) mariadbHead(result string) string {
	return percent(fmt.Sprintf("CREATE OR REPLACE FUNCTION %s(clock DATETIME(6)) RETURNS %s\n  NOT DETERMINISTIC "+
		"MODIFIES SQL DATA SQL SECURITY DEFINER", p.of(p.Name), result))
}

// mariadbNow sets the variable micros.
const mariadbNow = `  SET micros = ` + mariadbMicros + `;
  IF clock IS NOT NULL THEN
    SET micros = LEAST(micros, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', clock));
  END IF;
`

func (p *plan) mariadbCounted(s *Script, kind string) {
	state := p.of(p.Name + "_seq")
	s.add(fmt.Sprintf("the last number: tick * %d + sequence. Aria keeps it when a transaction is rolled back, and locks "+
		"it\nfor a statement only.", uint64(1)<<p.seq),
		"CREATE TABLE IF NOT EXISTS %s (\n  one TINYINT PRIMARY KEY CHECK (one = 1),\n  number BIGINT NOT NULL\n) "+
			"ENGINE=Aria TRANSACTIONAL=1", state)
	s.add("", "INSERT IGNORE INTO %s VALUES (1, 0)", state)
	if floor := p.floor(); floor > 0 {
		s.add(aboutFloor, "UPDATE %s SET number = GREATEST(number, %d)", state, floor)
	}
	start := p.start("s.number", "CAST(FLOOR(RAND() * %d) AS UNSIGNED)")
	back := fmt.Sprintf("  ELSEIF ahead > %d THEN\n    SET message = CONCAT('%s: the clock is ', ahead * %d DIV 1000000, "+
		"' s before the last id; want it set right, or to wait');\n    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;\n",
		p.patience()+p.lead(), p.scheme.Name, p.tick)
	if p.continues() {
		back = ""
	}
	s.add(p.explain()+"\nThe clock may be given in UTC, for tests; NULL is the server's, which is never passed.\n"+
		"With a binary log, creating it takes SUPER or log_bin_trust_function_creators=1.",
		p.mariadbHead(kind)+`
BEGIN
  DECLARE micros, tick, number, ahead BIGINT;
  DECLARE message VARCHAR(200);
`+percent(mariadbNow)+`  SET tick = %[1]s;
  IF micros >= %[2]d AND tick <= %[3]d THEN
    SELECT GREATEST(s.number + 1, (tick << %[5]d)%[6]s) INTO number FROM %[4]s s;
    SET ahead = (number >> %[5]d) - tick;
  END IF;
  IF number IS NULL OR (number >> %[5]d) > %[3]d THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = %[7]s;
%[8]s  END IF;
  UPDATE %[4]s s SET s.number = number;
  IF ahead > %[9]d AND ahead <= %[10]d THEN
    DO SLEEP(%[14]s * %[11]d / 1000000);
  END IF;
  SET tick = number >> %[5]d;
  SET number = number & %[12]d;
  RETURN %[13]s;
END`, p.tickOf("micros", "DIV"), p.epoch, p.last, state, p.seq, start,
		p.quoted(p.scheme.Name+" has no ids for this time; want "+p.span()), back, p.lead(), p.patience()+p.lead(), p.tick,
		gen.Mask(p.seq).Lo, p.bits(0, p.size, names{time: "tick", seq: "number", unsigned64: true}),
		p.excess())
}

// mariadbWide writes a function for 128 bits. What the last id of the session was is
// in variables of the session.
func (p *plan) mariadbWide(s *Script, kind string) {
	all := p.scheme.Layout.Width(gen.Random)
	half := all / 2
	high, low := gen.Mask(all-half).Lo, gen.Mask(half).Lo
	last := "@idscope_" + strings.ReplaceAll(p.scheme.Name, "-", "_")
	text := fmt.Sprintf("CONCAT(LPAD(LOWER(HEX(%s)), 16, '0'), LPAD(LOWER(HEX(%s)), 16, '0'))",
		p.bits(64, 64, mariadbNames), p.bits(0, 64, mariadbNames))
	if p.text.Form == gen.Crockford {
		list := p.crockford("SUBSTR(%s, 1 + %s, 1)", "(%s)", mariadbNames)
		text = "CONCAT(" + strings.ReplaceAll(list, " ||\n", ",\n") + ")"
	}
	time := ""
	if p.time > 0 {
		time = mariadbNow + "  SET tick = " + p.tickOf("micros", "DIV") + ";\n"
	}
	switch p.kind {
	case ordered:
		time += fmt.Sprintf("  SET tick = GREATEST(tick, COALESCE(%s_tick + 1, 0));\n  SET %[1]s_tick = tick;\n", last)
	case growing:
		time += fmt.Sprintf(`  IF tick <= %[1]s_tick THEN -- counts up
    SET tick = %[1]s_tick;
    SET low = (%[1]s_low + 1) & %[2]d;
    SET high = %[1]s_high + (low = 0);
    IF high > %[3]d THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '%[4]s: the random bits of this tick are exhausted';
    END IF;
  END IF;
  SET %[1]s_tick = tick, %[1]s_high = high, %[1]s_low = low;
`, last, low, high, p.scheme.Name)
	}
	about := "Generates an id: 122 random bits."
	if p.kind != random {
		about = p.explain()
	}
	s.add(about, p.mariadbHead(kind)+`
BEGIN
  DECLARE micros, tick BIGINT;
  DECLARE high BIGINT UNSIGNED DEFAULT CAST(CONV(HEX(RANDOM_BYTES(8)), 16, 10) AS UNSIGNED) & %d;
  DECLARE low BIGINT UNSIGNED DEFAULT CAST(CONV(HEX(RANDOM_BYTES(8)), 16, 10) AS UNSIGNED) & %d;
%s  RETURN %s;
END`, high, low, time, text)
}

// mariadbNames are the variables of the functions for wide ids.
var mariadbNames = names{time: "tick", high: "high", low: "low", unsigned64: true}

// mariadbFields writes a view that reads ids back.
func (p *plan) mariadbFields(s *Script) {
	ticks, more := p.ticks("id"), ""
	if p.kind == counted {
		for _, c := range p.columns("id") {
			more += fmt.Sprintf(", %s AS %s", c.value, p.quote(c.name))
		}
	} else {
		text, alphabet := "REPLACE(CAST(id AS CHAR(36)), '-', '')", hexDigits
		if p.text.Form == gen.Crockford {
			text, alphabet = "id", crockfordSymbols
		}
		ticks = p.ticksOf(func(n int) string {
			return fmt.Sprintf("(LOCATE(SUBSTR(%s, %d, 1), '%s') - 1)", text, n, alphabet)
		})
	}
	s.add("what ids tell; the time is in UTC", "CREATE OR REPLACE VIEW %s AS\n  SELECT id, "+
		"TIMESTAMPADD(MICROSECOND, CAST(%s AS SIGNED), TIMESTAMP'1970-01-01 00:00:00') AS created_at%s\n  FROM "+
		"(SELECT id, %s AS ticks FROM %s) t",
		p.of(p.Name+"_fields"), p.micros(), more, ticks, p.of(p.Table))
}

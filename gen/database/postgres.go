package database

import (
	"fmt"
	"strings"

	"idscope/gen"
)

// postgres writes functions in PL/pgSQL.
//
// The state of a sequence of ids is a SEQUENCE: it keeps what was written to it when
// the transaction is rolled back, and nobody waits for a commit. Reading it and moving
// it on has to be one step: an advisory lock is taken in a block that is left by an
// exception, which gives the lock back, whatever happens in between.
func (p *plan) postgres(s *Script) {
	s.Title = p.title("PostgreSQL", "psql -1 -v ON_ERROR_STOP=1 DATABASE < FILE", "does all of it or nothing")
	switch p.kind {
	case counted:
		p.postgresCounted(s)
	case random:
		s.add("uuidv4: the server's own; 122 random bits",
			p.postgresHead("uuid", "sql", "")+"\n  SELECT gen_random_uuid()\n%s", p.tag())
	default:
		p.postgresWide(s)
	}
	kind := "bigint"
	switch {
	case p.text.Form == gen.UUID:
		kind = "uuid"
	case p.text.Form == gen.Crockford:
		kind = `text COLLATE "C"`
	}
	s.add("the table, where there is none yet",
		"CREATE TABLE IF NOT EXISTS %s (\n  id %s PRIMARY KEY\n)", p.of(p.Table), kind)
	p.postgresColumn(s)
	s.add("its default", "ALTER TABLE %s ALTER COLUMN id SET DEFAULT %s()", p.of(p.Table), p.of(p.Name))
	if p.time > 0 {
		p.postgresFields(s, kind)
	}
}

// tag is the mark around a function's text, which must not be in it.
func (p *plan) tag() string {
	tag := "$idscope$"
	for n := 1; strings.Contains(p.Schema+" "+p.Table+" "+p.Name, tag); n++ {
		tag = fmt.Sprintf("$idscope%d$", n)
	}
	return tag
}

// postgresHead begins a function without or with arguments, as a format. Its search
// path is fixed, so that nobody can put other functions in the way.
func (p *plan) postgresHead(result, language, more string) string {
	arguments := ""
	if language == "plpgsql" {
		arguments = "clock timestamptz DEFAULT NULL"
	}
	return percent(fmt.Sprintf("CREATE OR REPLACE FUNCTION %s(%s) RETURNS %s\nLANGUAGE %s VOLATILE%s "+
		"SET search_path = pg_catalog, pg_temp AS %s", p.of(p.Name), arguments, result, language, more, p.tag()))
}

func (p *plan) postgresCounted(s *Script) {
	sequence := p.of(p.Name + "_seq")
	s.add(fmt.Sprintf("the last number: tick * %d + sequence", uint64(1)<<p.seq),
		"CREATE SEQUENCE IF NOT EXISTS %s AS bigint MINVALUE 0 START 0", sequence)
	lock := fmt.Sprintf("PERFORM pg_advisory_xact_lock(1768190832, %s::regclass::oid::bigint::bit(32)::int)",
		p.quoted(sequence))
	if floor := p.floor(); floor > 0 {
		s.add(aboutFloor, `DO %s
BEGIN
  %s;
  PERFORM setval(%s, greatest(last_value, %d)) FROM %s;
  RAISE SQLSTATE 'IDSOK'; -- leaves the block without the lock, which inserts wait for; the sequence stays
EXCEPTION WHEN SQLSTATE 'IDSOK' THEN
  NULL;
END
%[1]s`, p.tag(), lock, p.quoted(sequence), floor, sequence)
	}
	start := p.start("s.last_value", "floor(random() * %d)::bigint")
	back := fmt.Sprintf("    ELSIF ahead > %d THEN\n      RAISE EXCEPTION '%s: the clock is %% before the last id; want "+
		"it set right, or to wait',\n        make_interval(secs => ahead * %d / 1e6);\n", p.patience()+p.lead(),
		p.scheme.Name, p.tick)
	if p.continues() {
		back = ""
	}
	s.add(p.explain()+"\nThe clock may be given, for tests, but not one of the future.",
		p.postgresHead("bigint", "plpgsql", " SECURITY DEFINER")+`
DECLARE
  micros bigint;
  tick   bigint;
  number bigint; -- tick and sequence: only grows
  ahead  bigint; -- of the clock, in ticks
BEGIN
  IF clock > clock_timestamp() THEN
    RAISE EXCEPTION '%[1]s: the clock %% is in the future', clock;
  END IF;
  BEGIN
    %[18]s;
    micros := (extract(epoch FROM coalesce(clock, clock_timestamp())) * 1000000)::bigint;
    tick := %[3]s;
    SELECT greatest(s.last_value + 1, (tick << %[4]d)%[5]s) INTO number FROM %[6]s s;
    ahead := (number >> %[4]d) - tick;
    IF micros < %[7]d OR (number >> %[4]d) > %[8]d THEN
      RAISE EXCEPTION '%[1]s has no ids for this time; want %%',
        %[9]s;
%[10]s    END IF;
    PERFORM setval(%[2]s, number);
    RAISE SQLSTATE 'IDSOK'; -- leaves the block without the lock; variables and sequence stay
  EXCEPTION WHEN SQLSTATE 'IDSOK' THEN
    IF ahead > %[11]d AND ahead <= %[12]d THEN
      PERFORM pg_sleep(%[17]s * %[13]d / 1e6);
    END IF;
  END;
  tick := number >> %[4]d;
  number := number & %[14]d;
  RETURN %[15]s;
END
%[16]s`, p.scheme.Name, p.quoted(sequence), p.tickOf("micros", "/"), p.seq, start, sequence, p.epoch, p.last,
		p.quoted(p.span()), back, p.lead(), p.patience()+p.lead(), p.tick, gen.Mask(p.seq).Lo,
		p.bits(0, p.size, names{time: "tick", seq: "number"}), p.tag(), p.excess(), lock)
}

// postgresWide writes a function for 128 bits of time and random. What the last id of
// the session was is a setting of the session.
func (p *plan) postgresWide(s *Script) {
	half := p.scheme.Layout.Width(gen.Random) / 2
	high, low := gen.Mask(p.scheme.Layout.Width(gen.Random)-half).Lo, gen.Mask(half).Lo
	setting := p.quoted("idscope." + strings.ReplaceAll(p.scheme.Name, "-", "_"))
	next := "  tick := greatest(tick, last[1] + 1);\n"
	if p.kind == growing {
		next = fmt.Sprintf("  IF tick <= last[1] THEN -- counts up\n    tick := last[1];\n    low := (last[3] + 1) & %d;\n"+
			"    high := last[2] + (low = 0)::int;\n    IF high > %d THEN\n      RAISE EXCEPTION '%s: the random bits of this "+
			"tick are exhausted';\n    END IF;\n  END IF;\n", low, high, p.scheme.Name)
	}
	result, value := "uuid", fmt.Sprintf("(lpad(to_hex(%s), 16, '0') || lpad(to_hex(%s), 16, '0'))::uuid",
		p.bits(64, 64, wideNames), p.bits(0, 64, wideNames))
	if p.text.Form == gen.Crockford {
		result, value = "text", p.crockford("substr(%s, 1 + %s, 1)", "(%s)::int", wideNames)
	}
	s.add(p.explain(), p.postgresHead(result, "plpgsql", "")+`
DECLARE
  micros bigint := (extract(epoch FROM coalesce(clock, clock_timestamp())) * 1000000)::bigint;
  tick   bigint := %s;
  drawn  text := gen_random_uuid()::text; -- its first and last 12 digits are random
  high   bigint := ('x' || left(translate(drawn, '-', ''), 12))::bit(48)::bigint & %d;
  low    bigint := ('x' || right(drawn, 12))::bit(48)::bigint & %d;
  last   bigint[] := nullif(current_setting(%s, true), '')::bigint[]; -- of this session: tick, high, low
BEGIN
%s  PERFORM set_config(%[4]s, ARRAY[tick, high, low]::text, false);
  RETURN %[6]s;
END
%[7]s`, p.tickOf("micros", "/"), high, low, setting, next, value, p.tag())
}

// wideNames are the variables of the functions for wide ids.
var wideNames = names{time: "tick", high: "high", low: "low"}

// postgresFields writes a function that reads an id back.
func (p *plan) postgresFields(s *Script, kind string) {
	list := []string{"created_at timestamptz"}
	ticks := p.ticks("id")
	var values []string
	switch p.kind {
	case counted:
		for _, c := range p.columns("id") {
			list = append(list, p.quote(c.name)+" bigint")
			values = append(values, ", "+c.value)
		}
	default:
		text, alphabet := "translate(id::text, '-', '')", hexDigits
		if p.text.Form == gen.Crockford {
			text, alphabet = "upper(id)", crockfordSymbols
		}
		ticks = p.ticksOf(func(n int) string {
			return fmt.Sprintf("(strpos('%s', substr(%s, %d, 1)) - 1)::bigint", alphabet, text, n)
		})
	}
	kind, _, _ = strings.Cut(kind, " ")
	s.add(fmt.Sprintf("what an id tells: SELECT * FROM %s t, %s(t.id)", p.of(p.Table), p.of(p.Name+"_fields")),
		"CREATE OR REPLACE FUNCTION %s(id %s) RETURNS TABLE (%s)\nLANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET "+
			"search_path = pg_catalog, pg_temp AS %s\n  SELECT to_timestamp(0) + (%s) * interval '1 microsecond'%s\n  FROM "+
			"(SELECT %s AS ticks) t\n%[4]s",
		p.of(p.Name+"_fields"), kind, strings.Join(list, ", "), p.tag(), p.micros(), strings.Join(values, ""), ticks)
}

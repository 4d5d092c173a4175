package database

import (
	"errors"
	"fmt"
)

// original is the function of "Sharding & IDs at Instagram", with the names and the
// numbers of the plan. It takes a sequence modulo 1024 and the time apart from each
// other: the 1025th id of a millisecond is the first one again, and so are ids of a
// clock that moves backwards.
func (p *plan) original(s *Script) error {
	if p.scheme.Name != "instagram" {
		return fmt.Errorf("%s has no original of its own in SQL; instagram has", p.scheme.Name)
	}
	if p.Dialect != Postgres {
		return errors.New("the original of instagram is for PostgreSQL; want --dialect postgres")
	}
	if p.tick != 1000 || p.epoch%1000 != 0 {
		return errors.New("the original of instagram counts milliseconds; want no --tick, and an epoch of whole ones")
	}
	s.Title = p.title("PostgreSQL", "psql -1 -v ON_ERROR_STOP=1 DATABASE < FILE", "does all of it or nothing")
	s.Warnings = []string{fmt.Sprintf("this is the original, and it repeats ids: past %d in a millisecond, and after the "+
		"clock moved backwards", uint64(1)<<p.seq)}
	sequence := p.of(p.Name + "_seq")
	s.add("the table's sequence", "CREATE SEQUENCE IF NOT EXISTS %s", sequence)
	s.add("the original: instagram-engineering.com, Sharding & IDs at Instagram",
		`CREATE OR REPLACE FUNCTION %s(OUT result bigint)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS %s
DECLARE
  our_epoch bigint := %d;
  seq_id bigint;
  now_millis bigint;
  shard_id bigint := %d;
BEGIN
  SELECT nextval(%s) %% %d INTO seq_id;
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) INTO now_millis;
  result := (now_millis - our_epoch) << %d;
  result := result | (shard_id << %d);
  result := result | (seq_id);
END
%[2]s`, p.of(p.Name), p.tag(), p.epoch/1000, p.data["shard"], p.quoted(sequence), uint64(1)<<p.seq,
		p.lsb[p.scheme.Layout.Index("timestamp")], p.lsb[p.scheme.Layout.Index("shard")])
	s.add("the table, where there is none yet",
		"CREATE TABLE IF NOT EXISTS %s (\n  id bigint PRIMARY KEY\n)", p.of(p.Table))
	p.postgresColumn(s)
	s.add("its default", "ALTER TABLE %s ALTER COLUMN id SET DEFAULT %s()", p.of(p.Table), p.of(p.Name))
	p.postgresFields(s, "bigint")
	return nil
}

package postgres

import (
	"context"

	"idscope/bench/index"
	"idscope/bench/index/sqlengine"
)

// Stats asks for the sizes, and reads every page of the index where the extension
// pgstattuple is there. Splits follow from its page counts: nothing was deleted, so
// on each level of the tree every page but the first came from one split.
func (e *engine) Stats(ctx context.Context) (index.Stats, error) {
	tree := index.Name + ".ids_pkey"
	if e.Table.Variant == index.Secondary {
		tree = index.Name + "." + sqlengine.Second
	}
	var s index.Stats
	var disk, size, page, log int64
	err := e.DB.QueryRowContext(ctx, `SELECT pg_total_relation_size($1::regclass), pg_relation_size($2::regclass),
		current_setting('block_size')::int8, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $3::pg_lsn)::int8`,
		e.Dialect.Table, tree, e.begun).Scan(&disk, &size, &page, &log)
	if err != nil {
		return s, err
	}
	s = index.Stats{DiskBytes: &disk, IndexBytes: &size, PageBytes: &page, LogBytes: &log}
	if e.stat == "" {
		e.estimate(&s)
		return s, nil
	}
	var level, inner, leaves int64
	var density float64
	err = e.DB.QueryRowContext(ctx, "SELECT tree_level, internal_pages, leaf_pages, coalesce(nullif(avg_leaf_density, "+
		"'NaN'), 0) FROM "+e.stat+"($1)", tree).
		Scan(&level, &inner, &leaves, &density)
	if err != nil || leaves == 0 {
		return s, err
	}
	s.LeafPages, s.Fill = &leaves, index.Count(density/100)
	s.Splits = index.Count(inner + leaves - (level + 1))
	return s, nil
}

// The parts of a leaf of PostgreSQL's B-tree (access/nbtree.h, storage/bufpage.h).
const (
	pageHead = 24 + 16 // of the page, and the special space
	itemHead = 8 + 4   // of the tuple, and its line pointer
)

// estimate takes all pages but the first, which describes the tree, for leaves: the
// inner ones are fewer than one in a hundred.
func (e *engine) estimate(s *index.Stats) {
	k := e.Table.Key
	key := (k.Bytes() + 7) / 8 * 8
	if !k.Integer() && !k.UUID() {
		key = (k.Bytes() + 1 + 7) / 8 * 8 // with the byte of its length
	}
	leaves := *s.IndexBytes/(*s.PageBytes) - 1
	if leaves > 0 {
		s.LeafPages = &leaves
		s.Fill = index.Count(min(1, float64(e.Rows*int64(key+itemHead))/float64(leaves*(*s.PageBytes-pageHead))))
	}
}

package mysql

import (
	"context"
	"strconv"

	"idscope/bench/index"
	"idscope/bench/index/sqlengine"
)

// Stats takes the page counts that ANALYZE TABLE leaves, and calculates the fill:
// nothing was deleted, so what the leaves hold is known from the number of rows.
func (e *engine) Stats(ctx context.Context) (index.Stats, error) {
	var s index.Stats
	page, err := e.Number(ctx, "SELECT @@innodb_page_size")
	if err != nil {
		return s, err
	}
	s.PageBytes = &page
	if log, ok := e.logged(ctx); ok && e.told { // before ANALYZE adds its own
		s.LogBytes = index.Count(log - e.log)
	}
	if e.counts {
		splits, err := e.split(ctx)
		if err != nil {
			return s, err
		}
		s.Splits = index.Count(splits - e.splits)
	}
	if err := e.Do(ctx, "ANALYZE TABLE "+e.Dialect.Table); err != nil {
		return s, err
	}
	leaves, all, err := e.pages(ctx)
	if err == nil && leaves > 0 {
		s.LeafPages, s.IndexBytes = &leaves, index.Count(all*page)
		s.Fill = index.Count(min(1, float64(e.Rows*e.record())/float64(leaves*(page-pageHead))))
	}
	if disk, ok := e.file(ctx); ok {
		s.DiskBytes = &disk
	}
	return s, ctx.Err()
}

// The parts of a page of InnoDB, and of a row in it, in bytes (fil0fil.h, page0page.h,
// rem0rec.h): 38 and 8 around the page, 56 of its head, 26 of the two rows that bound
// all others; 5 in front of a row, 6 and 7 for its transaction and the version before.
const (
	pageHead = 38 + 8 + 56 + 26
	rowHead  = 5 + 6 + 7
)

// record is the size of what a leaf of the tree in order of the id holds of each row: all of
// it, or in a second index the id and the primary key, which have no transaction.
func (e *engine) record() int64 {
	if e.Table.Variant == index.Secondary {
		return int64(rowHead - 6 - 7 + e.Table.Key.Bytes() + 8)
	}
	return int64(rowHead + e.Table.Key.Bytes() + 8 + e.Table.Payload)
}

// tree is the name of the index in order of the id.
func (e *engine) tree() string {
	if e.Table.Variant == index.Secondary {
		return sqlengine.Second
	}
	return "PRIMARY"
}

// pages are those of the leaves and of the whole tree; only those may ask who may
// read the database mysql.
func (e *engine) pages(ctx context.Context) (leaves, all int64, err error) {
	const ask = "SELECT stat_value FROM mysql.innodb_index_stats WHERE database_name = ? AND table_name = 'ids' AND " +
		"index_name = ? AND stat_name = ?"
	if leaves, err = e.Number(ctx, ask, index.Name, e.tree(), "n_leaf_pages"); err == nil {
		all, err = e.Number(ctx, ask, index.Name, e.tree(), "size")
	}
	return leaves, all, err
}

// file is the size of the table's file, or where this user may not see it that of
// its tree.
func (e *engine) file(ctx context.Context) (size int64, ok bool) {
	for _, ask := range []string{
		// MariaDB
		"SELECT FILE_SIZE FROM information_schema.INNODB_SYS_TABLESPACES WHERE NAME = '" + index.Name + "/ids'",
		"SELECT FILE_SIZE FROM information_schema.INNODB_TABLESPACES WHERE NAME = '" + index.Name + "/ids'", // MySQL
		"SELECT DATA_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = '" + index.Name +
			"' AND TABLE_NAME = 'ids'",
	} {
		if size, err := e.Number(ctx, ask); err == nil && size > 0 {
			return size, true
		}
	}
	return 0, false
}

// split is the server's counter of page splits.
func (e *engine) split(ctx context.Context) (int64, error) {
	return e.Number(ctx, "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = ?", splitCounter)
}

// logged is how much the server has written to its redo log.
func (e *engine) logged(ctx context.Context) (int64, bool) {
	var name, value string
	if e.DB.QueryRowContext(ctx, "SHOW GLOBAL STATUS LIKE 'Innodb_os_log_written'").Scan(&name, &value) != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(value, 10, 64)
	return n, err == nil
}

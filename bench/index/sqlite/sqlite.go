// Package sqlite measures in SQLite, embedded, with nothing to start. It is the
// only importer of modernc.org/sqlite.
package sqlite

import (
	"context"
	"database/sql"
	"errors"

	_ "modernc.org/sqlite" // registers itself with database/sql

	"idscope/bench/index"
	"idscope/gen"
)

// Driver takes sqlite:FILE, and sqlite: for a temporary file.
type Driver struct{}

var _ index.Driver = Driver{}

// Name returns "SQLite".
func (Driver) Name() string { return "SQLite" }

// Schemes returns the words that a DSN begins with.
func (Driver) Schemes() []string { return []string{"sqlite", "sqlite3"} }

// Open touches no file yet.
func (Driver) Open(ctx context.Context, dsn string) (index.Engine, error) {
	e := &engine{file: index.NewOwnFile(dsn)}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if err := db.QueryRowContext(ctx, "PRAGMA cache_size").Scan(&e.cache); err != nil {
		return nil, err
	}
	return e, db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&e.version)
}

// engine is one file.
type engine struct {
	file    *index.OwnFile
	version string
	cache   int64 // as SQLite has it: pages, or below 0 KiB

	db     *sql.DB // nil between tables
	insert *sql.Stmt
	read   *sql.Stmt
	within *sql.Stmt // the rows of a window
	table  index.Table
	logged int64 // bytes of log that were written and taken over into the file
}

var _ index.Engine = (*engine)(nil)

func (e *engine) About() index.About {
	return index.About{
		Engine: "SQLite " + e.version, Target: e.file.Target(), LogKind: "WAL",
		Order: "clustered: rows lie in the leaves of one B-tree, in order of the key (WITHOUT ROWID; an integer key is " +
			"the rowid); heap: in order of arrival, by rowid",
		Cache: &index.Cache{Name: "cache_size", Bytes: e.cacheBytes()},
		Notes: []string{"journal_mode WAL, synchronous FULL, a checkpoint every 1000 pages; its cost is part of the insert"},
	}
}

// cacheBytes is the size of the page cache of a connection.
func (e *engine) cacheBytes() int64 {
	if e.cache < 0 {
		return -e.cache << 10
	}
	return e.cache * pageBytes
}

func (e *engine) Variants() []index.Variant {
	return []index.Variant{index.Clustered, index.Heap, index.Secondary, index.TimeIndex, index.TextKey}
}

func (e *engine) Claim(context.Context) error { return e.file.Claim() }

func (e *engine) Insert(ctx context.Context, rows []index.Row) error {
	tx, err := e.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	insert := tx.StmtContext(ctx, e.insert)
	for _, r := range rows {
		if _, err := insert.ExecContext(ctx, e.value(r.ID), r.Created); err != nil {
			_ = tx.Rollback()
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	if n, err := e.log(); err != nil || n < checkpoint*pageBytes {
		return err
	}
	return e.takeOver(ctx)
}

// value is an identifier as SQLite holds it: integers are signed.
func (e *engine) value(id gen.ID) any {
	switch {
	case e.table.Key.Integer():
		return int64(id.Lo)
	case e.table.Key.Written():
		return string(e.table.Key.Append(nil, id))
	}
	return e.table.Key.Append(nil, id)
}

func (e *engine) Read(ctx context.Context, keys []gen.ID) (found int, err error) {
	for _, id := range keys {
		n, err := count(ctx, e.read, e.value(id))
		if err != nil {
			return found, err
		}
		found += n
	}
	return found, nil
}

func (e *engine) Range(ctx context.Context, from, to index.Row) (found int, err error) {
	if e.table.Window() == index.ByKey {
		return count(ctx, e.within, e.value(from.ID), e.value(to.ID))
	}
	return count(ctx, e.within, from.Created, to.Created)
}

// count reads all rows that a statement gives, with their payload.
func count(ctx context.Context, s *sql.Stmt, args ...any) (n int, err error) {
	list, err := s.QueryContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	defer list.Close()
	var payload sql.RawBytes
	for list.Next() {
		if err := list.Scan(&payload); err != nil {
			return n, err
		}
		n++
	}
	return n, list.Err()
}

func (e *engine) Remove(context.Context) error {
	if err := e.shut(); err != nil {
		return err
	}
	return e.file.Empty("-wal", "-shm")
}

func (e *engine) Release(context.Context) error {
	return errors.Join(e.shut(), e.file.Release("-wal", "-shm"))
}

func (e *engine) Close() error { return nil }

func (e *engine) shut() error {
	db := e.db
	if e.db = nil; db == nil {
		return nil
	}
	return db.Close() // its statements with it
}

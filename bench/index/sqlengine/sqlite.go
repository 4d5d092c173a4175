package sqlengine

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // registers itself with database/sql

	"idscope/bench/index"
)

// SQLite is embedded, with nothing to start. It takes sqlite:FILE, and sqlite: for a temporary file;
// opening touches no file yet.
var SQLite = index.Driver{Schemes: []string{"sqlite", "sqlite3"}, Open: openSQLite}

func openSQLite(ctx context.Context, dsn string) (index.Engine, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	base, err := connect(ctx, db, sqlite())
	e := &sqliteEngine{OwnFile: index.NewOwnFile(dsn, "-wal", "-shm"), below: below{base}}
	e.info.Target = e.Target()
	return e, cmp.Or(err, db.Close())
}

func sqlite() dialect {
	return dialect{
		info: index.About{
			LogKind: "WAL",
			Kinds: []index.Variant{index.Clustered, index.Heap, index.Secondary, index.TimeIndex,
				index.TextKey},
			Order: "clustered: rows lie in the leaves of one B-tree, in order of the key (WITHOUT ROWID; an integer " +
				"key is the rowid); heap: in order of arrival, by rowid",
			Notes: []string{"journal_mode WAL, synchronous FULL, a checkpoint every 1000 pages; its cost is part of " +
				"the insert"},
			Cache: &index.Cache{Name: "cache_size"},
		},
		// a cache below 0 is in KiB, else in pages
		settings: "SELECT 'SQLite ' || sqlite_version(), iif(cache_size < 0, -1024, page_size) * cache_size " +
			"FROM pragma_cache_size, pragma_page_size",
		name: index.Name, integer: "INTEGER", bytes: "BLOB", text: "TEXT", counter: "INTEGER",
		payload: "BLOB NOT NULL DEFAULT (zeroblob(#))",
	}
}

// below is the table in the file. It lies a level below the file, whose Claim, Remove, Release and
// Close are those of the engine.
type below struct{ engine }

// sqliteEngine is one file.
type sqliteEngine struct {
	*index.OwnFile
	below
	written int64 // bytes of log that were written and taken over into the file
}

// pragmas are the settings of a connection. We take the log over: it starts again with that, and
// its bytes would be lost.
const pragmas = "_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=wal_autocheckpoint(0)"

// Create creates the table in the file, which is empty.
func (e *sqliteEngine) Create(ctx context.Context, t index.Table) (column string, err error) {
	path, err := filepath.Abs(e.Path())
	if err != nil {
		return "", err
	}
	uri := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(path), RawQuery: pragmas} // escapes the path
	if e.db, err = sql.Open("sqlite", uri.String()); err != nil {
		return "", err
	}
	e.db.SetMaxOpenConns(1)
	e.Open = e.db
	e.written, e.integer, e.options = 0, "INTEGER", ""
	switch {
	case t.Variant == index.Heap:
		e.integer = "INT" // INTEGER would be the rowid itself
	case t.Variant != index.Secondary && !t.Key.Integer():
		e.options = " WITHOUT ROWID"
	}
	if column, err = e.below.Create(ctx, t); err != nil {
		return "", err
	}
	return column, e.takeOver(ctx, 0)
}

// checkpoint is the size of the log in bytes at which it is taken over into the file: SQLite's
// own default, in pages of the size that every new file has.
const checkpoint = 1000 * 4096

// Insert also takes the log over into the file when it is long.
func (e *sqliteEngine) Insert(ctx context.Context, rows []index.Row) error {
	if err := e.below.Insert(ctx, rows); err != nil {
		return err
	}
	return e.takeOver(ctx, checkpoint)
}

// takeOver moves what the log holds into the file, and counts it, where it is at least as long.
func (e *sqliteEngine) takeOver(ctx context.Context, least int64) error {
	log, err := os.Stat(e.Path() + "-wal")
	if err != nil || log.Size() < least {
		return err
	}
	var busy, frames, moved int
	if err := e.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
		return err
	}
	if busy != 0 {
		return fmt.Errorf("the log of %s is in use by another process; close it there", e.Path())
	}
	e.written += log.Size()
	return nil
}

// Stats reads every page of the tree in order of the id, by the virtual table dbstat.
func (e *sqliteEngine) Stats(ctx context.Context) (index.Stats, error) {
	if err := e.takeOver(ctx, 0); err != nil {
		return index.Stats{}, err
	}
	tree := index.Name
	if e.table.Variant == index.Heap || e.table.Variant == index.Secondary {
		tree = "sqlite_autoindex_" + index.Name + "_1"
	}
	s := index.Stats{LogBytes: new(e.written)}
	err := e.db.QueryRowContext(ctx, `SELECT page_count * page_size, count(*) * max(pgsize), max(pgsize),
		sum(pagetype = 'leaf'),
		1 - sum(iif(pagetype = 'leaf', unused, 0)) * 1.0 / (sum(pagetype = 'leaf') * max(pgsize))
		FROM dbstat, pragma_page_count, pragma_page_size WHERE name = ?`, tree).
		Scan(&s.DiskBytes, &s.IndexBytes, &s.PageBytes, &s.LeafPages, &s.Fill)
	return s, err
}

// Package sqlite measures in SQLite, embedded, with nothing to start. It is the
// only importer of modernc.org/sqlite here.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // registers itself with database/sql

	"idscope/bench/index"
	"idscope/bench/index/sqlengine"
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
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	e := &engine{file: index.NewOwnFile(dsn), Engine: sqlengine.Engine{Dialect: dialect(), DB: db}}
	defer db.Close()
	if e.cache, err = e.Number(ctx, "PRAGMA cache_size"); err != nil {
		return nil, err
	}
	return e, db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&e.version)
}

func dialect() *sqlengine.Dialect {
	return &sqlengine.Dialect{
		Table: index.Name, Integer: "INTEGER", Bytes: func(int) string { return "BLOB" },
		Text:    func(int) string { return "TEXT" },
		Counter: "INTEGER",
		Payload: func(n int) string { return fmt.Sprintf("BLOB NOT NULL DEFAULT (zeroblob(%d))", n) },
		Options: func(t index.Table) string {
			if beside(t) || t.Key.Integer() {
				return ""
			}
			return " WITHOUT ROWID"
		},
		Argument: func(id uint64) any { return int64(id) },
	}
}

// beside reports whether rows lie in order of a number of their own, beside the tree of the id.
func beside(t index.Table) bool { return t.Variant == index.Heap || t.Variant == index.Secondary }

// engine is one file.
type engine struct {
	sqlengine.Engine
	file    *index.OwnFile
	version string
	cache   int64 // as SQLite has it: pages, or below 0 KiB
	open    bool  // DB is the file
	logged  int64 // bytes of log that were written and taken over into the file
}

var _ index.Engine = (*engine)(nil)

func (e *engine) About() index.About {
	cache := e.cache * pageBytes
	if e.cache < 0 {
		cache = -e.cache << 10
	}
	return index.About{
		Engine: "SQLite " + e.version, Target: e.file.Target(), LogKind: "WAL",
		Order: "clustered: rows lie in the leaves of one B-tree, in order of the key (WITHOUT ROWID; an integer key " +
			"is the rowid); heap: in order of arrival, by rowid",
		Cache: &index.Cache{Name: "cache_size", Bytes: cache},
		Notes: []string{"journal_mode WAL, synchronous FULL, a checkpoint every 1000 pages; its cost is part of the " +
			"insert"},
	}
}

func (e *engine) Variants() []index.Variant {
	return []index.Variant{index.Clustered, index.Heap, index.Secondary, index.TimeIndex, index.TextKey}
}

// Claim creates the file.
func (e *engine) Claim(context.Context) error { return e.file.Claim() }

// Create creates the table in the file, which is empty.
func (e *engine) Create(ctx context.Context, t index.Table) (column string, err error) {
	path, err := filepath.Abs(e.file.Path())
	if err != nil {
		return "", err
	}
	uri := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(path)} // escapes what means something in it
	if e.DB, err = sql.Open("sqlite", uri.String()); err != nil {
		return "", err
	}
	e.DB.SetMaxOpenConns(1) // pragmas are those of a connection
	e.open, e.logged = true, 0
	e.Integer = "INTEGER"
	if t.Variant == index.Heap {
		e.Integer = "INT" // INTEGER would be the rowid itself
	}
	if err := e.Do(ctx, "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL",
		// we do it: the log starts again with it, and its bytes would be lost
		"PRAGMA wal_autocheckpoint=0"); err != nil {
		return "", err
	}
	if column, err = e.Engine.Create(ctx, t); err != nil {
		return "", err
	}
	return column, e.takeOver(ctx)
}

// Insert also takes the log over into the file when it is long.
func (e *engine) Insert(ctx context.Context, rows []index.Row) error {
	if err := e.Engine.Insert(ctx, rows); err != nil {
		return err
	}
	if n, err := e.log(); err != nil || n < checkpoint*pageBytes {
		return err
	}
	return e.takeOver(ctx)
}

// Remove empties the file.
func (e *engine) Remove(context.Context) error {
	if err := e.Close(); err != nil {
		return err
	}
	return e.file.Empty("-wal", "-shm")
}

// Release deletes the file.
func (e *engine) Release(context.Context) error {
	return errors.Join(e.Close(), e.file.Release("-wal", "-shm"))
}

// Close closes the file, where it is open.
func (e *engine) Close() error {
	if !e.open {
		return nil
	}
	e.open = false
	return e.DB.Close()
}

// pageBytes is SQLite's default size of a page, which every new file has.
const pageBytes = 4096

// checkpoint is the size of the log in pages at which it is taken over into the
// file: SQLite's own default.
const checkpoint = 1000

// log is how long the log is.
func (e *engine) log() (int64, error) {
	i, err := os.Stat(e.file.Path() + "-wal")
	if err != nil {
		return 0, err
	}
	return i.Size(), nil
}

// takeOver moves what the log holds into the file, and counts it.
func (e *engine) takeOver(ctx context.Context) error {
	n, err := e.log()
	if err != nil {
		return err
	}
	var busy, frames, moved int
	if err := e.DB.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
		return err
	}
	if busy != 0 {
		return fmt.Errorf("the log of %s is in use by another process; close it there", e.file.Path())
	}
	e.logged += n
	return nil
}

// Stats reads every page of the tree in order of the id, by the virtual table dbstat.
func (e *engine) Stats(ctx context.Context) (index.Stats, error) {
	if err := e.takeOver(ctx); err != nil {
		return index.Stats{}, err
	}
	file, err := os.Stat(e.file.Path())
	if err != nil {
		return index.Stats{}, err
	}
	tree := index.Name
	if beside(e.Table) {
		tree = "sqlite_autoindex_" + index.Name + "_1"
	}
	var all, leaves, size, free int64
	err = e.DB.QueryRowContext(ctx, `SELECT count(*), sum(pagetype = 'leaf'), max(pgsize),
		coalesce(sum(CASE pagetype WHEN 'leaf' THEN unused END), 0) FROM dbstat WHERE name = ?`,
		tree).Scan(&all, &leaves, &size, &free)
	if err != nil {
		return index.Stats{}, err
	}
	return index.Stats{
		DiskBytes:  index.Count(file.Size()),
		IndexBytes: index.Count(all * size),
		PageBytes:  &size,
		LeafPages:  &leaves,
		Fill:       index.Count(1 - float64(free)/float64(max(leaves*size, 1))),
		LogBytes:   index.Count(e.logged),
	}, nil
}

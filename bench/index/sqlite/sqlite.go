// Package sqlite measures in SQLite, embedded, with nothing to start. It is the
// only importer of modernc.org/sqlite.
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
	return e, db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&e.version)
}

// engine is one file.
type engine struct {
	file    *index.OwnFile
	version string

	db     *sql.DB // nil between tables
	insert *sql.Stmt
	read   *sql.Stmt
	key    index.Key
	logged int64 // bytes of log that were written and taken over into the file
}

var _ index.Engine = (*engine)(nil)

// checkpoint is the size of the log in pages at which it is taken over into the
// file: SQLite's own default.
const checkpoint = 1000

func (e *engine) About() index.About {
	return index.About{
		Engine: "SQLite " + e.version, Target: e.file.Target(), LogKind: "WAL",
		Order: "rows lie in the leaves of one B-tree, in order of the key (WITHOUT ROWID; an integer key is the rowid)",
		Notes: []string{"journal_mode WAL, synchronous FULL, a checkpoint every 1000 pages; its cost is part of the insert"},
	}
}

func (e *engine) Claim(context.Context) error { return e.file.Claim() }

func (e *engine) Create(ctx context.Context, k index.Key, payload int) (column string, err error) {
	path, err := filepath.Abs(e.file.Path())
	if err != nil {
		return "", err
	}
	uri := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(path)} // escapes what means something in it
	if e.db, err = sql.Open("sqlite", uri.String()); err != nil {
		return "", err
	}
	e.db.SetMaxOpenConns(1) // pragmas are those of a connection
	e.key, e.logged = k, 0
	column, without := "BLOB", " WITHOUT ROWID"
	if k.Integer() {
		column, without = "INTEGER", ""
	}
	for _, do := range []string{
		"PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL",
		"PRAGMA wal_autocheckpoint=0", // we do it: the log starts anew with it, and its bytes would be lost
		fmt.Sprintf("CREATE TABLE %s (id %s PRIMARY KEY NOT NULL, payload BLOB NOT NULL DEFAULT (zeroblob(%d)))%s",
			index.Name, column, payload, without),
	} {
		if _, err := e.db.ExecContext(ctx, do); err != nil {
			return "", err
		}
	}
	if e.insert, err = e.db.PrepareContext(ctx, "INSERT INTO "+index.Name+" (id) VALUES (?)"); err != nil {
		return "", err
	}
	if e.read, err = e.db.PrepareContext(ctx, "SELECT payload FROM "+index.Name+" WHERE id = ?"); err != nil {
		return "", err
	}
	return column, e.takeOver(ctx)
}

func (e *engine) Insert(ctx context.Context, keys []gen.ID) error {
	tx, err := e.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	insert := tx.StmtContext(ctx, e.insert)
	for _, id := range keys {
		if _, err := insert.ExecContext(ctx, e.value(id)); err != nil {
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

// pageBytes is SQLite's default size of a page, which every new file has.
const pageBytes = 4096

// value is an identifier as SQLite holds it: integers are signed.
func (e *engine) value(id gen.ID) any {
	if e.key.Integer() {
		return int64(id.Lo)
	}
	return e.key.Append(nil, id)
}

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
	if err := e.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
		return err
	}
	if busy != 0 {
		return fmt.Errorf("the log of %s is in use by another process; want the file alone", e.file.Path())
	}
	e.logged += n
	return nil
}

func (e *engine) Read(ctx context.Context, keys []gen.ID) (found int, err error) {
	var payload sql.RawBytes
	for _, id := range keys {
		list, err := e.read.QueryContext(ctx, e.value(id))
		if err != nil {
			return found, err
		}
		for list.Next() {
			if err := list.Scan(&payload); err != nil {
				_ = list.Close()
				return found, err
			}
			found++
		}
		if err := list.Err(); err != nil {
			return found, err
		}
	}
	return found, nil
}

// Stats reads every page of the table, by the virtual table dbstat.
func (e *engine) Stats(ctx context.Context) (index.Stats, error) {
	if err := e.takeOver(ctx); err != nil {
		return index.Stats{}, err
	}
	file, err := os.Stat(e.file.Path())
	if err != nil {
		return index.Stats{}, err
	}
	var all, leaves, size, free int64
	err = e.db.QueryRowContext(ctx, `SELECT count(*), sum(pagetype = 'leaf'), max(pgsize),
		coalesce(sum(CASE pagetype WHEN 'leaf' THEN unused END), 0) FROM dbstat WHERE name = ?`,
		index.Name).Scan(&all, &leaves, &size, &free)
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

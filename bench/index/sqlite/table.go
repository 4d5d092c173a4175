package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"

	"idscope/bench/index"
)

func (e *engine) Create(ctx context.Context, t index.Table) (column string, err error) {
	path, err := filepath.Abs(e.file.Path())
	if err != nil {
		return "", err
	}
	uri := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(path)} // escapes what means something in it
	if e.db, err = sql.Open("sqlite", uri.String()); err != nil {
		return "", err
	}
	e.db.SetMaxOpenConns(1) // pragmas are those of a connection
	e.table, e.logged = t, 0
	column, key := definition(t)
	for _, do := range []string{
		"PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL",
		"PRAGMA wal_autocheckpoint=0", // we do it: the log starts anew with it, and its bytes would be lost
		fmt.Sprintf("CREATE TABLE %s (%s, created INTEGER NOT NULL, payload BLOB NOT NULL DEFAULT (zeroblob(%d)))%s",
			index.Name, key, t.Payload, without(t)),
	} {
		if _, err := e.db.ExecContext(ctx, do); err != nil {
			return "", err
		}
	}
	if t.Variant == index.TimeIndex {
		if _, err := e.db.ExecContext(ctx, "CREATE INDEX "+index.Name+"_times ON "+index.Name+" (created)"); err != nil {
			return "", err
		}
	}
	of, from := "id", "id" // the + keeps SQLite from an index that is not there for this
	if by := t.Window(); by == index.ByTime {
		of, from = "created", "created"
	} else if by == index.ByScan {
		of, from = "created", "+created"
	}
	for text, to := range map[string]**sql.Stmt{
		"INSERT INTO " + index.Name + " (id, created) VALUES (?, ?)":                         &e.insert,
		"SELECT payload FROM " + index.Name + " WHERE id = ?":                                &e.read,
		"SELECT payload FROM " + index.Name + " WHERE " + from + " >= ? AND " + of + " <= ?": &e.within,
	} {
		if *to, err = e.db.PrepareContext(ctx, text); err != nil {
			return "", err
		}
	}
	return column, e.takeOver(ctx)
}

// definition is the column of the id, and its type.
func definition(t index.Table) (column, definition string) {
	switch {
	case t.Key.Written():
		column = "TEXT"
	case t.Key.Integer():
		column = "INTEGER"
	default:
		column = "BLOB"
	}
	switch {
	case t.Variant == index.Secondary:
		return column, "n INTEGER PRIMARY KEY, id " + column + " NOT NULL UNIQUE"
	case t.Variant == index.Heap && t.Key.Integer():
		return column, "id INT PRIMARY KEY NOT NULL" // INTEGER would be the rowid itself
	}
	return column, "id " + column + " PRIMARY KEY NOT NULL"
}

// without is the clause of a table whose rows lie in the tree of its key.
func without(t index.Table) string {
	if t.Variant == index.Heap || t.Variant == index.Secondary || t.Key.Integer() {
		return ""
	}
	return " WITHOUT ROWID"
}

package sqlite

import (
	"context"
	"fmt"
	"os"

	"idscope/bench/index"
)

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
	if err := e.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
		return err
	}
	if busy != 0 {
		return fmt.Errorf("the log of %s is in use by another process; want the file alone", e.file.Path())
	}
	e.logged += n
	return nil
}

// tree is the name of the B-tree that is in order of the id.
func (e *engine) tree() string {
	if e.table.Variant == index.Heap || e.table.Variant == index.Secondary {
		return "sqlite_autoindex_" + index.Name + "_1"
	}
	return index.Name
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
		e.tree()).Scan(&all, &leaves, &size, &free)
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

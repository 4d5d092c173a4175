// Package bolt measures in bbolt: a file with a B+ tree, embedded, with nothing to
// start. It is the only importer of go.etcd.io/bbolt.
package bolt

import (
	"context"
	"errors"
	"fmt"
	"time"

	bbolt "go.etcd.io/bbolt"

	"idscope/bench/index"
	"idscope/gen"
)

// Driver takes bbolt:FILE, and bbolt: for a temporary file.
type Driver struct{}

var _ index.Driver = Driver{}

// Name returns "bbolt".
func (Driver) Name() string { return "bbolt" }

// Schemes returns the words that a DSN begins with.
func (Driver) Schemes() []string { return []string{"bbolt", "bolt"} }

// Open touches no file yet.
func (Driver) Open(_ context.Context, dsn string) (index.Engine, error) {
	return &engine{file: index.NewOwnFile(dsn)}, nil
}

// engine is one file.
type engine struct {
	file *index.OwnFile
	db   *bbolt.DB // nil between tables

	key     index.Key
	payload []byte
	fill    float64
	buf     []byte // a key
}

var _ index.Engine = (*engine)(nil)

// appending is how full bbolt leaves a page that it splits, where keys are
// appended: its documentation advises more than the default for that.
const appending = 0.9

func (e *engine) About() index.About {
	return index.About{
		Engine: "bbolt", Target: e.file.Target(), LogKind: "pages written",
		Order: "rows lie in the leaves of one B+ tree, in order of the key",
		Notes: []string{
			"bbolt has no log: a transaction writes every page anew that it touches, and syncs",
			fmt.Sprintf("a split leaves %.0f %% in a page, or %.0f %% where ids come in order of time: bbolt is told so",
				100*bbolt.DefaultFillPercent, 100*appending),
		},
	}
}

func (e *engine) Claim(context.Context) error { return e.file.Claim() }

var rows = []byte(index.Name)

func (e *engine) Create(_ context.Context, k index.Key, payload int) (column string, err error) {
	e.key, e.payload, e.fill = k, make([]byte, payload), bbolt.DefaultFillPercent
	if k.Appended {
		e.fill = appending
	}
	if e.db, err = bbolt.Open(e.file.Path(), 0o600, &bbolt.Options{Timeout: time.Second}); err != nil {
		return "", err
	}
	err = e.db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket(rows)
		return err
	})
	return fmt.Sprintf("%d bytes", k.Bytes()), err
}

func (e *engine) Insert(ctx context.Context, keys []gen.ID) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return e.db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(rows)
		b.FillPercent = e.fill
		for _, id := range keys {
			e.buf = e.key.Append(e.buf[:0], id) // Put copies the key, not the value
			if err := b.Put(e.buf, e.payload); err != nil {
				return err
			}
		}
		return nil
	})
}

func (e *engine) Read(ctx context.Context, keys []gen.ID) (found int, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	err = e.db.View(func(tx *bbolt.Tx) error {
		b := tx.Bucket(rows)
		for _, id := range keys {
			e.buf = e.key.Append(e.buf[:0], id)
			if v := b.Get(e.buf); v != nil && len(v) == len(e.payload) {
				found++
			}
		}
		return nil
	})
	return found, err
}

// Stats walks over the whole tree.
func (e *engine) Stats(context.Context) (index.Stats, error) {
	var s index.Stats
	err := e.db.View(func(tx *bbolt.Tx) error {
		b, work := tx.Bucket(rows).Stats(), e.db.Stats().TxStats
		page := int64(e.db.Info().PageSize)
		leaves := int64(b.LeafPageN + b.LeafOverflowN)
		s = index.Stats{
			DiskBytes:  index.Count(tx.Size()),
			IndexBytes: index.Count((leaves + int64(b.BranchPageN+b.BranchOverflowN)) * page),
			PageBytes:  &page,
			LeafPages:  &leaves,
			Splits:     index.Count(work.GetSplit()),
			LogBytes:   index.Count(work.GetPageAlloc()),
		}
		if b.LeafAlloc > 0 {
			s.Fill = index.Count(float64(b.LeafInuse) / float64(b.LeafAlloc))
		}
		return nil
	})
	return s, err
}

func (e *engine) Remove(context.Context) error {
	if err := e.shut(); err != nil {
		return err
	}
	return e.file.Empty()
}

func (e *engine) Release(context.Context) error {
	return errors.Join(e.shut(), e.file.Release())
}

func (e *engine) Close() error { return nil }

func (e *engine) shut() error {
	db := e.db
	if e.db = nil; db == nil {
		return nil
	}
	return db.Close()
}

// Package bolt measures in bbolt: a file with a B+ tree, embedded, with nothing to
// start. It is the only importer of go.etcd.io/bbolt.
package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
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

	table index.Table
	fill  float64
	buf   []byte // a key
	value []byte // a row: its time, and the payload
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
			fmt.Sprintf("a split leaves %.0f %% in a page, or %.0f %% where ids come in order of time: bbolt is told "+
				"so",
				100*bbolt.DefaultFillPercent, 100*appending),
		},
	}
}

func (e *engine) Variants() []index.Variant {
	return []index.Variant{index.Clustered, index.Secondary, index.TimeIndex, index.TextKey}
}

func (e *engine) Claim(context.Context) error { return e.file.Claim() }

// The buckets: rows, by id or by a counter; ids with that counter, where rows are by one; ids
// by their time, where that is indexed.
var (
	rows  = []byte(index.Name)
	ids   = []byte(index.Name + "_ids")
	times = []byte(index.Name + "_times")
)

func (e *engine) Create(_ context.Context, t index.Table) (column string, err error) {
	e.table, e.value, e.fill = t, make([]byte, 8+t.Payload), bbolt.DefaultFillPercent
	if t.Key.Appended {
		e.fill = appending
	}
	if e.db, err = bbolt.Open(e.file.Path(), 0o600, &bbolt.Options{Timeout: time.Second}); err != nil {
		return "", err
	}
	err = e.db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{rows, ids, times} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return nil
	})
	return fmt.Sprintf("%d bytes", t.Key.Bytes()), err
}

func (e *engine) Insert(ctx context.Context, list []index.Row) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return e.db.Update(func(tx *bbolt.Tx) error {
		for _, r := range list {
			if err := e.put(tx, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// put adds a row, and what leads to it. Put copies the key, not the value.
func (e *engine) put(tx *bbolt.Tx, r index.Row) error {
	value := slices.Clone(binary.BigEndian.AppendUint64(e.value[:0], uint64(r.Created))[:len(e.value)])
	e.buf = e.table.Key.Append(e.buf[:0], r.ID)
	b := tx.Bucket(rows)
	switch e.table.Variant {
	case index.Secondary:
		n, err := b.NextSequence()
		if err != nil {
			return err
		}
		number := binary.BigEndian.AppendUint64(nil, n)
		leads := tx.Bucket(ids)
		b.FillPercent, leads.FillPercent = appending, e.fill
		if err := leads.Put(e.buf, number); err != nil {
			return err
		}
		return b.Put(number, value)
	case index.TimeIndex:
		by := tx.Bucket(times)
		by.FillPercent = appending
		if err := by.Put(append(slices.Clone(value[:8]), e.buf...), nil); err != nil {
			return err
		}
	}
	b.FillPercent = e.fill
	return b.Put(e.buf, value)
}

func (e *engine) Read(ctx context.Context, keys []gen.ID) (found int, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	err = e.db.View(func(tx *bbolt.Tx) error {
		b := tx.Bucket(rows)
		for _, id := range keys {
			e.buf = e.table.Key.Append(e.buf[:0], id)
			at := e.buf
			if e.table.Variant == index.Secondary {
				if at = tx.Bucket(ids).Get(e.buf); at == nil {
					continue
				}
			}
			if v := b.Get(at); len(v) == len(e.value) {
				found++
			}
		}
		return nil
	})
	return found, err
}

func (e *engine) Range(ctx context.Context, from, to index.Row) (found int, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	low := binary.BigEndian.AppendUint64(nil, uint64(from.Created))
	high := binary.BigEndian.AppendUint64(nil, uint64(to.Created))
	err = e.db.View(func(tx *bbolt.Tx) error {
		b := tx.Bucket(rows)
		count := func(v []byte) {
			if len(v) == len(e.value) {
				found++
			}
		}
		switch e.table.Window() {
		case index.ByTime:
			c := tx.Bucket(times).Cursor()
			for k, _ := c.Seek(low); k != nil && bytes.Compare(k[:8], high) <= 0; k, _ = c.Next() {
				count(b.Get(k[8:]))
			}
		case index.ByKey:
			tree, last := b, e.table.Key.Append(nil, to.ID)
			second := e.table.Variant == index.Secondary
			if second {
				tree = tx.Bucket(ids)
			}
			c := tree.Cursor()
			for k, v := c.Seek(e.table.Key.Append(nil, from.ID)); k != nil && bytes.Compare(k, last) <= 0; k,
				v = c.Next() {
				if second {
					v = b.Get(v)
				}
				count(v)
			}
		case index.ByScan:
			return b.ForEach(func(_, v []byte) error {
				if bytes.Compare(v[:8], low) >= 0 && bytes.Compare(v[:8], high) <= 0 {
					count(v)
				}
				return nil
			})
		}
		return nil
	})
	return found, err
}

// Stats walks over the whole tree.
func (e *engine) Stats(context.Context) (index.Stats, error) {
	var s index.Stats
	err := e.db.View(func(tx *bbolt.Tx) error {
		tree := rows
		if e.table.Variant == index.Secondary {
			tree = ids
		}
		b, work := tx.Bucket(tree).Stats(), e.db.Stats().TxStats
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

// Package bolt measures in bbolt: a file with a B+ tree, embedded, with nothing to
// start. It is the only importer of go.etcd.io/bbolt.
package bolt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"time"

	bbolt "go.etcd.io/bbolt"

	"idscope/bench/index"
	"idscope/gen"
)

// Driver takes bbolt:FILE, and bbolt: for a temporary file; opening touches no file yet.
var Driver = index.Driver{Schemes: []string{"bbolt", "bolt"},
	Open: func(_ context.Context, dsn string) (index.Engine, error) {
		return &engine{OwnFile: index.NewOwnFile(dsn)}, nil
	}}

// engine is one file.
type engine struct {
	*index.OwnFile
	db *bbolt.DB

	table index.Table
	byID  []byte // name of the bucket in order of the id
	fill  float64
	buf   []byte // a key
	value []byte // a row: its time, and the payload
}

// appending is how full bbolt leaves a page that it splits, where keys are
// appended: its documentation advises more than the default for that.
const appending = 0.9

func (e *engine) About() index.About {
	return index.About{
		Engine: "bbolt", Target: e.Target(), LogKind: "pages written",
		Kinds: []index.Variant{index.Clustered, index.Secondary, index.TimeIndex, index.TextKey},
		Order: "rows lie in the leaves of one B+ tree, in order of the key",
		Notes: []string{
			"bbolt has no log: a transaction writes a new copy of every page that it touches, and syncs",
			fmt.Sprintf("a split leaves %.0f %% in a page, or %.0f %% where ids come in order of time: bbolt is told "+
				"so", 100*bbolt.DefaultFillPercent, 100*appending),
		},
	}
}

// The buckets: rows, by id or by a counter; ids with that counter, where rows are by one; ids
// by their time, where that is indexed.
var (
	rows  = []byte(index.Name)
	ids   = []byte(index.Name + "_ids")
	times = []byte(index.Name + "_times")
)

func (e *engine) Create(_ context.Context, t index.Table) (column string, err error) {
	e.table, e.value, e.byID, e.fill = t, make([]byte, 8+t.Payload), rows, bbolt.DefaultFillPercent
	if t.Key.Appended {
		e.fill = appending
	}
	if t.Variant == index.Secondary {
		e.byID = ids
	}
	if e.db, err = bbolt.Open(e.Path(), 0o600, &bbolt.Options{Timeout: time.Second}); err != nil {
		return "", err
	}
	e.Open = e.db
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
	value := append(stamp(r), e.value[8:]...)
	e.buf = e.table.Key.Append(e.buf[:0], r.ID)
	b, tree := tx.Bucket(rows), tx.Bucket(e.byID)
	b.FillPercent, tree.FillPercent = appending, e.fill
	switch e.table.Variant {
	case index.Secondary:
		n, err := b.NextSequence()
		if err != nil {
			return err
		}
		number := binary.BigEndian.AppendUint64(nil, n)
		return cmp.Or(tree.Put(e.buf, number), b.Put(number, value))
	case index.TimeIndex:
		by := tx.Bucket(times)
		by.FillPercent = appending
		if err := by.Put(append(stamp(r), e.buf...), nil); err != nil {
			return err
		}
	}
	return tree.Put(e.buf, value)
}

// stamp is the time of a row, as bytes that compare as times do.
func stamp(r index.Row) []byte { return binary.BigEndian.AppendUint64(nil, uint64(r.Created)) }

func (e *engine) Read(ctx context.Context, keys []gen.ID) (found int, err error) {
	return e.count(ctx, func(tx *bbolt.Tx, add func(row []byte)) {
		tree := tx.Bucket(e.byID)
		for _, id := range keys {
			e.buf = e.table.Key.Append(e.buf[:0], id)
			add(e.row(tx, e.byID, e.buf, tree.Get(e.buf)))
		}
	})
}

// count is how many rows are read that are whole.
func (e *engine) count(ctx context.Context, read func(tx *bbolt.Tx, add func(row []byte))) (n int, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	err = e.db.View(func(tx *bbolt.Tx) error {
		read(tx, func(row []byte) {
			if len(row) == len(e.value) {
				n++
			}
		})
		return nil
	})
	return n, err
}

// row is the one that an entry of a bucket leads to; empty where there is none.
func (e *engine) row(tx *bbolt.Tx, bucket, key, value []byte) []byte {
	switch {
	case bytes.Equal(bucket, ids):
		return tx.Bucket(rows).Get(value)
	case bytes.Equal(bucket, times):
		return tx.Bucket(rows).Get(key[8:])
	}
	return value
}

func (e *engine) Range(ctx context.Context, from, to index.Row) (found int, err error) {
	low, high := stamp(from), stamp(to)
	bucket, first, last := rows, []byte(nil), []byte(nil) // all, where nothing is in order of time
	by := e.table.Window()
	switch by {
	case index.ByTime:
		bucket, first, last = times, low, append(stamp(to), bytes.Repeat([]byte{0xff}, e.table.Key.Bytes())...)
	case index.ByKey:
		bucket, first, last = e.byID, e.table.Key.Append(nil, from.ID), e.table.Key.Append(nil, to.ID)
	}
	return e.count(ctx, func(tx *bbolt.Tx, add func(row []byte)) {
		c := tx.Bucket(bucket).Cursor()
		for k, v := c.Seek(first); k != nil && (last == nil || bytes.Compare(k, last) <= 0); k, v = c.Next() {
			v = e.row(tx, bucket, k, v)
			if by != index.ByScan || bytes.Compare(v[:8], low) >= 0 && bytes.Compare(v[:8], high) <= 0 {
				add(v)
			}
		}
	})
}

// Stats walks over the whole tree.
func (e *engine) Stats(context.Context) (index.Stats, error) {
	var s index.Stats
	err := e.db.View(func(tx *bbolt.Tx) error {
		b, work := tx.Bucket(e.byID).Stats(), e.db.Stats().TxStats
		page := int64(e.db.Info().PageSize)
		leaves := int64(b.LeafPageN + b.LeafOverflowN)
		s = index.Stats{
			DiskBytes:  new(tx.Size()),
			IndexBytes: new((leaves + int64(b.BranchPageN+b.BranchOverflowN)) * page),
			PageBytes:  &page,
			LeafPages:  &leaves,
			Splits:     new(work.GetSplit()),
			LogBytes:   new(work.GetPageAlloc()),
		}
		if b.LeafAlloc > 0 {
			s.Fill = new(float64(b.LeafInuse) / float64(b.LeafAlloc))
		}
		return nil
	})
	return s, err
}

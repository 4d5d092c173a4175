package check

import (
	"context"
	"fmt"
	"os"
	"sync"
)

// tempDir is a private directory that is made when it is first needed.
type tempDir struct {
	parent string

	mu    sync.Mutex
	path  string
	files []*os.File
}

// file makes a new file in the directory.
func (d *tempDir) file() (*os.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.path == "" {
		path, err := os.MkdirTemp(d.parent, "idscope-check-")
		if err != nil {
			return nil, fmt.Errorf("no place for what exceeds the memory: %w", err)
		}
		d.path = path
	}
	f, err := os.CreateTemp(d.path, "run-")
	if err != nil {
		return nil, fmt.Errorf("no place for what exceeds the memory: %w", err)
	}
	d.files = append(d.files, f)
	return f, nil
}

// remove closes the files and takes the directory away.
func (d *tempDir) remove() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.files {
		f.Close()
	}
	if d.path != "" {
		os.RemoveAll(d.path)
	}
}

// extents are where the partitions of a store begin in a file, in bytes; the last
// one is the end. What is in memory goes there at once, partition after partition,
// so each can be read in one piece.
type extents [partitions + 1]int64

// runFile is the file of one goroutine.
type runFile struct {
	temp *tempDir
	file *os.File
	end  int64    // of all, the buffer included
	buf  []uint64 // what is not written yet
}

// bufferWords is how much is written at once.
const bufferWords = 128 << 10

// append writes words at the end, through the buffer.
func (f *runFile) append(ctx context.Context, words []uint64) error {
	if f.buf == nil {
		f.buf = make([]uint64, 0, bufferWords)
	}
	if len(f.buf)+len(words) > cap(f.buf) {
		if err := f.flush(ctx); err != nil {
			return err
		}
	}
	f.buf = append(f.buf, words...)
	f.end += int64(8 * len(words))
	return nil
}

// flush empties the buffer to the file.
func (f *runFile) flush(ctx context.Context) error {
	err := ctx.Err()
	if err == nil && f.file == nil {
		f.file, err = f.temp.file()
	}
	if err != nil {
		return err
	}
	if _, err := f.file.WriteAt(bytesOf(f.buf), f.end-int64(8*len(f.buf))); err != nil {
		return fmt.Errorf("what exceeds the memory does not fit its temporary file: %w; use more memory, "+
			"or a directory with room", err)
	}
	f.buf = f.buf[:0]
	return nil
}

// read fills words with what begins at a byte.
func (f *runFile) read(words []uint64, at int64) error {
	if _, err := f.file.ReadAt(bytesOf(words), at); err != nil {
		return fmt.Errorf("temporary file of what exceeds the memory: %w", err)
	}
	return nil
}

// spill writes all records in memory to the file, and forgets them.
func (r *reader) spill() (err error) {
	for _, s := range r.stores {
		if s == nil {
			continue
		}
		var at extents
		for p := range partitions {
			at[p] = r.file.end
			r.pieces = s.parts(r.memory, p, r.pieces[:0])
			for _, piece := range r.pieces {
				if err == nil {
					err = r.file.append(r.ctx, piece)
				}
			}
		}
		at[partitions] = r.file.end
		s.spilled = append(s.spilled, at)
		s.clear()
	}
	r.memory.used = 0
	if err == nil {
		err = r.file.flush(r.ctx)
	}
	return err
}

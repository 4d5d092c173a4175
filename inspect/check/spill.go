package check

import (
	"encoding/binary"
	"fmt"
	"os"
	"sync"
)

// extents are where the partitions of a store begin in a file, in bytes; the
// last one is the end. A run is written at once, partition after partition, so
// each can be read in one piece.
type extents [partitions + 1]int64

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

// runFile is the file of one goroutine.
type runFile struct {
	temp *tempDir
	file *os.File
	end  int64
	buf  []byte
}

// runBuffer is how much is written or read at once.
const runBuffer = 1 << 20

// append writes words at the end, through the buffer.
func (f *runFile) append(words []uint64) error {
	if f.file == nil {
		file, err := f.temp.file()
		if err != nil {
			return err
		}
		f.file, f.buf = file, make([]byte, 0, runBuffer)
	}
	if len(f.buf)+8*len(words) > cap(f.buf) {
		if err := f.flush(); err != nil {
			return err
		}
	}
	for _, w := range words {
		f.buf = binary.LittleEndian.AppendUint64(f.buf, w)
	}
	f.end += int64(8 * len(words))
	return nil
}

// flush empties the buffer to the file.
func (f *runFile) flush() error {
	if len(f.buf) == 0 {
		return nil
	}
	_, err := f.file.Write(f.buf)
	f.buf = f.buf[:0]
	if err != nil {
		return fmt.Errorf("what exceeds the memory does not fit its temporary file: %w; want more memory, "+
			"or a directory with room", err)
	}
	return nil
}

// read returns the words at byte at, through buf, which it fills; it appends them
// to to.
func (f *runFile) read(at int64, buf []byte, to []uint64) ([]uint64, error) {
	if _, err := f.file.ReadAt(buf, at); err != nil {
		return to, fmt.Errorf("temporary file of what exceeds the memory: %w", err)
	}
	for ; len(buf) >= 8; buf = buf[8:] {
		to = append(to, binary.LittleEndian.Uint64(buf))
	}
	return to, nil
}

// spill writes all records in memory to the file as a run, and forgets them.
func (r *reader) spill() error {
	var failed error
	for _, s := range r.stores {
		if s == nil {
			continue
		}
		var run extents
		for p := range partitions {
			run[p] = r.file.end
			if failed == nil {
				failed = r.ctx.Err()
			}
			if failed != nil {
				continue
			}
			r.pieces = s.parts(r.arena, p, r.pieces[:0])
			for _, words := range r.pieces {
				if failed = r.file.append(words); failed != nil {
					break
				}
			}
		}
		run[partitions] = r.file.end
		s.runs = append(s.runs, run)
		s.clear()
	}
	r.arena.clear()
	if failed == nil {
		failed = r.file.flush()
	}
	return failed
}

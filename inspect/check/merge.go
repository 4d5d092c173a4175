package check

import (
	"context"
	"slices"
)

// A merger sorts records, in a file where they are too many for the memory, and
// goes through them in order.
type merger struct {
	words  int // of a record
	file   runFile
	runs   []cursor // a heap: the one with the lowest record is first
	memory []uint64 // of cursors
}

// A cursor is a sorted run that is being read.
type cursor struct {
	part    []uint64 // the records that were read,
	n       int      // and how many words of those are past
	at, end int64    // of the rest in the file
}

// reset forgets all runs, and expects records of so many words.
func (m *merger) reset(words int) { m.words, m.runs, m.file.end = words, m.runs[:0], 0 }

// write sorts records, as a run that goes to the file.
func (m *merger) write(ctx context.Context, records []uint64) error {
	sortRecords(records, m.words)
	at := m.file.end
	for part := range slices.Chunk(records, bufferWords) {
		if err := m.file.append(ctx, part); err != nil {
			return err
		}
	}
	m.runs = append(m.runs, cursor{at: at, end: m.file.end})
	return m.file.flush(ctx)
}

// open sorts the rest of the records. Where others went to the file, those do too, and
// the start of each run is read into a part of about so many words.
func (m *merger) open(ctx context.Context, room int, records []uint64) error {
	if len(m.runs) == 0 {
		sortRecords(records, m.words)
		m.runs = append(m.runs, cursor{part: records})
		return nil
	}
	if err := m.write(ctx, records); err != nil {
		return err
	}
	size := max(room/len(m.runs), 16*maxWords)
	size -= size % m.words
	m.memory = slices.Grow(m.memory[:0], size*len(m.runs))
	for i := range m.runs {
		m.runs[i].part = m.memory[i*size : i*size : (i+1)*size]
		if err := m.read(&m.runs[i]); err != nil {
			return err
		}
	}
	return nil
}

// read reads the records of a run that come next, in place of those before.
func (m *merger) read(c *cursor) error {
	c.part, c.n = c.part[:min(int64(cap(c.part)), (c.end-c.at)/8)], 0
	c.at += int64(8 * len(c.part))
	return m.file.read(c.part, c.at-int64(8*len(c.part)))
}

// each calls f with every record, in order, and how often there is the same.
func (m *merger) each(f func(record []uint64, times int64)) error {
	var last [maxWords]uint64
	record, times := last[:m.words], int64(0)
	for i := len(m.runs)/2 - 1; i >= 0; i-- {
		m.down(i)
	}
	for len(m.runs) > 0 && len(m.runs[0].part) > 0 {
		c := &m.runs[0]
		if next := c.part[c.n : c.n+m.words]; times == 0 || compare(next, record) != 0 {
			if times > 0 {
				f(record, times)
			}
			copy(record, next)
			times = 0
		}
		times++
		if c.n += m.words; c.n == len(c.part) && c.at < c.end {
			if err := m.read(c); err != nil {
				return err
			}
		} else if c.n == len(c.part) {
			end := len(m.runs) - 1
			m.runs[0], m.runs = m.runs[end], m.runs[:end]
		}
		m.down(0)
	}
	if times > 0 {
		f(record, times)
	}
	return nil
}

// down lets a cursor sink to its place in the heap.
func (m *merger) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(m.runs) {
			return
		}
		if right := child + 1; right < len(m.runs) && m.less(right, child) {
			child = right
		}
		if !m.less(child, i) {
			return
		}
		m.runs[i], m.runs[child] = m.runs[child], m.runs[i]
		i = child
	}
}

// less reports whether the next record of a cursor is below that of another.
func (m *merger) less(i, j int) bool {
	a, b := &m.runs[i], &m.runs[j]
	return compare(a.part[a.n:a.n+m.words], b.part[b.n:b.n+m.words]) < 0
}

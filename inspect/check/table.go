package check

import "math/bits"

// A table counts records, whose first word is a hash: open addressing, at most half full. It grows with the
// records that differ, however often each comes.
type table struct {
	words int
	slots []uint64 // of each slot the record and its count; 0 is empty
	mask  uint64
	used  int
	spare []uint64 // the slots before it grew, to be used again
	limit int      // words of slots that are more than wished; see over
}

// fewSlots are the slots of a small table.
const fewSlots = 64

// reset empties the table, for about so many records of that many words.
func (t *table) reset(words, records int) {
	t.allocate(words, fewSlots<<bits.Len(uint(2*records/fewSlots)))
}

func (t *table) allocate(words, slots int) {
	t.words, t.used, t.mask = words, 0, uint64(slots-1)
	n := slots * (words + 1)
	if cap(t.slots) < n {
		t.slots = make([]uint64, n)
	} else {
		t.slots = t.slots[:n]
		clear(t.slots)
	}
}

// add counts a record n times.
func (t *table) add(record []uint64, n uint64) {
	if t.put(record, n); 2*t.used > int(t.mask) {
		t.grow()
	}
}

func (t *table) put(record []uint64, n uint64) {
	for at := record[0] & t.mask; ; at = (at + 1) & t.mask {
		slot := t.slots[int(at)*(t.words+1):][:t.words+1]
		count := &slot[t.words]
		if *count == 0 {
			copy(slot, record)
			*count = n
			t.used++
			return
		}
		if equal(slot[:t.words], record) {
			*count += n
			return
		}
	}
}

// equal is slices.Equal without the call, for a few words.
func equal(a, b []uint64) bool {
	for i, w := range b {
		if a[i] != w {
			return false
		}
	}
	return true
}

func (t *table) grow() {
	old := *t
	t.slots = t.spare
	t.allocate(t.words, 2*(int(t.mask)+1))
	t.spare = old.slots
	old.each(t.put)
}

// over reports whether the table is past its limit.
func (t *table) over() bool { return len(t.slots) > t.limit }

// each calls f with every record and its count.
func (t *table) each(f func(record []uint64, n uint64)) {
	for s := t.slots; len(s) > t.words; s = s[t.words+1:] {
		if n := s[t.words]; n > 0 {
			f(s[:t.words], n)
		}
	}
}

package check

import "math/bits"

// A table counts records, whose first word is a hash: open addressing, at most half
// full. It grows with the records that differ, however often each comes.
type table struct {
	words int
	slots []uint64 // of each slot the record and its count; 0 is empty
	mask  uint64
	used  int
	spare []uint64 // the slots before it grew, to be used again
}

// reset empties the table, for about so many records of that many words.
func (t *table) reset(words, records int) {
	const few = 64
	slots := few << bits.Len(uint(2*records/few))
	t.words, t.used, t.mask = words, 0, uint64(slots-1)
	if n := slots * (words + 1); cap(t.slots) < n {
		t.slots = make([]uint64, n)
	} else {
		t.slots = t.slots[:n]
		clear(t.slots)
	}
}

// add counts a record n times.
func (t *table) add(record []uint64, n uint64) {
	if 2*t.used > int(t.mask) {
		old := *t
		t.slots, t.spare = t.spare, t.slots
		t.reset(t.words, int(t.mask))
		old.each(t.add)
	}
	for at := record[0] & t.mask; ; at = (at + 1) & t.mask {
		slot := t.slots[int(at)*(t.words+1):][:t.words+1]
		count := &slot[t.words]
		if *count == 0 {
			copy(slot, record)
			*count = n
			t.used++
			return
		}
		if compare(record, slot) == 0 {
			*count += n
			return
		}
	}
}

// addSuspects counts the records that a filter suspects.
func (t *table) addSuspects(f *filter, part []uint64) {
	for ; len(part) >= t.words; part = part[t.words:] {
		if f.suspect(part[0]) {
			t.add(part[:t.words], 1)
		}
	}
}

// each calls f with every record and its count.
func (t *table) each(f func(record []uint64, n uint64)) {
	for s := t.slots; len(s) > t.words; s = s[t.words+1:] {
		if n := s[t.words]; n > 0 {
			f(s[:t.words], n)
		}
	}
}

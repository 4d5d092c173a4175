package inspect

import (
	"encoding/binary"
	"math/bits"
	"sync"
	"sync/atomic"

	"idscope/gen"
)

// shapeKey is what texts of one table have in common: their length, the classes
// that usualClasses leaves, or the letters of a UUID.
type shapeKey struct {
	length  int
	classes uint32
	uuid    bool
}

// tables are how texts are read that are letters and digits, or UUIDs: a table for
// each shape, made when the shape is met first. What else stands in a text may be
// the marks of pasting, of a URL or of a secret. Any number of goroutines may use
// them.
type tables struct {
	in    *Inspector
	bytes [256]uint64 // the classes from bit classBits on, below them isLetter and isUsual

	uuids  [4]atomic.Pointer[table]                 // by the case of their letters
	others [maxPattern + 1]atomic.Pointer[[]*table] // by length
	making sync.Mutex
}

// The entries of the table of bytes.
const (
	isLetter  = 1 << 0
	isUsual   = 1 << 1 // a letter or a digit of ASCII
	classBits = 32
)

const (
	uuidLen   = 36
	ulidLen   = 26
	leastText = 4 // of letters and digits
)

func newTables(in *Inspector) *tables {
	d := &tables{in: in}
	for b := range d.bytes {
		e := uint64(in.shapes.classes[b]) << classBits
		switch symbolKind(byte(b)) {
		case 0:
			e |= isUsual
		case 1, 2:
			e |= isUsual | isLetter
		}
		d.bytes[b] = e
	}
	return d
}

// scan is a text with its table, and the numbers that were read of it.
type scan struct {
	text  []byte
	table *table
	known uint8 // which numbers were read
	valid uint8 // and are some
	ids   [mostReaders]gen.ID

	confidence Confidence // of the best reading
	tick       uint64     // its time
	tried      *Result    // of patterns
}

// mostReaders is how many readers of numbers a table has at most.
const mostReaders = 8

// open finds the table of a text, and reads its first number; false where there is
// none: the text is not letters and digits, or too much for a table.
func (d *tables) open(s *scan, text []byte) bool {
	s.text, s.known, s.valid, s.table = text, 0, 0, nil
	switch n := len(text); {
	case isPlainNumber(text): // which confidence asks for, and no number of it
		return false
	case n == uuidLen:
		id, ok := gen.Text{Form: gen.UUID}.Try(text, 128)
		letters := letterCases((*[uuidLen]byte)(text))
		if !ok || letters == 0 { // digits and hyphens may be a telephone number
			return !ok && d.openAny(s)
		}
		s.table = d.uuids[letters].Load()
		if s.table == nil {
			s.table = d.make(shapeKey{uuidLen, uint32(letters), true})
			d.uuids[letters].Store(s.table)
		}
		s.known, s.valid, s.ids[0] = 1, 1, id
		return !s.table.none
	case n < leastText || n > maxText:
		return false
	}
	return d.openAny(s)
}

// The letters that a UUID has.
const (
	smallLetters = 1 << iota
	capitalLetters
)

// letterCases says which letters a UUID has. Of its bytes only letters have bit 6; of those the small ones have bit 5.
func letterCases(uuid *[uuidLen]byte) (cases uint8) {
	le := binary.LittleEndian
	a, b, c, d, e := le.Uint64(uuid[0:]), le.Uint64(uuid[8:]), le.Uint64(uuid[16:]), le.Uint64(uuid[24:]),
		le.Uint64(uuid[uuidLen-8:])
	const letter = 0x40404040_40404040
	if (a&(a<<1)|b&(b<<1)|c&(c<<1)|d&(d<<1)|e&(e<<1))&letter != 0 {
		cases |= smallLetters
	}
	if (a&^(a<<1)|b&^(b<<1)|c&^(c<<1)|d&^(d<<1)|e&^(e<<1))&letter != 0 {
		cases |= capitalLetters
	}
	return cases
}

// openAny is open for texts of letters and digits.
func (d *tables) openAny(s *scan) bool {
	all := ^uint64(0)
	for _, c := range s.text {
		if all &= d.bytes[c]; all&isUsual == 0 {
			return false
		}
	}
	if all&isLetter != 0 || s.text[0] == '0' && s.text[1]|' ' == 'x' {
		return false // with other marks, a word, hexadecimal with its prefix
	}
	s.table = d.table(shapeKey{len(s.text), usualClasses(uint32(all >> classBits)), false})
	if s.table.crockford {
		s.parse(0)
	}
	return !s.table.none
}

// openMarked finds the table of a text that may also have hyphens and underscores, or
// be longer. It tells only which texts are none; false says that no text is one.
func (d *tables) openMarked(s *scan, text []byte) bool {
	all := ^uint64(0)
	for _, c := range text {
		all &= d.bytes[c]
	}
	s.text, s.known, s.valid = text, 0, 0
	classes := usualClasses(uint32(all >> classBits))
	if classes == 0 || len(text) > maxPattern {
		return false
	}
	s.table = d.table(shapeKey{len(text), classes, false})
	return true
}

// table returns the table of a key.
func (d *tables) table(key shapeKey) *table {
	if list := d.others[key.length].Load(); list != nil {
		for _, t := range *list {
			if t.shape == key {
				return t
			}
		}
	}
	t := d.make(key)
	d.making.Lock()
	defer d.making.Unlock()
	var list []*table
	if old := d.others[key.length].Load(); old != nil {
		list = append(list, *old...)
	}
	list = append(list, t)
	d.others[key.length].Store(&list)
	return t
}

// parse reads the number of a reader, when it is asked for first.
func (s *scan) parse(reader int8) {
	r := s.table.readers[reader]
	id, ok := r.text.Try(s.text, r.bits)
	s.known |= 1 << reader
	if ok {
		s.valid |= 1 << reader
		s.ids[reader] = r.id(id)
	}
}

// number returns the number of a check; nil where the text is none.
func (s *scan) number(k *check) *gen.ID {
	if s.known>>(k.reader&(mostReaders-1))&1 == 0 {
		s.parse(k.reader)
	}
	if s.valid>>(k.reader&(mostReaders-1))&1 == 0 {
		return nil
	}
	return &s.ids[k.reader&(mostReaders-1)]
}

// usualClasses leaves of the classes of a text those that its evidence may depend
// on: the smallest, and others of its size.
func usualClasses(all uint32) uint32 {
	all &= 1<<len(classes) - 1
	if all == 0 {
		return 0
	}
	size, kept := len(classes[bits.TrailingZeros32(all)]), uint32(0)
	for rest := all; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros32(rest)
		if len(classes[i]) != size {
			break
		}
		kept |= 1 << i
	}
	return kept
}

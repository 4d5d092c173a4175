package inspect

import (
	"encoding/binary"
	"math/bits"

	"idscope/gen"
)

// look is what was read of one text: its numbers by reader of its plan, of which
// the first is read at once and the others when they are needed.
type look struct {
	text  []byte
	ids   [mostReaders + mostPatterns]gen.ID
	known uint8  // which were read
	valid uint8  // and are numbers
	pass  uint64 // the trials that pass
	key   outcomeKey
	first int    // the trial that passed first
	tick  uint64 // its time, of a short object

	radixes      []radix
	spelled      gen.ID // whose encodings were written last, and of which size
	size         int    // 0 for none yet
	start, limit int    // where they stand in the output
}

// mostReaders and mostPatterns are how many readers of bits, and others, a plan has
// at most.
const mostReaders, mostPatterns = 8, 8

// The entries of the table of all bytes: the classes from bit 32 on, below them
// whether the byte is a letter, a digit and no more.
const (
	isLetter  = 1 << 0
	isUsual   = 1 << 1 // a letter or a digit of ASCII
	classBits = 32
)

// The entries of the table for Crockford's base32: classes, two flags, the value.
const (
	fiveLetter = 1 << 25
	fiveValid  = 1 << 26
	fiveShift  = 27
)

func (s *Streamer) buildTables() {
	symbols, fold := gen.Crockford.Symbols()
	for v := range len(symbols) {
		c := symbols[v]
		s.fives[c] = uint32(v)<<fiveShift | fiveValid
		if fold && c >= 'A' {
			s.fives[c^' '] = s.fives[c]
		}
	}
	for b := range s.bytes {
		e := uint64(s.in.shapes.classes[b]) << classBits
		switch symbolKind(byte(b)) {
		case 0:
			e |= isUsual
		case 1, 2:
			e |= isUsual | isLetter
			s.fives[b] |= fiveLetter
		}
		s.bytes[b] = e
		s.fives[b] |= s.in.shapes.classes[b]
	}
}

// read finds the plan of a text and reads its first number; nil where the text is
// none that is learned. Only letters and digits are, and UUIDs: what else stands in
// a text may be the marks of pasting, of a URL or of a secret.
func (s *Streamer) read(text []byte) *plan {
	l := &s.look
	l.text, l.known, l.valid = text, 0, 0
	switch n := len(text); {
	case n == 36:
		letters, ok := uuid((*[36]byte)(text), &l.ids[0])
		if !ok || letters == 0 { // digits and hyphens may be a telephone number
			return nil
		}
		l.known, l.valid = 1, 1
		p := s.uuids[letters]
		if p == nil {
			p = s.plan(planKey{36, uint32(letters), true})
			s.uuids[letters] = p
		}
		return p
	case n < 4 || n > 64:
		return nil
	case n == 26:
		if all, ok := fives((*[26]byte)(text), &s.fives, &l.ids[0]); ok && all&fiveLetter == 0 {
			l.known, l.valid = 1, 1
			if key := (planKey{26, usualClasses(all & (1<<len(classes) - 1)), false}); key != s.ulid || s.ulids == nil {
				s.ulid, s.ulids = key, s.plan(key)
			}
			if s.ulids.crockford {
				return s.ulids
			}
			l.known, l.valid = 0, 0
		}
	case n < len(s.digits) && text[0] >= '1' && text[0] <= '9':
		if v, ok := number64(text); ok {
			p := s.digits[n]
			if p == nil {
				p = s.plan(planKey{n, 1, false})
				s.digits[n] = p
			}
			if p.decimal {
				l.known, l.valid, l.ids[0] = 1, 1, gen.FromUint64(v)
			}
			return p
		}
	}
	return s.readAny(text)
}

// readAny finds the plan of a text of letters and digits.
func (s *Streamer) readAny(text []byte) *plan {
	all := ^uint64(0)
	for _, c := range text {
		all &= s.bytes[c]
	}
	if all&isUsual == 0 || all&isLetter != 0 || text[0] == '0' && text[1]|' ' == 'x' {
		return nil // with other marks, a word, hexadecimal with its prefix
	}
	return s.plan(planKey{len(text), usualClasses(uint32(all >> classBits)), false})
}

// usualClasses leaves of the classes of a text those that its evidence may depend
// on: the smallest, and others of its size.
func usualClasses(all uint32) uint32 {
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

// uuid reads 8-4-4-4-12. letters says which letters there are: 1 for small, 2 for
// large ones.
func uuid(u *[36]byte, id *gen.ID) (letters uint8, ok bool) {
	a := binary.BigEndian.Uint64(u[0:])
	b := uint64(binary.BigEndian.Uint32(u[9:]))<<32 | uint64(binary.BigEndian.Uint32(u[14:]))
	c := uint64(binary.BigEndian.Uint32(u[19:]))<<32 | uint64(binary.BigEndian.Uint32(u[24:]))
	d := binary.BigEndian.Uint64(u[28:])
	const ones = 0x01010101_01010101
	la, lb, lc, ld := a>>6&ones, b>>6&ones, c>>6&ones, d>>6&ones
	va, ba := hexWord(a, la)
	vb, bb := hexWord(b, lb)
	vc, bc := hexWord(c, lc)
	vd, bd := hexWord(d, ld)
	hyphens := uint32(u[8])<<24 | uint32(u[13])<<16 | uint32(u[18])<<8 | uint32(u[23])
	if ba|bb|bc|bd != 0 || hyphens != '-'<<24|'-'<<16|'-'<<8|'-' {
		return 0, false
	}
	*id = gen.ID{Mid: va<<32 | vb, Lo: vc<<32 | vd}
	small := la&(a>>5) | lb&(b>>5) | lc&(c>>5) | ld&(d>>5)
	large := la&^(a>>5) | lb&^(b>>5) | lc&^(c>>5) | ld&^(d>>5)
	if small != 0 {
		letters = 1
	}
	if large != 0 {
		letters |= 2
	}
	return letters, true
}

// hexWord reads eight hexadecimal digits at once, the first in the highest byte;
// letters has a one in the lowest bit of each byte whose bit 6 is set, as only
// letters have it. bad is 0 if and only if all are digits: the value is written
// again and compared, which is as fast as a table and has no branch.
func hexWord(text, letters uint64) (v, bad uint64) {
	x := (text + 9*letters) & 0x0f0f0f0f_0f0f0f0f
	above := (x + 0x06060606_06060606) >> 4 & 0x01010101_01010101
	bad = (x + 0x30303030_30303030 + above*('a'-'0'-10)) ^ (text | letters<<5)
	x = (x | x>>4) & 0x00ff00ff_00ff00ff
	x = (x | x>>8) & 0x0000ffff_0000ffff
	return (x | x>>16) & 0xffffffff, bad
}

// fives reads 128 bits in Crockford's base32. all is the and of the entries of the
// table.
func fives(text *[26]byte, table *[256]uint32, id *gen.ID) (all uint32, ok bool) {
	t0, t1 := table[text[0]], table[text[1]]
	all = t0 & t1
	high := uint64(t0>>fiveShift)<<5 | uint64(t1>>fiveShift)
	var mid, low uint64
	for i := 2; i < 14; i += 2 { // two chains of shifts, which the processor overlaps
		a, b, c, d := table[text[i]], table[text[i+1]], table[text[i+12]], table[text[i+13]]
		all &= a & b & c & d
		mid = mid<<10 | uint64(a>>fiveShift<<5|b>>fiveShift)
		low = low<<10 | uint64(c>>fiveShift<<5|d>>fiveShift)
	}
	*id = gen.ID{Mid: high<<56 | mid>>4, Lo: mid<<60 | low}
	return all, all&fiveValid != 0 && high < 1<<8
}

// number64 reads 4 to 19 decimal digits.
func number64(text []byte) (v uint64, ok bool) {
	n := len(text)
	for n > 8 && n%8 != 0 || n < 8 && n > 0 {
		c := text[0] - '0'
		if c > 9 {
			return 0, false
		}
		v = 10*v + uint64(c)
		text = text[1:]
		n--
	}
	for len(text) >= 8 {
		x := binary.LittleEndian.Uint64(text)
		if ((x|(x+0x06060606_06060606))&0xf0f0f0f0_f0f0f0f0)^0x30303030_30303030 != 0 || x&0x30303030_30303030 != 0x30303030_30303030 {
			return 0, false
		}
		x &= 0x0f0f0f0f_0f0f0f0f
		x = x*10 + x>>8
		x = (x&0x000000ff_000000ff*0x000f4240_00000064 + x>>16&0x000000ff_000000ff*0x00002710_00000001) >> 32
		v = v*1e8 + x
		text = text[8:]
	}
	return v, true
}

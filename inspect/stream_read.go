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
	s.hex.build()
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
		letters, ok := s.hex.uuid((*[36]byte)(text), &l.ids[0])
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

// hexTable has the value of each byte at each of four digits, and above its 16
// bits what the byte is: 1 a small letter, 2 a large one, 4 no digit.
type hexTable [4][256]uint32

const hexKind = 16

func (t *hexTable) build() {
	symbols, _ := gen.Hex.Symbols()
	for k := range t {
		for b := range t[k] {
			t[k][b] = 4 << hexKind
		}
		for v := range uint32(len(symbols)) {
			c := symbols[v]
			t[k][c] = v << (12 - 4*k)
			if c >= 'a' {
				t[k][c] |= 1 << hexKind
				t[k][c^' '] = v<<(12-4*k) | 2<<hexKind
			}
		}
	}
}

// uuid reads 8-4-4-4-12. letters says which letters there are: 1 for small, 2 for
// large ones. By table it takes 15 ns, eight digits at a time in one word 18.
func (t *hexTable) uuid(u *[36]byte, id *gen.ID) (letters uint8, ok bool) {
	a := t[0][u[0]] | t[1][u[1]] | t[2][u[2]] | t[3][u[3]]
	b := t[0][u[4]] | t[1][u[5]] | t[2][u[6]] | t[3][u[7]]
	c := t[0][u[9]] | t[1][u[10]] | t[2][u[11]] | t[3][u[12]]
	d := t[0][u[14]] | t[1][u[15]] | t[2][u[16]] | t[3][u[17]]
	mid := uint64(a)<<48 | uint64(b&0xffff)<<32 | uint64(c&0xffff)<<16 | uint64(d&0xffff)
	all := a | b | c | d
	a = t[0][u[19]] | t[1][u[20]] | t[2][u[21]] | t[3][u[22]]
	b = t[0][u[24]] | t[1][u[25]] | t[2][u[26]] | t[3][u[27]]
	c = t[0][u[28]] | t[1][u[29]] | t[2][u[30]] | t[3][u[31]]
	d = t[0][u[32]] | t[1][u[33]] | t[2][u[34]] | t[3][u[35]]
	all |= a | b | c | d
	hyphens := uint32(u[8])<<24 | uint32(u[13])<<16 | uint32(u[18])<<8 | uint32(u[23])
	if all>>hexKind >= 4 || hyphens != '-'<<24|'-'<<16|'-'<<8|'-' {
		return 0, false
	}
	*id = gen.ID{Mid: mid, Lo: uint64(a)<<48 | uint64(b&0xffff)<<32 | uint64(c&0xffff)<<16 | uint64(d&0xffff)}
	return uint8(all >> hexKind), true
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

package check

import "idscope/gen"

// symbols are the values of the symbols of a form; noSymbol of other bytes.
type symbols [256]uint8

const noSymbol = 0x80

func newSymbols(form gen.Form) *symbols {
	s := new(symbols)
	for i := range s {
		s[i] = noSymbol
	}
	text, fold := form.Symbols()
	for v, c := range []byte(text) {
		s[c] = uint8(v)
		if fold && c >= 'A' {
			s[c^' '] = uint8(v)
		}
	}
	return s
}

// five reads symbols of five bits each, at most 12; wrong is below noSymbol if
// all are some.
func (s *symbols) five(text []byte) (v uint64, wrong uint8) {
	for _, c := range text {
		x := s[c]
		wrong |= x
		v = v<<5 | uint64(x)
	}
	return v, wrong
}

// ulid reads 26 characters: 130 bits, of which the upper two are zero.
func (s *symbols) ulid(line []byte) (id gen.ID, ok bool) {
	top := s[line[0]]
	a, wrongA := s.five(line[1:13])
	b, wrongB := s.five(line[13:14])
	c, wrongC := s.five(line[14:26])
	a |= uint64(top) << 60
	return gen.ID{Mid: a<<1 | b>>4, Lo: b<<60 | c}, (wrongA|wrongB|wrongC) < noSymbol && top < 8
}

// xid reads 20 characters: 96 bits and four zeros behind them.
func (s *symbols) xid(line []byte) (id gen.ID, ok bool) {
	a, wrongA := s.five(line[:8])
	b, wrongB := s.five(line[8:20])
	return gen.ID{Mid: a >> 8, Lo: a<<56 | b>>4}, (wrongA|wrongB) < noSymbol && b&15 == 0
}

package gen

import (
	"sync"
	"sync/atomic"
)

// symbolTable is a table of several symbols an entry, the first in the lowest
// byte. It is built when many identifiers are written at once, or when one has been
// written [warmAfter] times: a process that writes one does without.
type symbolTable[T any] struct {
	once  sync.Once
	built atomic.Pointer[T]
	calls atomic.Uint32
}

// warmAfter is how many texts are written one by one before a table is built: the
// largest takes 25 us.
const warmAfter = 256

// all returns the table.
func (s *symbolTable[T]) all(build func(*T)) *T {
	if t := s.built.Load(); t != nil {
		return t
	}
	s.once.Do(func() {
		t := new(T)
		build(t)
		s.built.Store(t)
	})
	return s.built.Load()
}

// warm returns the table if it is worth while, else nil.
func (s *symbolTable[T]) warm(build func(*T)) *T {
	if t := s.built.Load(); t != nil {
		return t
	}
	if s.calls.Add(1) < warmAfter {
		return nil
	}
	return s.all(build)
}

var (
	hexThrees  symbolTable[[1 << 12]uint32] // three digits
	fourDigits symbolTable[[10000]uint32]   // 0000 to 9999
	pairs62    symbolTable[[62 * 62]uint16] // of base62
)

func buildHexThrees(t *[1 << 12]uint32) {
	for i := range t {
		t[i] = uint32(hexSymbols[i>>8]) | uint32(hexSymbols[i>>4&15])<<8 | uint32(hexSymbols[i&15])<<16
	}
}

func buildFourDigits(t *[10000]uint32) {
	for i := range t {
		t[i] = uint32('0'+i/1000) | uint32('0'+i/100%10)<<8 | uint32('0'+i/10%10)<<16 | uint32('0'+i%10)<<24
	}
}

func buildPairs62(t *[62 * 62]uint16) {
	for i := range t {
		t[i] = uint16(base62Symbols[i/62]) | uint16(base62Symbols[i%62])<<8
	}
}

// buildPairs is of an alphabet of 32.
func (a *alphabet) buildPairs(t *[1 << 10]uint16) {
	for i := range t {
		t[i] = uint16(a.symbols[i>>5]) | uint16(a.symbols[i&31])<<8
	}
}

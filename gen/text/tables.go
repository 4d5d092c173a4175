package text

import (
	"sync"
	"sync/atomic"
)

// symbolTable is a table of several symbols an entry, the first in the lowest
// byte. It is built when many identifiers are written at once, or when one has been
// written [oftenEnough] times: a process that writes one does without. The tables
// are variables, which take no memory before, so that nothing is allocated.
type symbolTable[T any] struct {
	table T
	mu    sync.Mutex // of who builds it
	built atomic.Bool
	calls atomic.Uint32
}

// pairs are two symbols of 5 bits each.
type pairs = symbolTable[[1 << 10]uint16]

// oftenEnough is how many texts are written one by one before a table is built: the
// largest takes 25 us.
const oftenEnough = 256

// all returns the table.
func (s *symbolTable[T]) all(build func(*T)) *T {
	if s.built.Load() {
		return &s.table
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.built.Load() {
		build(&s.table)
		s.built.Store(true)
	}
	return &s.table
}

// usual returns the table if enough texts were written for it, else nil.
func (s *symbolTable[T]) usual(build func(*T)) *T {
	if s.built.Load() {
		return &s.table
	}
	if s.calls.Add(1) < oftenEnough {
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

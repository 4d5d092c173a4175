package text

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// What is written by tables is what is written without: for random identifiers, and
// for those at the ends and around each power of ten.
func TestTablesAreAppend(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	ids := []ID{{}, FromUint64(1), Mask(64), Mask(96), Mask(128), Mask(160)}
	for range 5000 {
		id := ID{random.Uint64() >> 32, random.Uint64(), random.Uint64()}
		ids = append(ids, id, id.Shr(uint(random.IntN(160))))
	}
	var numbers []uint64
	for p := uint64(1e16); ; p *= 10 {
		numbers = append(numbers, p-1, p, p+1, p+p/3, p/10*9+p/20)
		if p == 1e19 {
			break
		}
	}
	for _, id := range ids {
		numbers = append(numbers, id.Lo)
	}
	prefix := []byte("before ")
	check := func(what string, id ID, got, want []byte) {
		t.Helper()
		if !bytes.Equal(got, want) {
			t.Fatalf("%s of %x by tables is %q; want %q", what, id, got, want)
		}
	}
	for _, id := range ids {
		ulid, xid, ksuid := id.And(Mask(128)), id.And(Mask(96)), id.And(Mask(160))
		check("ulid", ulid, append26(bytes.Clone(prefix), ulid, Crockford.row().alphabet.allPairs()),
			general(Crockford, prefix, ulid, 128))
		check("xid", xid, append20(bytes.Clone(prefix), xid, Base32Hex.row().alphabet.allPairs()),
			general(Base32Hex, prefix, xid, 96))
		check("ksuid", ksuid, appendKSUID(bytes.Clone(prefix), ksuid, pairs62.all(buildPairs62)),
			appendRadix(&base62Alphabet, bytes.Clone(prefix), ksuid, 27))
	}
	for _, v := range numbers {
		if v >= 1e16 {
			check("number", FromUint64(v), appendLong(bytes.Clone(prefix), v, fourDigits.all(buildFourDigits)),
				appendUint64(bytes.Clone(prefix), v, 0))
		}
	}
}

// general writes without tables.
func general(f Form, dst []byte, id ID, bits int) []byte {
	id, a := id.And(Mask(bits)), f.row().alphabet
	if f.Bytes() {
		return appendLeft(bytes.Clone(dst), id, bits/8, a.symbols, 5)
	}
	longer, text := extend(bytes.Clone(dst), ceilDiv(bits, 5))
	fill5(text, id, a.symbols)
	return longer
}

// A table is built by the call that makes it worth while, once, and not before.
func TestTableIsBuiltOnce(t *testing.T) {
	var s symbolTable[[4]byte]
	built := 0
	build := func(p *[4]byte) { built++; p[0] = 7 }
	for i := 1; i < oftenEnough; i++ {
		if s.usual(build) != nil {
			t.Fatalf("the table is there at call %d; want it at %d", i, oftenEnough)
		}
	}
	for range 3 {
		if p := s.usual(build); p == nil || p[0] != 7 || s.all(build) != p {
			t.Fatalf("the table is %v at call %d; want it built", p, oftenEnough)
		}
	}
	if built != 1 {
		t.Errorf("the table was built %d times; want once", built)
	}
}

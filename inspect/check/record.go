package check

import (
	"math/bits"
	"slices"
	"unsafe"

	"idscope/gen"
)

// A record is what is kept of an identifier: words whose order as integers brings
// equal identifiers together, and with a sequence those of one worker and tick,
// by their number. No record is longer than its identifier, and each gives it back.
//
//	words   1: hash
//	        2: hash, Mid
//	        3: hash, Mid, Hi
//	        4: hash, Mid, Hi, kind       of kinds that a Classifier names
//	        1 to 3 with a sequence: the key of sequence.go, its upper word first
//
// The hash is of all words of the identifier, and gives the lowest back. The top
// partitionBits of it, or with a sequence of the hash of worker and tick, choose
// the partition.
const (
	partitionBits = 9
	partitions    = 1 << partitionBits
	maxWords      = 4
)

// Odd factors, and their inverses modulo 2^64.
const (
	mix1, unmix1 = 0x9e3779b97f4a7c15, 0xf1de83e19937733d
	mix2, unmix2 = 0xbf58476d1ce4e5b9, 0x96de1b173f119089
	mixMid       = 0x94d049bb133111eb
	mixHi        = 0xd6e8feb86659fd93
	mixKind      = 0xa0761d6478bd642f
)

// mix spreads every bit of v over the top bits, and is one to one.
func mix(v uint64) uint64 {
	v *= mix1
	v ^= v >> 32
	return v * mix2
}

// unmix inverts mix.
func unmix(h uint64) uint64 {
	h *= unmix2
	h ^= h >> 32
	return h * unmix1
}

// fold is what the upper words add to the lowest before it is mixed.
func fold(mid, hi, kind uint64) uint64 {
	return mid*mixMid ^ bits.RotateLeft64(hi*mixHi, 21) ^ kind*mixKind
}

// hashOf is the hash of an identifier.
func hashOf(id gen.ID, kind uint64) uint64 {
	return mix(id.Lo ^ fold(id.Mid, id.Hi, kind))
}

// restore returns the identifier of a record of a store, and its kind.
func (k *kinds) restore(store int, record []uint64) (id gen.ID, kind int) {
	if k.seq != nil {
		return k.seq.restore(keyOf(record)), kindAs
	}
	var w [maxWords]uint64
	copy(w[:], record)
	id = gen.ID{Hi: w[2], Mid: w[1], Lo: unmix(w[0]) ^ fold(w[1], w[2], w[3])}
	return id, k.ofRecord(store, id, w[3])
}

// sortRecords sorts records of so many words.
func sortRecords(records []uint64, words int) {
	switch words {
	case 1:
		slices.Sort(records)
	case 2:
		slices.SortFunc(arrays[[2]uint64](records), func(a, b [2]uint64) int { return compare(a[:], b[:]) })
	case 3:
		slices.SortFunc(arrays[[3]uint64](records), func(a, b [3]uint64) int { return compare(a[:], b[:]) })
	case 4:
		slices.SortFunc(arrays[[4]uint64](records), func(a, b [4]uint64) int { return compare(a[:], b[:]) })
	}
}

// compare orders two records.
func compare(a, b []uint64) int {
	for i, w := range a {
		if v := b[i]; w != v {
			if w < v {
				return -1
			}
			return 1
		}
	}
	return 0
}

// arrays returns the same memory as arrays of words. Where no words are left, there may be no room for one.
func arrays[A any](words []uint64) []A {
	if len(words) == 0 {
		return nil
	}
	var a A
	return unsafe.Slice((*A)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*8/int(unsafe.Sizeof(a)))
}

// bytesOf returns the same memory as bytes: what goes to a temporary file is read
// by the process that wrote it.
func bytesOf(words []uint64) []byte { return arrays[byte](words) }

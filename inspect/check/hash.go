package check

import (
	"math/bits"

	"idscope/gen"
)

// A record is what is kept of an identifier: the hash of all its words, and all
// words but the lowest, which the hash gives back. So a record is no longer than
// the identifier, and is not hashed again where it is compared.
//
//	words   1: hash
//	        2: hash, Mid
//	        3: hash, Mid, Hi
//	        4: hash, Mid, Hi, kind       of kinds that a Classifier names
//
// The top partitionBits of the hash choose the partition.
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

// hashOf is the first word of the record of an identifier.
func hashOf(id gen.ID, kind uint64) uint64 {
	return mix(id.Lo ^ fold(id.Mid, id.Hi, kind))
}

// restore inverts the making of a record.
func restore(record []uint64) (id gen.ID, kind uint64) {
	var w [maxWords]uint64
	copy(w[:], record)
	lo := unmix(w[0]) ^ fold(w[1], w[2], w[3])
	return gen.ID{Hi: w[2], Mid: w[1], Lo: lo}, w[3]
}

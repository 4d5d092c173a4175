package gen

import "idscope/gen/text"

// ID is an unsigned integer of up to 192 bits: see [text.ID].
type ID = text.ID

// Wide is an unsigned integer of 128 bits.
type Wide = text.Wide

// MaxBits is the widest layout.
const MaxBits = text.MaxBits

// FromUint64 returns the identifier with the value of v.
func FromUint64(v uint64) ID { return text.FromUint64(v) }

// FromBytes reads a big-endian integer of at most 24 bytes; bytes in front of
// the last 24 are ignored.
func FromBytes(b []byte) ID { return text.FromBytes(b) }

// Mask returns an identifier whose lowest n bits are one; n is 0 to 192.
func Mask(n int) ID { return text.Mask(n) }

package text

import (
	"cmp"
	"encoding/binary"
	"math/bits"
)

// ID is an unsigned integer of up to 192 bits: an identifier, or the value of one of its fields. It is comparable, and
// passed in registers.
type ID struct{ Hi, Mid, Lo uint64 }

// Wide is an unsigned integer of 128 bits.
type Wide struct{ Hi, Lo uint64 }

// MaxBits is the widest layout.
const MaxBits = 192

// FromBytes reads a big-endian integer of at most 24 bytes; bytes in front of the last 24 are ignored.
func FromBytes(b []byte) ID {
	var all [MaxBits / 8]byte
	b = b[max(0, len(b)-len(all)):]
	copy(all[len(all)-len(b):], b)
	return ID{binary.BigEndian.Uint64(all[0:]), binary.BigEndian.Uint64(all[8:]), binary.BigEndian.Uint64(all[16:])}
}

// AppendBytes appends the lowest size bytes of id, big-endian; size is 0 to 24.
func (id ID) AppendBytes(dst []byte, size int) []byte {
	var all [MaxBits / 8]byte
	binary.BigEndian.PutUint64(all[0:], id.Hi)
	binary.BigEndian.PutUint64(all[8:], id.Mid)
	binary.BigEndian.PutUint64(all[16:], id.Lo)
	return append(dst, all[len(all)-size:]...)
}

// Bytes16 returns the lowest 128 bits, big-endian: a UUID or ULID as other libraries hold it.
func (id ID) Bytes16() (b [16]byte) {
	id.AppendBytes(b[:0], 16)
	return b
}

// Cmp compares as unsigned integers: -1, 0 or +1.
func (id ID) Cmp(o ID) int {
	return cmp.Or(cmp.Compare(id.Hi, o.Hi), cmp.Compare(id.Mid, o.Mid), cmp.Compare(id.Lo, o.Lo))
}

// Or is the bitwise or.
func (id ID) Or(o ID) ID { return ID{id.Hi | o.Hi, id.Mid | o.Mid, id.Lo | o.Lo} }

// And is the bitwise and.
func (id ID) And(o ID) ID { return ID{id.Hi & o.Hi, id.Mid & o.Mid, id.Lo & o.Lo} }

// Not is the bitwise complement, over all 192 bits.
func (id ID) Not() ID { return ID{^id.Hi, ^id.Mid, ^id.Lo} }

// Shl shifts left by n bits. Go's shifts by 64 and more give zero, and n-64 of a smaller n wraps to such a shift: so no
// branch is needed.
func (id ID) Shl(n uint) ID {
	return ID{
		Hi:  id.Hi<<n | id.Mid<<(n-64) | id.Mid>>(64-n) | id.Lo<<(n-128) | id.Lo>>(128-n),
		Mid: id.Mid<<n | id.Lo<<(n-64) | id.Lo>>(64-n),
		Lo:  id.Lo << n,
	}
}

// Shr shifts right by n bits.
func (id ID) Shr(n uint) ID {
	return ID{
		Hi:  id.Hi >> n,
		Mid: id.Mid>>n | id.Hi>>(n-64) | id.Hi<<(64-n),
		Lo:  id.Lo>>n | id.Mid>>(n-64) | id.Mid<<(64-n) | id.Hi>>(n-128) | id.Hi<<(128-n),
	}
}

// Len is the number of bits needed to write id; 0 for zero.
func (id ID) Len() int {
	switch {
	case id.Hi != 0:
		return 128 + bits.Len64(id.Hi)
	case id.Mid != 0:
		return 64 + bits.Len64(id.Mid)
	}
	return bits.Len64(id.Lo)
}

// Mask returns an identifier whose lowest n bits are one; n is 0 to 192.
func Mask(n int) ID {
	return ID{}.Not().Shr(uint(MaxBits - n))
}

// DivMod divides by a small divisor: the step of every conversion to text.
func (id ID) DivMod(d uint64) (quo ID, rem uint64) {
	if rem = id.Hi; rem >= d {
		quo.Hi, rem = rem/d, rem%d
	}
	if rem > 0 || id.Mid >= d {
		quo.Mid, rem = bits.Div64(rem, id.Mid, d)
	} else {
		rem = id.Mid
	}
	if rem > 0 || id.Lo >= d {
		quo.Lo, rem = bits.Div64(rem, id.Lo, d)
	} else {
		rem = id.Lo
	}
	return quo, rem
}

// MulAdd returns id*m + a, and whether the result fits 192 bits: the step of every conversion from text.
func (id ID) MulAdd(m, a uint64) (ID, bool) {
	h0, l0 := bits.Mul64(id.Lo, m)
	h1, l1 := bits.Mul64(id.Mid, m)
	h2, l2 := bits.Mul64(id.Hi, m)
	var r ID
	var c uint64
	r.Lo, c = bits.Add64(l0, a, 0)
	r.Mid, c = bits.Add64(l1, h0, c)
	r.Hi, c = bits.Add64(l2, h1, c)
	return r, h2 == 0 && c == 0
}

// Decimal returns the number in decimal digits.
func (id ID) Decimal() string { return string(Text{Form: Decimal}.Append(nil, id, MaxBits)) }

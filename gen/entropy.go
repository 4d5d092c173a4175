package gen

import (
	"crypto/rand"
	"encoding/binary"
	"io"
	mathrand "math/rand/v2"
)

// entropy hands out random bits from a small buffer, so that a system call is
// paid once per several identifiers. Bytes that were handed out are erased. It
// has no lock: the generator that owns it has one.
type entropy struct {
	from io.Reader
	left []byte // unused part of buf
	buf  [512]byte
}

// word returns 64 random bits.
func (e *entropy) word() (uint64, error) {
	if len(e.left) < 8 {
		if _, err := io.ReadFull(e.from, e.buf[:]); err != nil {
			e.left = nil
			return 0, err
		}
		e.left = e.buf[:]
	}
	v := binary.LittleEndian.Uint64(e.left)
	clear(e.left[:8])
	e.left = e.left[8:]
	return v, nil
}

// fill returns an identifier that is random in the bits of mask.
func (e *entropy) fill(mask ID) (id ID, err error) {
	if mask.Lo != 0 {
		if id.Lo, err = e.word(); err != nil {
			return ID{}, err
		}
	}
	if mask.Mid != 0 {
		if id.Mid, err = e.word(); err != nil {
			return ID{}, err
		}
	}
	if mask.Hi != 0 {
		if id.Hi, err = e.word(); err != nil {
			return ID{}, err
		}
	}
	return id.And(mask), nil
}

// SystemRandom returns the operating system's generator, crypto/rand: what it
// gives cannot be guessed.
func SystemRandom() io.Reader { return rand.Reader }

// SeededRandom returns a stream that depends on the seed alone (ChaCha8): it
// makes output reproducible, and guessable by whoever knows the seed.
func SeededRandom(seed uint64) io.Reader {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return mathrand.NewChaCha8(key)
}

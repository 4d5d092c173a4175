package gen

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"io"
	mathrand "math/rand/v2"
)

// stream is a generator of random bytes keyed from crypto/rand: AES-256 in
// counter mode, or ChaCha8 on processors without instructions for AES, where that
// takes about 30 times as long. It is 20 times as fast as crypto/rand, which pays a system
// call, or what stands in for one, each time.
//
// What it gives cannot be guessed: telling the output of AES-256-CTR under a
// random key from true random bytes is to break AES, and a new key is drawn from
// crypto/rand after each [rekeyAfter] bytes, far below the 2^68 bytes where
// repeated blocks would begin to show. Kept from crypto/rand: nobody can predict
// what comes next from what came before, and keys are the operating system's.
// Given up: who reads this process's memory can compute what was made since the
// last key, at most rekeyAfter bytes back, and what comes until the next;
// crypto/rand keeps its state in the kernel. Bytes that were handed out are
// erased, so that they are in memory once, in the identifier. A process that was
// forked off draws a new key before its first bytes. On Linux from 4.14 on it uses none
// that the other had drawn either; elsewhere it may hand out what is left of a buffer,
// 4 KiB at most, and everywhere of the first 64 bytes, which are crypto/rand's own. (A
// Go program cannot fork without exec but by raw system calls.)
type stream struct {
	key    [48]byte
	ctr    cipher.Stream
	chacha *mathrand.ChaCha8
	left   int // bytes under this key
	origin origin
	soft   bool // AES would be computed without instructions for it
}

// newStream returns a stream of the generator that suits the processor.
func newStream() *stream { return &stream{soft: !hasAES()} }

// rekeyAfter is how many bytes come from one key.
const rekeyAfter = 1 << 20

// read fills p, which holds zeros, with random bytes.
func (s *stream) read(p []byte) error {
	for len(p) > 0 {
		if s.left == 0 || s.origin.left() {
			if err := s.rekey(); err != nil {
				return err
			}
		}
		n := min(len(p), s.left)
		if s.chacha != nil {
			_, _ = s.chacha.Read(p[:n]) // never fails
		} else {
			s.ctr.XORKeyStream(p[:n], p[:n])
		}
		p = p[n:]
		s.left -= n
	}
	return nil
}

// rekey draws a new key. The old one is gone with its cipher.
func (s *stream) rekey() error {
	if _, err := io.ReadFull(rand.Reader, s.key[:]); err != nil {
		return err
	}
	s.ctr, s.chacha = nil, nil
	if !s.soft {
		block, err := aes.NewCipher(s.key[:32])
		if err != nil {
			return err
		}
		s.ctr = cipher.NewCTR(block, s.key[32:])
	} else {
		s.chacha = mathrand.NewChaCha8([32]byte(s.key[:32]))
	}
	clear(s.key[:])
	s.left = rekeyAfter
	s.origin.set()
	return nil
}

package gen

import (
	"crypto/rand"
	"encoding/binary"
	"io"
	mathrand "math/rand/v2"
)

// entropy hands out random bits from a buffer, so that what it reads from is
// asked once per many identifiers. Bytes that were handed out are erased. It has
// no lock: the generator that owns it has one.
type entropy struct {
	from   io.Reader // nil is the system's: crypto/rand at first, then a stream keyed from it
	stream *stream
	buf    []byte
	at     int // where the unused part of buf begins
}

const (
	firstBytes = 64      // for a process that makes one identifier
	laterBytes = 4 << 10 // fits the processor's nearest cache beside what is made of it
)

// Word returns 64 random bits.
func (e *entropy) Word() (uint64, error) {
	if len(e.buf)-e.at < 8 || e.forked() {
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

// refill reads anew; what is left of a word is dropped.
func (e *entropy) refill() error {
	if e.buf == nil {
		e.buf = make([]byte, firstBytes)
	} else if len(e.buf) == firstBytes {
		e.buf = make([]byte, laterBytes)
		if e.from == nil {
			e.stream = newStream()
		}
	}
	clear(e.buf[e.at:]) // what was handed out is clear
	e.at = len(e.buf)
	var err error
	switch {
	case e.stream != nil:
		err = e.stream.read(e.buf)
	case e.from == nil:
		_, err = io.ReadFull(rand.Reader, e.buf)
	default:
		_, err = io.ReadFull(e.from, e.buf)
	}
	if err == nil {
		e.at = 0
	} else {
		clear(e.buf)
	}
	return err
}

// forked reports whether what is left in the buffer is of the process that this one
// was forked off: it has that too.
func (e *entropy) forked() bool { return e.stream != nil && e.stream.origin.wiped() }

// bulk returns at most n words of random bytes, at least one. They are the
// caller's until its next call of any method, and used says how many it took: the
// rest is handed out again.
func (e *entropy) bulk(n int) ([]byte, error) {
	if len(e.buf)-e.at < 8 || e.forked() {
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
	if mask.Hi == 0 && mask.Mid != 0 && mask.Lo != 0 && len(e.buf)-e.at >= 16 && !e.forked() { // the same, for most
		b := e.buf[e.at : e.at+16]
		id.Lo, id.Mid = binary.LittleEndian.Uint64(b)&mask.Lo, binary.LittleEndian.Uint64(b[8:])&mask.Mid
		clear(b)
		e.at += 16
		return id, nil
	}
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

package gen

import (
	"bytes"
	"testing"

	"idscope/gen/testing/try"
)

// Each stream has a key of its own, draws a new one after rekeyAfter bytes, and
// overwrites what was in its way.
func TestStream(t *testing.T) {
	read := func(s *stream, n int) []byte {
		p := bytes.Repeat([]byte{0xff}, n)
		if got, err := s.Read(p); got != n || err != nil {
			t.Fatalf("Read of %d bytes = %d, %v", n, got, err)
		}
		return p
	}
	a, b := new(stream), new(stream)
	if x, y := read(a, 64), read(b, 64); bytes.Equal(x, y) {
		t.Errorf("two streams begin with the same %x", x)
	}
	ctr := a.ctr
	read(a, rekeyAfter-64)
	if a.ctr != ctr || a.left != 0 {
		t.Errorf("after %d bytes %d are left under the key, or it is another; want 0 of the same", rekeyAfter, a.left)
	}
	read(a, 1)
	if a.ctr == ctr {
		t.Error("the key is the same after its last byte; want a new one")
	}
	p := read(a, 3*rekeyAfter)
	if bytes.Equal(p[:rekeyAfter], p[rekeyAfter:2*rekeyAfter]) {
		t.Error("the bytes of two keys are equal")
	}
	for _, b := range []byte{0, 0xff} {
		if n := bytes.Count(p[:4096], []byte{b}); n > 64 {
			t.Errorf("%d of 4096 bytes are %#x; want about 16", n, b)
		}
	}
}

// Bytes that were handed out are erased in the buffer.
func TestEntropyErases(t *testing.T) {
	var e entropy
	for range 20 {
		try.Of(e.Word()).Or(t)
		try.Works(t, e.scatter(make([]ID, 3), ID{}, Mask(192)))
		if b, err := e.bulk(1, 3); err != nil || len(b) == 0 {
			t.Fatalf("bulk(1, 3) = %x, %v", b, err)
		} else {
			e.used(len(b))
		}
		if !bytes.Equal(e.buf[:e.at], make([]byte, e.at)) {
			t.Fatalf("of %d bytes that were handed out some are kept", e.at)
		}
	}
}

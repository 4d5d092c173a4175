package gen

import (
	"bytes"
	"math"
	"runtime"
	"testing"
)

// Each stream has a key of its own, draws a new one after rekeyAfter bytes and
// where the process is another, and keeps none of what it handed out.
func TestStream(t *testing.T) {
	for _, slow := range []bool{false, true} {
		read := func(s *stream, n int) []byte {
			p := make([]byte, n)
			if err := s.read(p); err != nil {
				t.Fatal(err)
			}
			return p
		}
		a, b := &stream{soft: slow}, &stream{soft: slow}
		if x, y := read(a, 64), read(b, 64); bytes.Equal(x, y) {
			t.Errorf("two streams begin with the same %x", x)
		}
		if (a.chacha != nil) != slow || (a.ctr != nil) == slow {
			t.Errorf("slow AES is %t, but ctr is %v and chacha %v", slow, a.ctr, a.chacha)
		}
		if a.key != [48]byte{} {
			t.Errorf("the key %x is kept; want it erased", a.key)
		}
		ctr, chacha := a.ctr, a.chacha
		read(a, rekeyAfter-64)
		if a.ctr != ctr || a.chacha != chacha || a.left != 0 {
			t.Errorf("after %d bytes %d are left under the key; want 0 of the same", rekeyAfter, a.left)
		}
		read(a, 1)
		if !slow && a.ctr == ctr || slow && a.chacha == chacha {
			t.Error("the key is the same after its last byte; want a new one")
		}
		ctr, chacha = a.ctr, a.chacha
		a.origin = origin{} // as in a process that was forked off
		read(a, 1)
		if !slow && a.ctr == ctr || slow && a.chacha == chacha {
			t.Error("the key is the same in another process; want a new one")
		}
		if p := read(a, 3*rekeyAfter); bytes.Equal(p[:rekeyAfter], p[rekeyAfter:2*rekeyAfter]) ||
			bytes.Count(p[:4096], []byte{0}) > 64 {
			t.Error("the bytes of two keys are equal, or are no random ones")
		}
	}
}

// Bytes that were handed out are erased in the buffer.
func TestEntropyErases(t *testing.T) {
	var e entropy
	for range 20 {
		if _, err := e.Word(); err != nil {
			t.Fatal(err)
		}
		if _, err := e.fill(Mask(128)); err != nil {
			t.Fatal(err)
		}
		if b, err := e.bulk(3); err != nil || len(b) == 0 {
			t.Fatalf("bulk(3) = %x, %v", b, err)
		} else {
			e.used(len(b))
		}
		if !bytes.Equal(e.buf[:e.at], make([]byte, e.at)) {
			t.Fatalf("of %d bytes that were handed out some are kept", e.at)
		}
	}
}

// The kernel tells the capabilities of every processor.
func TestCapabilities(t *testing.T) {
	if got := capabilities(); runtime.GOOS == "linux" && math.MaxUint == math.MaxUint64 && got == 0 {
		t.Errorf("capabilities() = %#x; want some", got)
	}
}

func BenchmarkStream(b *testing.B) {
	for _, slow := range []bool{false, true} {
		name := "AES-256-CTR"
		if slow {
			name = "ChaCha8"
		}
		b.Run(name, func(b *testing.B) {
			s := &stream{soft: slow}
			p := make([]byte, laterBytes)
			b.SetBytes(int64(len(p)))
			for b.Loop() {
				if err := s.read(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package collide

import (
	"encoding/binary"
	"testing"
)

// TestRandomBits against the outputs of the reference implementation for the seed
// 1234567 (splitmix64.c, as on rosettacode.org).
func TestRandomBits(t *testing.T) {
	r := &randomBits{1234567}
	var b [24]byte
	if n, err := r.Read(b[:]); n != 24 || err != nil {
		t.Fatal(n, err)
	}
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		if got := binary.LittleEndian.Uint64(b[8*i:]); got != want {
			t.Errorf("number %d is %d; want %d", i, got, want)
		}
	}
	whole, parts := &randomBits{5}, &randomBits{5}
	var x, y [16]byte
	_, _ = whole.Read(x[:])
	_, _ = parts.Read(y[:8])
	_, _ = parts.Read(y[8:])
	if x != y {
		t.Errorf("read in parts: %x; want %x", y, x)
	}
}

package cli

import (
	"bytes"
	"io"
	"testing"
)

// Few ids draw from the kernel, of which no two reads are alike; many from the
// library's own stream.
func TestSystemRandom(t *testing.T) {
	if SystemRandom(1) == nil || SystemRandom(64) == nil || SystemRandom(65) != nil {
		t.Error("want a source for 1 to 64 ids, and none of its own for more")
	}
	a, b := make([]byte, 300), make([]byte, 300) // more than the kernel gives without interruption
	for _, p := range [][]byte{a, b} {
		if n, err := io.ReadFull(SystemRandom(1), p); err != nil || n != len(p) {
			t.Fatalf("Read = %d, %v; want all", n, err)
		}
	}
	if bytes.Equal(a, b) || bytes.Count(a, []byte{0}) > 20 {
		t.Errorf("two reads are %x and %x; want random bytes", a, b)
	}
}

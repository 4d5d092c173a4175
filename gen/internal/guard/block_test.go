package guard

import (
	"bytes"
	"testing"

	"idscope/gen/testing/try"
)

// TestBlockChanged: a block with one bit that is another, or without its last bytes, is none, whichever they are.
func TestBlockChanged(t *testing.T) {
	const magic = "idtest\x01\x00"
	for _, room := range []int{0, 7, Room, Room + 1} {
		content := bytes.Repeat([]byte("x"), room)
		good := Encode(magic, Head{Turn: 3, Inode: 5, Change: 7}, content)
		h, got, ok := Decode(magic, good)
		if !ok || h != (Head{3, 5, 7}) || !bytes.Equal(got, content) {
			t.Fatalf("%d bytes are read as %+v, %q, %t", room, h, got, ok)
		}
		for n := range good {
			_, _, ok := Decode(magic, good[:n])
			try.Equal(t, ok, false, "the first %d of %d bytes are read:", n, len(good))
			for bit := range 8 {
				bad := bytes.Clone(good)
				bad[n] ^= 1 << bit
				_, _, ok := Decode(magic, bad)
				try.Equal(t, ok, false, "with another bit %d of byte %d of %d the block is read:", bit, n, len(good))
			}
		}
	}
}

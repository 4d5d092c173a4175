package scheme

import (
	stdcrc "hash/crc32"
	"testing"
)

// TestCRC32 compares with hash/crc32.
func TestCRC32(t *testing.T) {
	text := []byte("zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0m\x00\xff")
	for n := range text {
		if got, want := crc32(text[:n]), stdcrc.ChecksumIEEE(text[:n]); got != want {
			t.Errorf("crc32 of %q = %08x; want %08x", text[:n], got, want)
		}
	}
}

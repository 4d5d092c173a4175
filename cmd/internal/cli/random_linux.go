package cli

import (
	"crypto/rand"
	"io"

	"golang.org/x/sys/unix"
)

// SystemRandom is the source of random bits for a call that makes so many ids; nil
// is the library's own. For few it is getrandom(2), which crypto/rand draws from
// too: the first read of that one starts a timer, the poller and the state of the
// vDSO with it, 3 % of a call that makes one id.
func SystemRandom(count uint64) io.Reader {
	if count > 64 {
		return nil
	}
	return kernel{}
}

type kernel struct{}

// Read fills p; where the kernel does not, crypto/rand does.
func (kernel) Read(p []byte) (int, error) {
	if n, err := unix.Getrandom(p, 0); err == nil && n == len(p) {
		return n, nil
	}
	return rand.Read(p)
}

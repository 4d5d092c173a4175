//go:build !linux

package cli

import (
	"io"
)

// stdoutClosed is false: what the runtime opened in place of a closed stdout cannot be
// told from a stdout that is discarded.
func stdoutClosed() bool { return false }

// WidenPipe leaves pipes as they are: only Linux lets a program change their size.
func WidenPipe(io.Writer, uint64) {}

// SystemRandom is the source of random bits for a call that makes so many ids; nil
// is the library's own.
func SystemRandom(uint64) io.Reader { return nil }

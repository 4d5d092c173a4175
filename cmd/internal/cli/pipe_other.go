//go:build !linux

package cli

import "io"

// WidenPipe leaves pipes as they are: only Linux lets a program change their size.
func WidenPipe(io.Writer, uint64) {}

// PipeRoom is what is written at once where it matters when that is done.
const PipeRoom = 4096

// AwaitRoom does not wait: whether a pipe has room is not known here.
func AwaitRoom(io.Writer) {}

package lines

import (
	"bytes"
	"io"
)

// WithoutMark returns a reader of r without a mark of byte order at its start, which
// is no part of the first line.
func WithoutMark(r io.Reader) io.Reader { return &unmarked{r: r} }

type unmarked struct {
	r    io.Reader
	head []byte // what was read of the start, and is no mark
	past bool   // the start was read
	err  error
}

var byteOrderMark = []byte("\ufeff")

// Read is a read of the input, but where that begins with a mark.
func (u *unmarked) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	for !u.past && u.err == nil {
		if n, u.err = u.r.Read(p); len(u.head) == 0 && n > 0 && p[0] != byteOrderMark[0] {
			u.past = true
			return n, u.err
		}
		if n == 0 && u.err == nil {
			return 0, nil
		}
		u.head = append(u.head, p[:n]...)
		if len(u.head) >= len(byteOrderMark) || !bytes.HasPrefix(byteOrderMark, u.head) {
			u.head, u.past = bytes.TrimPrefix(u.head, byteOrderMark), true
		}
	}
	if len(u.head) > 0 {
		n = copy(p, u.head)
		u.head = u.head[n:]
		return n, nil
	}
	if u.err != nil {
		return 0, u.err
	}
	return u.r.Read(p)
}

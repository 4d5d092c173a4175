package lines

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// A mark of byte order is left out at the start of an input, nowhere else.
func TestWithoutMark(t *testing.T) {
	const mark = "\ufeff"
	for _, text := range []string{"", "a", "ab", "abc", "abcd", mark, mark + "a", mark + mark, "a" + mark, mark[:1],
		mark[:2], mark[:2] + "a", "\n" + mark} {
		for name, read := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader,
			"data and end": iotest.DataErrReader, "halves": iotest.HalfReader,
		} {
			got, err := io.ReadAll(WithoutMark(read(strings.NewReader(text))))
			if want := bytes.TrimPrefix([]byte(text), []byte(mark)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %q is %q, %v; want %q", name, text, got, err, want)
			}
		}
	}
	if _, err := io.ReadAll(WithoutMark(iotest.ErrReader(io.ErrClosedPipe))); err != io.ErrClosedPipe {
		t.Errorf("error %v; want %v", err, io.ErrClosedPipe)
	}
}

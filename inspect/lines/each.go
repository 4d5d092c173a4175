package lines

import (
	"bytes"
	"errors"
	"io"
)

// Each calls do for every line of an input, with its end, and idle before it waits
// for input: what is ready can be shown then. It ends with the first error of
// either, or an *Error. do must not keep the line.
func Each(in Input, o Options, idle func() error, do func(line []byte) error) error {
	c := NewCutter([]Input{in}, o)
	for k := (Chunk{}); ; {
		if err := idle(); err != nil {
			return err
		}
		if err := c.Next(&k); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		for line := range bytes.Lines(k.Text) {
			if err := do(line); err != nil {
				return err
			}
		}
	}
}

// Blank reports whether a line has nothing but ASCII blanks.
func Blank(line []byte) bool {
	return len(line) == 0 || line[0] <= ' ' && len(bytes.Trim(line, " \t\r\n\v\f")) == 0
}

package lines

import "io"

// Piece is how many bytes are written at once: they fit the nearest caches beside
// what they are made of, and a wide pipe takes pieces of this size best.
const Piece = 32 << 10

// Writer gathers text and writes it in pieces. A caller that adds to Text calls Full
// behind each line, and Flush at the end and before waiting for input.
type Writer struct {
	To   io.Writer
	Text []byte // what was not written yet
}

// Full writes the text if it makes a piece.
func (w *Writer) Full() error {
	if len(w.Text) < Piece {
		return nil
	}
	return w.Flush()
}

// Flush writes all text. Text is empty behind it, also when it fails.
func (w *Writer) Flush() error {
	text := w.Text
	w.Text = w.Text[:0]
	return Write(w.To, text)
}

// Write writes text of any length in pieces, so that the other end of a pipe can
// read one while the next is written; none is much smaller than the others.
// Without text it writes nothing.
func Write(to io.Writer, text []byte) error {
	for len(text) > 0 {
		n := len(text)
		if n >= 2*Piece {
			n = Piece
		}
		if _, err := to.Write(text[:n]); err != nil {
			return err
		}
		text = text[n:]
	}
	return nil
}

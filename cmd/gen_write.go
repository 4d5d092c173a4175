package cmd

import (
	"io"
	"os"
	"sync/atomic"

	"idscope/gen"
)

const buffer = 32 << 10 // bytes written at once: beside a batch of ids in the nearest cache, and what a wide pipe takes best

// formats is what --format takes: the scheme's own text, the forms that the table
// of package text offers for it, and JSON.
func formats() []gen.Choice {
	list := []gen.Choice{{Name: "text", Help: "as the scheme writes them"}}
	for _, f := range gen.Forms() {
		if f.Format {
			list = append(list, gen.Choice{Name: f.Name, Help: f.Help})
		}
	}
	list = append(list, codecs()...)
	return append(list, gen.Choice{Name: "json", Help: "an object with time and fields, one a line"})
}

// sink writes ids in the chosen format, through one buffer that is used again
// and again. The file behind it is made when the first byte is written, so that
// a call that fails leaves none.
type sink struct {
	encode func(dst []byte, id gen.ID) []byte
	batch  func(dst []byte, ids []gen.ID) []byte // the same for many, faster; may be nil
	wrong  atomic.Pointer[failure]               // what encode could not write
	open   func() (io.WriteCloser, error)
	to     io.WriteCloser
	name   string
	buf    []byte
}

func (o *genOptions) sink(s *gen.Scheme) (*sink, error) {
	out := &sink{name: "stdout", open: func() (io.WriteCloser, error) { widen(o.Out, o.count); return keepOpen{o.Out}, nil }}
	if o.output != "" && o.output != "-" {
		out.name = o.output
		out.open = func() (io.WriteCloser, error) { return os.Create(o.output) }
	}
	text, bits := s.Text, s.Layout.Size()
	prefix := ""
	if s.Affix != nil {
		if prefix = s.Affix.Default; o.flagGiven("prefix") {
			prefix = o.text.prefix
		}
	}
	switch format := o.format.value; format {
	case "text":
		if s.Affix != nil {
			out.encode = func(dst []byte, id gen.ID) []byte { return append(s.AppendPrefixed(dst, id, prefix), '\n') }
			return out, nil
		}
	case "json":
		if s.Pattern != nil {
			return out, nil
		}
		w, err := newJSONWriter(s, prefix)
		if err != nil {
			return nil, usage("%w", err)
		}
		out.encode = w.append
		return out, nil
	case "sqids", "hashids":
		return out, o.obfuscated(s, out)
	default:
		form, err := gen.FormNamed(format)
		if err != nil {
			return nil, badFlag("format", err)
		}
		if form.Binary() && o.output == "" && o.OutTerminal {
			return nil, usage("--format raw on a terminal is unreadable; want a file or a pipe").
				hinted("-o FILE writes to a file, -o - to the terminal all the same")
		}
		if form != text.Form { // else the scheme may pad
			text = gen.Text{Form: form}
		}
	}
	if text.Form.Binary() {
		out.encode = func(dst []byte, id gen.ID) []byte { return text.Append(dst, id, bits) }
	} else {
		out.encode = func(dst []byte, id gen.ID) []byte { return append(text.Append(dst, id, bits), '\n') }
		out.batch = func(dst []byte, ids []gen.ID) []byte { return text.AppendLines(dst, ids, bits) }
	}
	return out, nil
}

// add writes an id into the buffer, and the buffer out when it is full.
func (s *sink) add(id gen.ID) error {
	s.buf = s.encode(s.buf, id)
	return s.full()
}

// full writes the buffer out when it is full.
func (s *sink) full() error {
	if len(s.buf) < buffer {
		return nil
	}
	return s.flush()
}

func (s *sink) flush() error {
	err := s.write(s.buf)
	s.buf = s.buf[:0]
	return err
}

// lines appends the texts of ids, each on its line.
func (s *sink) lines(dst []byte, ids []gen.ID) []byte {
	if s.batch != nil && len(ids) >= fewest {
		return s.batch(dst, ids)
	}
	for _, id := range ids {
		dst = s.encode(dst, id)
	}
	return dst
}

// fewest is from how many ids on the tables of the batch are worth building.
const fewest = batch

// write writes text, in pieces that the other end of a pipe can read meanwhile.
func (s *sink) write(text []byte) error {
	if f := s.wrong.Load(); f != nil {
		return f
	}
	for len(text) > 0 {
		if s.to == nil {
			var err error
			if s.to, err = s.open(); err != nil {
				return s.failure(err)
			}
		}
		n := len(text)
		if n >= 2*buffer { // no piece is much smaller than the others
			n = buffer
		}
		if _, err := s.to.Write(text[:n]); err != nil {
			return s.failure(err)
		}
		text = text[n:]
	}
	return nil
}

// close writes what is left and closes the file.
func (s *sink) close() error {
	err := s.flush()
	if s.to != nil {
		if e := s.to.Close(); err == nil {
			err = s.failure(e)
		}
	}
	return err
}

func (s *sink) failure(err error) error {
	if err == nil {
		return nil
	}
	return refused("%s can not be written: %w", s.name, fileCause(err))
}

// keepOpen is a stream that is not ours to close.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

package cmd

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"sync/atomic"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/text"
	"idscope/inspect/lines"
)

// formats is what --format takes: the scheme's own text, the forms that the table
// of package text offers for it, and JSON.
func formats() []gen.Choice {
	list := []gen.Choice{{Name: "text", Help: "as the scheme writes them"}}
	for _, f := range gen.Forms() {
		if f.Format {
			list = append(list, gen.Choice{Name: f.Name, Help: f.Help})
		}
	}
	list = append(list, cli.Codecs()...)
	return append(list, gen.Choice{Name: "json", Help: "an object with time and fields, one a line"})
}

// sink writes ids in the chosen format. The file behind it is made when the first
// byte is written, so that a call that fails leaves none.
type sink struct {
	encode func(dst []byte, id gen.ID) []byte
	batch  func(dst []byte, ids []gen.ID) []byte // the same for many, faster; may be nil
	wrong  atomic.Pointer[cli.Failure]           // what encode could not write
	open   func() (io.WriteCloser, error)
	to     io.WriteCloser
	name   string
}

// plainSink is one for text that is ready.
func (o *genOptions) plainSink() *sink {
	if o.output != "" && o.output != "-" {
		return &sink{name: o.output, open: func() (io.WriteCloser, error) { return os.Create(o.output) }}
	}
	return &sink{name: "stdout", open: func() (io.WriteCloser, error) {
		cli.WidenPipe(o.Out, o.count)
		return keepOpen{o.Out}, nil
	}}
}

func (o *genOptions) sink(s *gen.Scheme) (*sink, error) {
	out := o.plainSink()
	written, bits := s.Text, s.Layout.Size()
	prefix := ""
	if s.Counter != "" {
		prefix = o.text.prefix
		defer out.prefixed(prefix)
	}
	if s.Affix != nil {
		if prefix = s.Affix.Default; o.flagGiven("prefix") {
			prefix = o.text.prefix
		}
	}
	switch format := o.format.Value; format {
	case "text":
		if s.Affix != nil {
			out.encode = func(dst []byte, id gen.ID) []byte { return append(s.AppendPrefixed(dst, id, prefix), '\n') }
			return out, nil
		}
	case "json":
		if s.Pattern != nil {
			return out, nil
		}
		w, err := show.NewIDWriter(s, prefix)
		if err != nil {
			return nil, cli.Usage("%w", err)
		}
		out.encode = w.Append
		return out, nil
	case "sqids", "hashids":
		return out, o.obfuscated(s, out)
	default:
		form, err := text.Named(format)
		if err != nil {
			return nil, cli.BadFlag("format", err)
		}
		if form.Binary() && o.output == "" && o.OutTerminal {
			return nil, cli.Usage("--format raw on a terminal is unreadable; want a file or a pipe").
				Hinted("-o FILE writes to a file, -o - to the terminal all the same")
		}
		if form != written.Form { // else the scheme may pad
			written = gen.Text{Form: form}
		}
	}
	if written.Form.Binary() {
		out.encode = func(dst []byte, id gen.ID) []byte { return written.Append(dst, id, bits) }
	} else {
		out.encode = func(dst []byte, id gen.ID) []byte { return append(written.Append(dst, id, bits), '\n') }
		out.batch = func(dst []byte, ids []gen.ID) []byte { return written.AppendLines(dst, ids, bits) }
	}
	return out, nil
}

// prefixed puts a text in front of each.
func (s *sink) prefixed(prefix string) {
	if encode := s.encode; prefix != "" && encode != nil {
		s.batch = nil
		s.encode = func(dst []byte, id gen.ID) []byte { return encode(append(dst, prefix...), id) }
	}
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

// write writes text, unless one of its ids could not be encoded.
func (s *sink) write(text []byte) error {
	if f := s.wrong.Load(); f != nil {
		return f
	}
	return lines.Write(s, text)
}

// Write writes to the file; its error is a *cli.Failure.
func (s *sink) Write(p []byte) (n int, err error) {
	if s.to == nil {
		to, err := s.open()
		if err != nil {
			return 0, s.failure(err)
		}
		s.to = to
	}
	n, err = s.to.Write(p)
	return n, s.failure(err)
}

// close closes the file.
func (s *sink) close() error {
	if s.to == nil {
		return nil
	}
	return s.failure(s.to.Close())
}

func (s *sink) failure(err error) error {
	if err == nil {
		return nil
	}
	return cli.Refused("%s cannot be written: %w", s.name, cli.FileCause(err))
}

// keepOpen is a stream that is not ours to close.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

// countedWriter writes numbers.
type countedWriter struct {
	out  *sink
	left uint64 // that are wanted
	text []byte
	ids  []gen.ID              // that are not in text
	held func(late bool) error // says whether they may be written, and might have been; nil is yes
	room func()                // waits until the reader has room; set with held
}

func (w *countedWriter) add(id gen.ID) {
	w.ids = append(w.ids, id)
	w.left--
}

// block writes the ids of numbers.
func (w *countedWriter) block(b counter.Block, id func(uint64) gen.ID) error {
	for ; b.Len() > 0; b.First++ {
		if w.add(id(b.First)); len(w.ids) == batch {
			if err := w.fill(); err != nil {
				return err
			}
		}
	}
	return w.fill()
}

// fill turns ids into text, and writes it where it is much.
func (w *countedWriter) fill() error {
	w.text = w.out.lines(w.text, w.ids)
	w.ids = w.ids[:0]
	if len(w.text) < 1<<15 && w.left > 0 {
		return nil
	}
	return w.flush()
}

func (w *countedWriter) flush() error {
	w.text = w.out.lines(w.text, w.ids)
	w.ids = w.ids[:0]
	text := w.text
	w.text = w.text[:0]
	if w.held == nil {
		return w.out.write(text)
	}
	return w.guarded(text)
}

// guarded writes what may be written still, and as little at a time as goes without
// waiting for a reader: a process that waits in a write writes when it goes on. What may
// not be written is lost.
func (w *countedWriter) guarded(text []byte) error {
	for len(text) > 0 {
		n := len(text)
		if n > cli.PipeRoom {
			n = max(bytes.LastIndexByte(text[:cli.PipeRoom], '\n'), bytes.IndexByte(text, '\n')) + 1
		}
		w.room()
		err := w.held(false)
		if err == nil {
			err = cmp.Or(w.out.write(text[:n]), w.held(true))
		}
		if err != nil {
			return err
		}
		text = text[n:]
	}
	return nil
}

// end writes what is left, and closes the output.
func (w *countedWriter) end() error {
	err := w.flush()
	if e := w.out.close(); err == nil {
		err = e
	}
	return err
}

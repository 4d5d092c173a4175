package cmd

import (
	"context"
	"errors"
	"io"
	"strconv"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
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

// writer returns what writes the IDs of a scheme in the chosen format.
func (o *genOptions) writer(s *gen.Scheme) (gen.Write, error) {
	written, bits := s.Text, s.Layout.Size()
	if o.upper && (s.Affix != nil || o.format.Value == "json" || cli.IsCodec(o.format.Value)) {
		return nil, o.noUpper(s)
	}
	prefix := o.text.prefix
	switch {
	case s.Affix != nil && !o.given.Changed("prefix"):
		prefix = s.Affix.Default
	case s.Affix == nil && s.Counter == "":
		prefix = ""
	}
	switch format := o.format.Value; format {
	case "text":
		if s.Affix != nil {
			return each(func(dst []byte, id gen.ID) []byte { return append(s.AppendPrefixed(dst, id, prefix), '\n') }), nil
		}
	case "json":
		w, err := show.NewIDWriter(s, prefix)
		if err != nil {
			return nil, cli.Usage("%w", err)
		}
		return each(w.Append), nil
	case "sqids", "hashids":
		return o.obfuscated(s, prefix)
	default:
		form, err := text.Named(format)
		if err != nil {
			return nil, cli.BadFlag("format", err)
		}
		if form.Binary() && o.output == "" && o.OutTerminal {
			return nil, cli.Usage("--format raw on a terminal is unreadable; use a file or a pipe").
				Hinted("-o FILE writes to a file, -o - to the terminal all the same")
		}
		if form.Binary() {
			o.WriteBytes()
		}
		if form != written.Form { // else the scheme may pad
			written = gen.Text{Form: form}
		}
	}
	if o.upper {
		return o.upperCase(s, written)
	}
	if s.Counter != "" && prefix != "" {
		return each(func(dst []byte, id gen.ID) []byte {
			return append(written.Append(append(dst, prefix...), id, bits), '\n')
		}), nil
	}
	return gen.Lines(written, bits), nil
}

// upperCase returns what writes IDs in upper case, in a form that is read in either case.
func (o *genOptions) upperCase(s *gen.Scheme, t gen.Text) (gen.Write, error) {
	if _, fold := t.Form.Symbols(); !fold {
		return nil, o.noUpper(s)
	}
	write := gen.Lines(t, s.Layout.Size())
	return func(dst []byte, ids []gen.ID) ([]byte, error) {
		longer, err := write(dst, ids)
		for i := len(dst); i < len(longer); i++ {
			if c := longer[i]; 'a' <= c && c <= 'z' {
				longer[i] = c - 'a' + 'A'
			}
		}
		return longer, err
	}, nil
}

// noUpper refuses --upper of texts that are others in upper case.
func (o *genOptions) noUpper(s *gen.Scheme) error {
	return cli.Usage("%s as %s is not the same ID in upper case; remove --upper", s.Name, o.format.Value)
}

// each writes one ID after the other.
func each(line func(dst []byte, id gen.ID) []byte) gen.Write {
	return func(dst []byte, ids []gen.ID) ([]byte, error) {
		for _, id := range ids {
			dst = line(dst, id)
		}
		return dst, nil
	}
}

// obfuscated writes IDs of a scheme as numbers by a codec: for --format sqids and hashids.
func (o *genOptions) obfuscated(s *gen.Scheme, prefix string) (gen.Write, error) {
	name := o.format.Value
	switch {
	case s.Text.Form == gen.DateDigits: // of which the whole text is a number
	case s.Pattern != nil || !s.Text.Form.Spells():
		return nil, cli.Usage("--format %s writes numbers, and texts of %s are not numbers; use another scheme", name, s.Name)
	case s.Layout.Size() > 64:
		return nil, cli.Usage("%s has %d bits; --format %s writes numbers of up to 64: use a scheme of 64 bits or less, as "+
			"snowflake", s.Name, s.Layout.Size(), name)
	}
	f := o.codec
	f.Alphabet = o.text.alphabet
	c, err := f.Open(cli.AsFlags{Name: name})
	if err != nil {
		return nil, err
	}
	if s.Affix != nil {
		prefix = ""
	}
	return func(dst []byte, ids []gen.ID) (longer []byte, err error) {
		before := dst
		for _, id := range ids {
			one := [1]uint64{id.Lo}
			if s.Text.Form == gen.DateDigits {
				text := string(s.Append(nil, id))
				if one[0], err = strconv.ParseUint(text, 10, 64); err != nil {
					return before, cli.Usage("%s does not fit 64 bits; use --digits 10 or fewer with --format %s", text, name)
				}
			}
			c.WarnUnsafe(o.App, one[:])
			if dst, err = c.Append(append(dst, prefix...), one[:]); err != nil {
				return before, cli.Usage("%d: %w", one[0], err)
			}
			dst = append(dst, '\n')
		}
		return dst, nil
	}, nil
}

// write writes the IDs of a call, and ends the output. When the source refuses, what it gave
// before is written all the same.
func (o *genOptions) write(ctx context.Context, c *genCall, out *sink) error {
	loop := gen.NewLoop(ctx, c.from, c.count)
	var err error
	if c.processors > 1 || c.waits {
		err = lines.Run(ctx, lines.Pool{Workers: c.processors, Leave: c.waits},
			func() lines.Worker[[]byte] { return loop.Job() }, out.write)
	} else {
		err = loop.Run(out.write)
	}
	if err != nil && !errors.As(err, new(*cli.Failure)) {
		err = c.explain(err)
	}
	return out.end(err)
}

// sink is where text goes.
type sink struct {
	to    io.Writer
	file  *cli.WholeFile // which it is; nil for stdout
	widen func()         // before the first byte goes to stdout
	begun bool
}

func (o *genOptions) sink() *sink {
	if o.file != nil {
		return &sink{to: o.file, file: o.file, widen: func() {}}
	}
	return &sink{to: o.Out, widen: func() { cli.WidenPipe(o.Out, o.count) }}
}

// write writes text.
func (s *sink) write(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	return lines.Write(s, text)
}

// Write writes to the file or stdout; its error is a *cli.Failure.
func (s *sink) Write(p []byte) (n int, err error) {
	if !s.begun {
		s.begun = true
		s.widen()
	}
	if n, err = s.to.Write(p); s.file == nil {
		err = cli.StdoutError(err)
	}
	return n, err
}

// end ends the output: a file is as it was unless all of it was written. It returns the
// first error.
func (s *sink) end(err error) error {
	switch {
	case s.file == nil:
		return err
	case err != nil:
		s.file.Discard()
		return err
	}
	return s.file.Commit()
}

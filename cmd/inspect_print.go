package cmd

import (
	"fmt"
	"io"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/cmd/internal/ui"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// How many ids wait for each other, so that their columns stand in line, and how many
// bytes of them. They wait no longer than for the next read.
const (
	mostHeld      = 256
	mostHeldBytes = 1 << 20
)

// printer shows ids in the order in which they come: one as a card, several as
// lines. It keeps no more than mostHeld of them.
type printer struct {
	*show.View
	in     *inspect.Inspector
	out    io.Writer
	format string // card or line; empty until the number decides it
	held   []string
	size   int // of what is held, in bytes
	result inspect.Result
	buf    []byte
	table  show.Columns
	lined  []show.Line // of what is held
	stamps show.Stamps

	total, bad int
}

// printer returns one.
func (o *inspectOptions) printer(in *inspect.Inspector, now time.Time) *printer {
	p := &printer{View: o.view(now), in: in, out: o.Out, format: o.format.Value}
	if p.Width() == 0 {
		p.table = show.PipeColumns
		if cli.IsCodec(o.as.Name) {
			p.table.Scheme, p.table.Created = len(o.as.Name), 0
		}
	}
	return p
}

// add takes an id and shows what is ready to be shown.
func (p *printer) add(text string) error {
	p.total++
	if p.format == "card" {
		return p.card(text)
	}
	p.held, p.size = append(p.held, text), p.size+len(text)
	if len(p.held) > 1 {
		p.format = "line"
	}
	if p.format == "" || len(p.held) < mostHeld && p.size < mostHeldBytes {
		return nil
	}
	return p.lines()
}

// idle shows what is held before the next id is waited for; but the first of all
// waits for a second one, which decides the format.
func (p *printer) idle() error {
	if p.format == "line" {
		if err := p.lines(); err != nil {
			return err
		}
	}
	return p.flush()
}

// end shows the rest.
func (p *printer) end() error {
	switch {
	case len(p.held) > 0 && p.format == "line":
		if err := p.lines(); err != nil {
			return err
		}
	case len(p.held) > 0:
		if err := p.card(p.held[0]); err != nil {
			return err
		}
	}
	return p.flush()
}

func (p *printer) inspect(text string) *inspect.Result {
	p.in.InspectInto(&p.result, text)
	if !p.result.OK() {
		p.bad++
	}
	return &p.result
}

// card shows an id in full, a blank line apart from the one before.
func (p *printer) card(text string) error {
	r := p.inspect(text)
	if len(r.Found) > 1 && p.format == "" {
		p.format, p.held = "line", []string{text}
		return p.lines()
	}
	if p.total > 1 {
		p.buf = append(p.buf, '\n')
	}
	switch {
	case r.OK():
		p.buf = append(p.buf, p.Card(r)...)
	case p.format == "": // it is alone: there is no answer, but an error
		return cli.Negative("%s", ui.Escaped(r.Err.Message)).Hinted("%s", show.RefusalHint(r))
	default:
		p.buf = append(p.buf, p.BadLine(r)...)
	}
	return p.full()
}

// lines shows what is held, in columns, each of several ids in one text on its line.
func (p *printer) lines() error {
	n := 0
	for _, text := range p.held {
		if p.in.DetectInto(&p.result, text); !p.result.OK() {
			p.bad++
		}
		found := p.result.Found
		for i := 0; ; n++ {
			if n == len(p.lined) {
				p.lined = append(p.lined, show.Line{Stamps: &p.stamps})
			}
			p.lined[n].Read(p.View, &p.result)
			p.table.Fit(p.View, &p.lined[n])
			if i++; i >= len(found) {
				n++
				break
			}
			p.in.DetectInto(&p.result, found[i])
			p.result.Warnings = append(p.result.Warnings, fmt.Sprintf("id %d of %d in the text", i+1, len(found)))
		}
	}
	for i := range n {
		p.buf = p.table.Append(p.buf, p.View, &p.lined[i])
		if err := p.full(); err != nil {
			return err
		}
	}
	p.held, p.size = p.held[:0], 0
	return nil
}

func (p *printer) full() error {
	if len(p.buf) < lines.Piece {
		return nil
	}
	return p.flush()
}

func (p *printer) flush() error {
	err := lines.Write(p.out, p.buf)
	p.buf = p.buf[:0]
	return cli.StdoutError(err)
}

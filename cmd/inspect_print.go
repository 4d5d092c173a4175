package cmd

import (
	"fmt"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// How many ids wait for each other, so that their columns are aligned, and how many
// bytes of them. They wait no longer than for the next read.
const (
	mostHeld      = 256
	mostHeldBytes = 1 << 20
)

// printer shows ids in the order in which they come: one as a card, several as
// lines. It keeps no more than mostHeld of them.
type printer struct {
	*screen.View
	in     *inspect.Inspector
	out    lines.Writer
	format string // card or line; empty until the number decides it
	first  string // until then
	result inspect.Result
	table  screen.Columns
	lined  []screen.Line // of which held wait, of texts of size bytes in all
	held   int
	texts  int
	size   int

	total, bad int
}

// printer returns one.
func (o *inspectOptions) printer(in *inspect.Inspector) *printer {
	p := &printer{View: o.view(), in: in, out: lines.Writer{To: o.Out}, format: o.format.Value}
	if p.Width() == 0 {
		p.table = screen.PipeColumns
		if cli.IsCodec(o.as.Name) {
			p.table.Scheme, p.table.Created = len(o.as.Name), 0
		}
	}
	return p
}

// add takes an id and shows what is ready to be shown. It does not keep the text.
func (p *printer) add(text []byte) error {
	p.total++
	switch {
	case p.format == "card":
		return p.card(string(text))
	case p.format == "" && p.total == 1:
		p.first = string(text)
		return nil
	case p.format == "":
		p.format = "line"
		if err := p.line([]byte(p.first)); err != nil {
			return err
		}
	}
	return p.line(text)
}

// idle shows what is held before the next id is waited for; but the first of all
// waits for a second one, which decides the format.
func (p *printer) idle() error {
	if p.format == "line" {
		if err := p.lines(); err != nil {
			return err
		}
	}
	return p.out.Flush()
}

// end shows the rest.
func (p *printer) end() (err error) {
	switch {
	case p.format == "line":
		err = p.lines()
	case p.format == "" && p.total == 1:
		err = p.card(p.first)
	}
	if err != nil {
		return err
	}
	return p.out.Flush()
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
		p.format = "line"
		p.bad = 0 // it is read again
		if err := p.line([]byte(text)); err != nil {
			return err
		}
		return p.lines()
	}
	if p.total > 1 {
		p.out.Text = append(p.out.Text, '\n')
	}
	switch {
	case r.OK():
		p.out.Text = append(p.out.Text, p.Card(r)...)
	case p.format == "": // it is alone: there is no answer, but an error
		return cli.Negative("%s", screen.Escaped(r.Err.Message)).Hinted("%s", screen.RefusalHint(r))
	default:
		p.out.Text = append(p.out.Text, p.BadLine(r)...)
	}
	return p.out.Full()
}

// line reads an id to be shown in columns, each of several ids in one text on its line.
func (p *printer) line(text []byte) error {
	if p.in.DetectInto(&p.result, text); !p.result.OK() {
		p.bad++
	}
	found := p.result.Found
	for i := 0; ; {
		if p.held == len(p.lined) {
			p.lined = append(p.lined, screen.Line{})
		}
		l := &p.lined[p.held]
		l.Read(p.View, &p.result)
		p.table.Fit(p.View, l)
		p.held++
		if i++; i >= len(found) {
			break
		}
		p.in.DetectInto(&p.result, []byte(found[i]))
		p.result.Warnings = append(p.result.Warnings, fmt.Sprintf("id %d of %d in the text", i+1, len(found)))
	}
	p.texts, p.size = p.texts+1, p.size+len(text)
	if p.texts < mostHeld && p.size < mostHeldBytes {
		return nil
	}
	return p.lines()
}

// lines shows what is held, in columns.
func (p *printer) lines() error {
	for i := range p.held {
		p.out.Text = p.table.Append(p.out.Text, p.View, &p.lined[i])
		if err := p.out.Full(); err != nil {
			return err
		}
	}
	p.held, p.texts, p.size = 0, 0, 0
	return nil
}

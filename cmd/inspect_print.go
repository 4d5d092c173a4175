package cmd

import (
	"io"
	"time"

	"idscope/inspect"
)

// mostHeld is how many ids wait for each other on a terminal, so that their
// columns stand in line.
const mostHeld = 256

// printer shows ids in the order in which they come: one as a card, several as
// lines. It keeps no more than mostHeld of them.
type printer struct {
	look
	in     *inspect.Inspector
	out    io.Writer
	format string // card or line; empty until the number decides it
	hold   int    // that many lines are put in columns together; in a pipe each alone, so that timing changes nothing
	held   []string
	result inspect.Result
	buf    []byte
	table  columns

	total, bad int
}

// printer returns one; listed says that all ids are known from the start.
func (o *inspectOptions) printer(in *inspect.Inspector, now time.Time, listed bool) *printer {
	p := &printer{look: look{styles: o.styles(), width: o.screen(), zone: o.zone.to, now: now, all: o.all}, in: in, out: o.out, format: o.format.value, hold: 1}
	if p.width > 0 || listed {
		p.hold = mostHeld
	}
	if p.width == 0 {
		p.table = columns{id: 20, scheme: 12, confidence: 8, created: 24}
	}
	return p
}

// add takes an id and shows what is ready to be shown.
func (p *printer) add(text string) error {
	p.total++
	if p.format == "card" {
		return p.card(text)
	}
	p.held = append(p.held, text)
	if len(p.held) > 1 {
		p.format = "line"
	}
	if p.format == "" || len(p.held) < p.hold {
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
	if p.total > 1 {
		p.buf = append(p.buf, '\n')
	}
	switch {
	case r.OK():
		p.buf = append(p.buf, p.look.card(r)...)
	case p.format == "": // it is alone: there is no answer, but an error
		return negative("%s", escaped(r.Err.Message)).hinted("%s", refusalHint(r))
	default:
		p.buf = append(p.buf, p.badLine(r)...)
	}
	return p.full()
}

// lines shows what is held, in columns.
func (p *printer) lines() error {
	if p.hold > 1 {
		for _, text := range p.held {
			p.in.DetectInto(&p.result, text)
			p.table.fit(p.line(&p.result))
		}
	}
	for _, text := range p.held {
		r := &p.result
		switch p.in.DetectInto(r, text); {
		case !r.OK():
			p.bad++
			p.buf = append(p.buf, p.badLine(r)...)
		case p.width == 0:
			line := p.line(r)
			p.table.fit(line)
			p.buf = p.table.append(p.buf, &p.look, line)
		default:
			line := p.line(r)
			p.table.fit(line)
			p.buf = append(p.buf, p.table.write(&p.look, line)...)
		}
		if err := p.full(); err != nil {
			return err
		}
	}
	p.held = p.held[:0]
	return nil
}

func (p *printer) full() error {
	if len(p.buf) < buffer {
		return nil
	}
	return p.flush()
}

func (p *printer) flush() error {
	if len(p.buf) == 0 {
		return nil
	}
	_, err := p.out.Write(p.buf)
	p.buf = p.buf[:0]
	return stdout(err)
}

package cmd

import (
	"fmt"
	"strconv"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// numbers inspects texts of a codec. None is taken for one without --as: any text
// of the right characters may be.
func (o *inspectOptions) numbers(args []string, view *show.View) error {
	c, err := o.codec.open(o.as.Name)
	if err != nil {
		return err
	}
	switch {
	case o.as.Custom != (cli.LayoutFlags{}):
		return cli.Usage("%s has no layout, epoch or tick; want none of the flags", c.name)
	case o.around != "":
		return cli.Usage("%s has no time; want no --around", c.name)
	case o.sameSource || o.text.given():
		return cli.Usage("%s can not be told from other text; want ids, one a line", c.name)
	}
	p := &numbersPrinter{view: view, inspectOptions: o, c: c, table: show.Columns{ID: 20, Scheme: len(c.name), Confidence: 8}}
	if view.Width() > 0 {
		p.table.ID = 0
	}
	if err := o.EachID("inspect", args, p.idle, p.add); err != nil {
		return err
	}
	if err := p.end(); err != nil {
		return err
	}
	return noIDs(p.bad, p.total)
}

// numbersPrinter shows texts of a codec as printer shows ids: one as a card,
// several as lines.
type numbersPrinter struct {
	view *show.View
	*inspectOptions
	c      *codec
	table  show.Columns
	buf    []byte
	first  *string // held until a second one decides the format
	warned bool

	total, bad int
}

func (p *numbersPrinter) add(text string) error {
	p.total++
	switch {
	case p.inspectOptions.json.Value != "" || p.inspectOptions.format.Value != "":
		return p.show(text, p.inspectOptions.format.Value)
	case p.total == 1:
		p.first = &text
		return nil
	case p.first != nil:
		first := *p.first
		p.first = nil
		if err := p.show(first, "line"); err != nil {
			return err
		}
	}
	return p.show(text, "line")
}

// idle shows what is ready before more input is waited for.
func (p *numbersPrinter) idle() error { return p.flush() }

func (p *numbersPrinter) end() error {
	if p.first != nil {
		r, err := p.read(*p.first)
		if err != nil {
			return err // it is alone: there is no answer, but an error
		}
		p.buf = append(p.buf, p.view.Numbers(p.shown(*p.first, &r))...)
	}
	return p.flush()
}

func (p *numbersPrinter) read(text string) (numbered, error) {
	r, err := p.c.read(text)
	if err != nil {
		p.bad++
		return r, err
	}
	if v, ok := unsafe(r.numbers); ok && !p.warned {
		p.warned = true
		p.App.Warn(fmt.Sprintf(unsafeText, v, p.c.name))
	}
	return r, nil
}

func (p *numbersPrinter) show(text, format string) error {
	r, err := p.read(text)
	switch {
	case p.inspectOptions.json.Value != "":
		p.buf = append(p.c.json(text, r, err, p.inspectOptions.json.Value == "brief"), '\n')
		return p.flush()
	case err != nil:
		shown := inspect.Redact(text)
		bad := inspect.Result{Input: shown, Cleaned: shown, Err: &inspect.Error{Code: inspect.CodeNotAnID, Message: err.Error()}}
		p.buf = append(p.buf, p.view.BadLine(&bad)...)
	case format == "card":
		if p.total > 1 {
			p.buf = append(p.buf, '\n')
		}
		p.buf = append(p.buf, p.view.Numbers(p.shown(text, &r))...)
	default:
		line := p.shown(text, &r).Line()
		p.table.Fit(line)
		p.buf = p.table.Append(p.buf, p.view, line)
	}
	if len(p.buf) < lines.Piece {
		return nil
	}
	return p.flush()
}

func (p *numbersPrinter) flush() error {
	err := lines.Write(p.Out, p.buf)
	p.buf = p.buf[:0]
	return cli.StdoutError(err)
}

// likelyBits and certainBits are the evidence from which a reading is likely, and
// certain, as in package inspect.
const likelyBits, certainBits = 8, 20

func (r *numbered) confidence() inspect.Confidence {
	switch {
	case r.bits >= certainBits:
		return inspect.Certain
	case r.bits >= likelyBits:
		return inspect.Likely
	}
	return inspect.Possible
}

// shown is what the screens say of a text.
func (p *numbersPrinter) shown(text string, r *numbered) *show.Numbers {
	return &show.Numbers{Text: text, Codec: p.c.name, Confidence: r.confidence(), Numbers: r.numbers, Hex: r.hex, Note: r.note}
}

func (r *numbered) decimals() []string {
	list := make([]string, len(r.numbers))
	for i, v := range r.numbers {
		list[i] = strconv.FormatUint(v, 10)
	}
	return list
}

package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"idscope/cmd/internal/cli"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// numbers inspects texts of a codec. None is taken for one without --as: any text
// of the right characters may be.
func (o *inspectOptions) numbers(args []string, now look) error {
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
	p := &numbersPrinter{look: now, inspectOptions: o, c: c, table: columns{id: 20, scheme: len(c.name), confidence: 8}}
	if p.look.width > 0 {
		p.table.id = 0
	}
	if err := eachID(o.App, "inspect", args, p.idle, p.add); err != nil {
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
	look
	*inspectOptions
	c      *codec
	table  columns
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
		p.buf = append(p.buf, p.card(*p.first, r)...)
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
		p.buf = append(p.buf, p.badLine(&bad)...)
	case format == "card":
		if p.total > 1 {
			p.buf = append(p.buf, '\n')
		}
		p.buf = append(p.buf, p.card(text, r)...)
	default:
		out := line{id: escaped(text), scheme: p.c.name, confidence: r.confidence().String(), detail: r.detail(), sure: r.bits >= likelyBits}
		if r.note != "" {
			out.detail += " (" + r.note + ")"
		}
		p.table.fit(out)
		p.buf = append(p.buf, p.table.write(&p.look, out)...)
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

// detail is what a line says of a text.
func (r *numbered) detail() string {
	if r.hex != "" {
		return "hex " + r.hex
	}
	return plural(len(r.numbers), "number ", "numbers ") + strings.Join(r.decimals(), ", ")
}

func (r *numbered) decimals() []string {
	list := make([]string, len(r.numbers))
	for i, v := range r.numbers {
		list[i] = strconv.FormatUint(v, 10)
	}
	return list
}

// card shows a text in full.
func (p *numbersPrinter) card(text string, r numbered) string {
	c := &card{look: &p.look}
	c.b.WriteString(c.bold.Render(escaped(text)) + "\n\n")
	sure := span{&c.plain, r.confidence().String()}
	if r.confidence() == inspect.Possible {
		sure = span{&c.warn, "possible: little evidence"}
	}
	c.fact("scheme", span{&c.bold, p.c.name + " (obfuscated numbers)"}, sure)
	if r.hex != "" {
		c.row("hex digits", factColumn, words(&c.plain, r.hex))
	} else {
		c.row(plural(len(r.numbers), "number", "numbers"), factColumn, words(&c.plain, strings.Join(r.decimals(), ", ")))
	}
	var rows [][2]string
	if len(r.numbers) == 1 && r.hex == "" {
		rows = append(rows, [2]string{"also written", "hex " + strconv.FormatUint(r.numbers[0], 16)})
	}
	if r.note != "" {
		rows = append(rows, [2]string{"note", r.note})
	}
	switch {
	case r.hex != "" && slices.Contains([]int{16, 24, 32}, len(r.hex)):
		rows = append(rows, [2]string{"narrow it", hard("idscope inspect " + r.hex)})
	case r.hex == "" && len(r.numbers) == 1 && r.numbers[0] >= 1<<32: // few ids are smaller
		rows = append(rows, [2]string{"narrow it", hard("idscope inspect " + r.decimals()[0])})
	}
	for i, row := range rows {
		if i == 0 {
			c.b.WriteByte('\n')
		}
		style := &c.plain
		if row[0] == "note" {
			style = &c.warn
		}
		c.row(row[0], restColumn, words(style, row[1]))
	}
	return c.b.String()
}

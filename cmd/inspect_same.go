package cmd

import (
	"io"
	"strings"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/inspect"
)

// family is many ids of one unknown origin.
type family struct {
	report   inspect.Report
	spelling string
}

// oneSource takes all ids together: what is fixed, what grows, what is random in
// them, and which layouts explain that.
func (o *inspectOptions) oneSource(args []string, opts inspect.Options) error {
	if o.around != "" || o.json.Value == "brief" || o.format.Value == "card" || o.format.Value == "line" {
		return cli.Usage("--same-source has a report of its own; want no --around, --json=brief or --format")
	}
	var texts []string
	err := eachID(o.App, "inspect --same-source", args, func() error { return nil }, func(text string) error {
		if text = strings.TrimSpace(text); text != "" {
			texts = append(texts, text)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(texts) < 2 {
		return cli.Usage("--same-source has %d ids; want two or more, the more the better", len(texts))
	}
	f := family{}
	ids, bits, err := f.parse(texts, opts.As)
	if err != nil {
		return err
	}
	schemes := opts.Schemes
	if len(opts.As) > 0 {
		schemes = opts.As
	}
	if f.report, err = inspect.SameSource(ids, bits, schemes, opts.Now); err != nil {
		return cli.Usage("%w", err)
	}
	if o.json.Value != "" {
		return cli.StdoutError(f.writeJSON(o.Out))
	}
	_, err = io.WriteString(o.Out, o.view(opts.Now).SameSource(&f.report, f.spelling))
	return cli.StdoutError(err)
}

// parse reads all texts in one form and size: the scheme's, or the first that
// reads them all. Nothing is guessed about their fields.
func (f *family) parse(texts []string, as []*gen.Scheme) (ids []gen.ID, bits int, err error) {
	type way struct {
		name string
		text gen.Text
		bits int
	}
	var ways []way
	for _, s := range as {
		ways = append(ways, way{s.Name, s.Text, s.Layout.Size()})
	}
	if len(as) == 0 {
		for _, form := range gen.Forms() {
			for _, bits := range [...]int{64, 96, 128, 160, 192} {
				text := gen.Text{Form: form.Form}
				if form.Common && !form.Form.Binary() && text.Check(bits) == nil {
					ways = append(ways, way{form.Name, text, bits})
				}
			}
		}
	}
	best, at := -1, 0
	for _, w := range ways {
		list := make([]gen.ID, 0, len(texts))
		_, longest := w.text.Len(w.bits)
		for i, text := range texts {
			id, err := w.text.Parse([]byte(text), w.bits)
			short := len(as) == 0 && w.text.Form != gen.Decimal && len(text) < longest-2 // a word, not an id
			if err != nil || short {
				if i > best {
					best, at = i, i
				}
				break
			}
			list = append(list, id)
		}
		if len(list) == len(texts) {
			f.spelling = w.name
			return list, w.bits, nil
		}
	}
	return nil, 0, cli.Negative("id %d, %q, is not written as those before it; want ids of one form and size",
		at+1, ui.Escaped(texts[at]))
}

package cmd

import (
	"strings"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// oneSource takes all ids together: what is fixed, what grows, what is random in
// them, and which layouts explain that.
func (o *inspectOptions) oneSource(args []string, as []*gen.Scheme) error {
	if o.around != "" || o.json.Value == "brief" || o.format.Value == "card" || o.format.Value == "line" {
		return cli.Usage("--same-source has a report of its own; remove --around, --json=brief or --format")
	}
	var texts []string
	err := o.EachID("inspect --same-source", args, func() error { return nil }, func(line []byte) error {
		if len(line) > lines.Longest {
			return cli.Negative("id %d %s", len(texts)+1, lines.TooLong)
		}
		if text := strings.TrimSpace(string(line)); text != "" {
			texts = append(texts, text)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(texts) < 2 {
		return cli.Usage("--same-source has %d ids; use two or more, the more the better", len(texts))
	}
	ids, bits, spelling, err := parseAlike(texts, as)
	if err != nil {
		return err
	}
	schemes := as
	if len(as) == 0 {
		if schemes, err = o.KnownSchemes(); err != nil {
			return err
		}
	}
	report, err := inspect.SameSource(ids, bits, schemes, o.Now())
	if err != nil {
		return cli.Usage("%w", err)
	}
	if o.json.Value != "" {
		return o.PrintJSON(screen.SameSourceObject(&report, spelling))
	}
	return o.Print(o.view().SameSource(&report, spelling))
}

// parseAlike reads all texts in one form and size: the scheme's, or the first that
// reads them all. Nothing is guessed about their fields.
func parseAlike(texts []string, as []*gen.Scheme) (ids []gen.ID, bits int, spelling string, err error) {
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
			return list, w.bits, w.name, nil
		}
	}
	return nil, 0, "", cli.Negative("id %d, %q, is not written as those before it; use ids of one form and size",
		at+1, screen.Escaped(texts[at]))
}

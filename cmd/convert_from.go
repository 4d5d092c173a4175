package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
	"idscope/inspect"
)

// source finds what --from means.
func (o *convertOptions) source(args []string) error {
	if o.form == "" {
		return nil
	}
	if cli.IsCodec(o.to) || cli.IsCodec(o.as.Name) {
		return cli.Usage("--from %s is of ids that are bits; remove --from with sqids and hashids", o.form)
	}
	form, ok := inspect.TargetNamed(o.form)
	if !ok {
		var names []string
		for _, t := range inspect.Targets() {
			names = append(names, t.Name)
		}
		f := cli.Usage("--from %q is not a form; use one of %s", o.form, strings.Join(names, ", "))
		if near := cli.Nearest(o.form, names); len(near) > 0 {
			return f.Hinted("did you mean: --from %s", strings.Join(near, ", --from "))
		}
		return f
	}
	if form.Text.Form.Binary() && len(args) > 0 && (len(args) > 1 || args[0] != "-") {
		return cli.Usage("--from raw reads bytes of stdin; remove the arguments")
	}
	o.spelling = &form
	return nil
}

// size is how many bits ids have without --as, at least: what --to needs.
func (o *convertOptions) size() int {
	if o.target.Scheme != nil {
		return o.target.Scheme.Layout.Size()
	}
	return o.target.Bits
}

// written converts one id that is written in the form of --from.
func (o *convertOptions) written(text string) (string, error) {
	w, err := o.in.WrittenIn(text, *o.spelling, o.size())
	if err != nil {
		return "", cli.Negative("%s", ui.Escaped(err.Error()))
	}
	return o.decideForm(text, []inspect.Written{w})
}

// decideForm converts an id of which all forms that it can be written in are known; it
// refuses where the outcomes differ.
func (o *convertOptions) decideForm(text string, list []inspect.Written) (string, error) {
	out, err := inspect.Convert(list[0].ID, list[0].Scheme, o.target, o.lossy)
	for _, w := range list[1:] {
		if other, e := inspect.Convert(w.ID, w.Scheme, o.target, o.lossy); other.Text != out.Text ||
			(e == nil) != (err == nil) {
			return "", o.severalForms(text, list)
		}
	}
	switch {
	case errors.Is(err, inspect.ErrLossy):
		return "", cli.Usage("%w", err).Hinted("use --lossy to convert anyway")
	case err != nil:
		return "", cli.Usage("%s as %s: %w", list[0].Scheme.Name, o.target.Name, err)
	}
	o.warnOnce(out.Loss...)
	o.warnOnce(out.Notes...)
	return out.Text, nil
}

// severalForms names the readings between which --from has to decide.
func (o *convertOptions) severalForms(text string, list []inspect.Written) error {
	var readings, flags []string
	for _, w := range list {
		reading := fmt.Sprintf("%s in %s", w.ID.Decimal(), w.Form.Name)
		if w.Time != "" {
			reading += " of " + w.Time
		}
		readings, flags = append(readings, reading), append(flags, "--from "+w.Form.Name)
	}
	return cli.Usage("%q of %s may be %s, which are different ids; use --from FORM", ui.Escaped(text),
		list[0].Scheme.Name, strings.Join(readings, " or ")).
		Hinted("%s", strings.Join(flags, ", "))
}

// plain reports whether the Inspector tells in which form an id of --as is written:
// it is the scheme's own, or digits, or behind 0x.
func plain(r *inspect.Result) bool {
	if strings.HasPrefix(r.Input, "0x") || strings.HasPrefix(r.Input, "0X") {
		return true
	}
	if !r.OK() {
		return false
	}
	best := &r.Readings[0]
	return best.Scheme.Pattern != nil || best.Own && best.Plausible || best.Spelling == "int"
}

// addRaw converts ids that are bytes without anything between them.
func (o *convertOptions) addRaw() error {
	bits, ok := o.in.Size()
	if !ok {
		bits = o.size()
	}
	if bits == 0 {
		return cli.Usage("raw ids have nothing between them, so their size is not known; use --as SCHEME")
	}
	buf := make([]byte, (bits+7)/8)
	for {
		switch n, err := io.ReadFull(o.In, buf); {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			o.bad++
			o.Report(cli.Negative("%d bytes are left; use %d for each id", n, len(buf)))
			return nil
		case err != nil:
			return cli.Refused("%s cannot be read: %w", cli.Stdin, err)
		}
		if err := o.add(string(buf)); err != nil {
			return err
		}
	}
}

package cmd

import (
	"time"

	"idscope/cmd/internal/show"
	idfind "idscope/inspect/find"
	"idscope/inspect/lines"
)

// foundFormat returns what makes, for each goroutine, the format of what is found.
func (o *inspectOptions) foundFormat(inputs []lines.Input, strict bool) func() idfind.Format {
	pen := o.Pen(o.screen())
	return func() idfind.Format {
		if o.json.Value != "" {
			return (&foundJSON{inputs: inputs, full: o.json.Value == "full", stamps: show.Stamps{Zone: time.UTC},
				names: map[any]string{}}).objects
		}
		f := &show.Found{Pen: pen, Inputs: inputs, Strict: strict, Annotate: o.text.annotate,
			Stamps: show.Stamps{Zone: o.zone.Zone}}
		switch {
		case o.text.windowed():
			return f.Kept
		case f.Annotate:
			return f.Through
		}
		return f.Lines
	}
}

package cmd

import (
	"time"

	"idscope/cmd/internal/show"
	idfind "idscope/inspect/find"
)

// foundFormat returns what makes, for each goroutine, the format of what is found.
func (o *inspectOptions) foundFormat(inputs []idfind.Input, strict bool) func() idfind.Format {
	pen := o.pen(o.screen())
	return func() idfind.Format {
		if o.json.value != "" {
			return (&foundJSON{inputs: inputs, full: o.json.value == "full", stamps: show.Stamps{Zone: time.UTC}, names: map[any]string{}}).objects
		}
		f := &show.Found{Pen: pen, Inputs: inputs, Strict: strict, Annotate: o.text.annotate, Stamps: show.Stamps{Zone: o.zone.to}}
		switch {
		case o.text.windowed():
			return f.Kept
		case f.Annotate:
			return f.Through
		}
		return f.Lines
	}
}

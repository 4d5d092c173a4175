package cli

import (
	"io"

	"idscope/cmd/internal/ui"
)

// Pen draws for stdout, for a screen of that many columns; 0 wraps nothing.
func (a *App) Pen(width int) *ui.Pen { return ui.New(a.coloured(), width) }

// Screen draws for stdout, as wide as the terminal; in a pipe it wraps nothing.
func (a *App) Screen() *ui.Pen {
	if a.OutTerminal {
		return a.Pen(a.Columns())
	}
	return a.Pen(0)
}

// Bar is a bar of progress on stderr, which shows nothing where nobody looks.
func (a *App) Bar() *ui.Bar {
	var w io.Writer
	if a.ErrTerminal && a.Getenv("TERM") != "dumb" {
		w = a.Err
	}
	return ui.NewBar(w, a.ErrWidth, a.Clock.Now)
}

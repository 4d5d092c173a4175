package cli

import (
	"io"

	"idscope/cmd/internal/ui"
)

// Pen draws for stdout, for a screen of that many columns; 0 is as wide as the terminal,
// and in a pipe wraps nothing.
func (a *App) Pen(width int) *ui.Pen {
	if width == 0 && a.OutTerminal {
		width = a.Columns()
	}
	return ui.New(a.coloured(), width)
}

// Bar is a bar of progress on stderr, which shows nothing where nobody looks.
func (a *App) Bar() *ui.Bar {
	var w io.Writer
	if a.ErrTerminal && a.Getenv("TERM") != "dumb" {
		w = a.Err
	}
	return ui.NewBar(w, a.ErrWidth, a.Clock.Now)
}

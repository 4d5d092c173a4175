package cli

import (
	"idscope/cmd/internal/screen"
)

// Pen draws for stdout, for a screen of that many columns; 0 is as wide as the terminal,
// and in a pipe wraps nothing.
func (a *App) Pen(width int) *screen.Pen {
	if width == 0 && a.OutTerminal {
		width = a.Columns()
	}
	return screen.New(a.coloured(), width)
}

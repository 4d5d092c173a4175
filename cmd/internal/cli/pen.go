package cli

import (
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

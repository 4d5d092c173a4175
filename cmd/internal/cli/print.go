package cli

import (
	"io"

	"idscope/cmd/internal/screen"
)

// Print writes the answer of a call.
func (a *App) Print(text string) error {
	_, err := io.WriteString(a.Out, text)
	return err
}

// PrintJSON writes a value as JSON in one line, with <, > and & as they are, and
// what is not seen escaped.
func (a *App) PrintJSON(value any) error {
	return screen.JSON(a.Out).Encode(value)
}

// Answer writes a slice of records as JSON, one object per line, or else the screen of them.
func (a *App) Answer(json bool, records any, drawn func(*screen.Pen) string) error {
	if json {
		return a.PrintRecords("json", records)
	}
	return a.Print(drawn(a.Pen(0)))
}

// PrintRecords writes a slice of records in a format; see [screen.Write].
func (a *App) PrintRecords(format string, records any) error {
	return screen.Write(a.Out, format, records)
}

package cli

import (
	"encoding/json"
	"io"
)

// Print writes the answer of a call.
func (a *App) Print(text string) error {
	_, err := io.WriteString(a.Out, text)
	return StdoutError(err)
}

// PrintJSON writes a value as JSON in one line, with <, > and & as they are.
func (a *App) PrintJSON(value any) error {
	e := json.NewEncoder(a.Out)
	e.SetEscapeHTML(false)
	return StdoutError(e.Encode(value))
}

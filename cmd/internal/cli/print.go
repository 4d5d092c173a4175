package cli

import "io"

// Print writes the answer of a call.
func (a *App) Print(text string) error {
	_, err := io.WriteString(a.Out, text)
	return StdoutError(err)
}

// PrintJSON writes a value as JSON in one line, with <, > and & as they are, and
// what is not seen escaped.
func (a *App) PrintJSON(value any) error {
	return StdoutError(JSON(a.Out).Encode(value))
}

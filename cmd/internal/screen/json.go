package screen

import (
	"encoding/json"
	"io"

	"idscope/inspect"
)

// JSON returns an encoder without escapes of HTML, that escapes what is not seen:
// see [inspect.AppendEscaped].
func JSON(w io.Writer) *json.Encoder {
	e := json.NewEncoder(unseen{w})
	e.SetEscapeHTML(false)
	return e
}

// unseen is a writer of JSON.
type unseen struct{ io.Writer }

// Write writes whole objects, as an encoder makes them.
func (w unseen) Write(text []byte) (int, error) {
	if _, err := w.Writer.Write(inspect.AppendEscaped(nil, text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

package ui

import (
	"io"

	"github.com/aymanbagabas/go-osc52/v2"
)

// Clipboard asks the terminal behind w to put a text on its clipboard (OSC 52). Screen
// passes that on only where it is told to; no terminal answers.
func Clipboard(w io.Writer, text string, screen bool) error {
	s := osc52.New(text)
	if screen {
		s = s.Screen()
	}
	_, err := s.WriteTo(w)
	return err
}

package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// longestLine bounds what is read for a password.
const longestLine = 1 << 10

// ReadPassword reads a password: twice from a terminal, where it is not shown, or the
// first line of stdin.
func (a *App) ReadPassword() ([]byte, error) {
	if !a.InTerminal {
		line, err := bufio.NewReader(io.LimitReader(a.In, longestLine)).ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, Refused("stdin cannot be read: %w", err)
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
	ask := func(prompt string) ([]byte, error) {
		fmt.Fprint(a.Err, prompt)
		text, err := term.ReadPassword(int(os.Stdin.Fd()))
		fmt.Fprintln(a.Err)
		if err != nil {
			return nil, Refused("the terminal cannot be read: %w", err)
		}
		return text, nil
	}
	first, err := ask("password: ")
	if err != nil {
		return nil, err
	}
	second, err := ask("again: ")
	if err == nil && !bytes.Equal(first, second) {
		err = Usage("the passwords do not match")
	}
	return first, err
}

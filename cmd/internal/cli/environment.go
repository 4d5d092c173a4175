package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"idscope/gen"
)

// Environment is all that a command sees of the world, so that tests can hand
// in their own.
type Environment struct {
	Args   []string // without the program's name
	In     io.Reader
	Out    io.Writer // the answer
	Err    io.Writer // everything else
	Getenv func(string) string
	Clock  gen.Clock

	InTerminal  bool // whether a person would have to type In
	OutTerminal bool // whether a person reads Out
	ErrTerminal bool
	Width       int // of the terminal behind Out; 0 where there is none
	ErrWidth    int // of the one behind Err

	Engines Engines
}

// System returns the environment of this process.
func System() Environment {
	e := Environment{
		Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Getenv: os.Getenv, Clock: gen.SystemClock(),
		InTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
	if stdoutClosed() {
		e.Out = closed{}
	}
	if e.OutTerminal {
		e.Width, _, _ = term.GetSize(int(os.Stdout.Fd()))
	}
	if e.ErrTerminal {
		e.ErrWidth, _, _ = term.GetSize(int(os.Stderr.Fd()))
	}
	return e
}

// closed is a stdout that is closed: an answer cannot be written.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errors.New("it is closed") }

// Columns of the terminal: 80 where nothing is known.
func (a *App) Columns() int {
	if a.Width > 0 {
		return a.Width
	}
	var n int
	if _, err := fmt.Sscan(a.Getenv("COLUMNS"), &n); err == nil && n > 0 {
		return n
	}
	return 80
}

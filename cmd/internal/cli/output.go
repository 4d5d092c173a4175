package cli

import (
	"io"
	"os"
	"os/exec"
	"strings"

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

// Pen draws for stdout, for a screen of that many columns; 0 is as wide as the terminal,
// and in a pipe wraps nothing.
func (a *App) Pen(width int) *screen.Pen {
	if width == 0 && a.OutTerminal {
		width = a.Columns()
	}
	return screen.New(a.coloured(), width)
}

// coloured reports whether the answer on stdout has colour.
func (a *App) coloured() bool { return colours(a.color.Value, a.Getenv, a.OutTerminal) }

// colours decides whether a stream is coloured: --color, then NO_COLOR, then
// CLICOLOR_FORCE and FORCE_COLOR, then CLICOLOR=0, then TERM=dumb, then whether
// the stream is a terminal. An empty variable says nothing.
func colours(flag string, getenv func(string) string, terminal bool) bool {
	forced := func(name string) bool { v := getenv(name); return v != "" && v != "0" }
	switch {
	case flag == "always":
		return true
	case flag == "never", getenv("NO_COLOR") != "":
		return false
	case forced("CLICOLOR_FORCE"), forced("FORCE_COLOR"):
		return true
	case getenv("CLICOLOR") == "0", getenv("TERM") == "dumb":
		return false
	}
	return terminal
}

// Page writes the answer of a call, where a person reads it through $PAGER, or through
// less where that is there: a text of one screen stays on it. Direct leaves the pager out.
func (a *App) Page(text string, direct bool) error {
	pager := strings.Fields(a.Getenv("PAGER"))
	if len(pager) == 0 {
		pager = []string{"less"}
	}
	if direct || !a.InTerminal || !a.OutTerminal || a.Getenv("TERM") == "dumb" {
		return a.Print(text)
	}
	path, err := exec.LookPath(pager[0])
	if err != nil {
		return a.Print(text)
	}
	c := exec.Command(path, pager[1:]...)
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(text), raw(a.Out), a.Err
	c.Env = os.Environ()
	if a.Getenv("LESS") == "" {
		c.Env = append(c.Env, "LESS=FRX") // end at the end of one screen, show colour, leave the text
	}
	if err := c.Start(); err != nil {
		return a.Print(text)
	}
	_ = c.Wait() // what a pager ends with is no answer
	return nil
}

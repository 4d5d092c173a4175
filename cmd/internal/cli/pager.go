package cli

import (
	"os"
	"os/exec"
	"strings"
)

// Unpaged adds the flag that leaves the pager out.
func Unpaged(flags *Flags, direct *bool) { flags.Switch("no-pager", direct) }

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

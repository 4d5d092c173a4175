package cli

import (
	"bytes"
	"errors"
	"testing"

	"idscope/gen"
)

// TestReportColours: only the words error: and warning: have colour, on a terminal alone.
func TestReportColours(t *testing.T) {
	for _, c := range []struct {
		words    string
		terminal bool
		vars     map[string]string
		want     string
	}{
		{"a terminal", true, nil,
			"idscope: \x1b[33mwarning:\x1b[0m mind\nidscope: \x1b[31merror:\x1b[0m bad\n"},
		{"a pipe", false, nil, "idscope: warning: mind\nidscope: error: bad\n"},
		{"NO_COLOR", true, map[string]string{"NO_COLOR": "1"}, "idscope: warning: mind\nidscope: error: bad\n"},
	} {
		var out bytes.Buffer
		a := New(Environment{Out: &out, Err: &out, Clock: gen.SystemClock(), ErrTerminal: c.terminal,
			Getenv: func(name string) string { return c.vars[name] }})
		a.Warn("mind")
		a.Report(errors.New("bad"))
		if out.String() != c.want {
			t.Errorf("on %s: %q; want %q", c.words, out.String(), c.want)
		}
	}
}

// TestCopyByTerminal: without a desktop, and on another host, the terminal gets the answer.
func TestCopyByTerminal(t *testing.T) {
	for term, want := range map[string]string{"xterm": "\x1b]52;c;YWI=\a", "screen": "\x1bP\x1b]52;c;YWI=\a\x1b\\"} {
		var out, errs bytes.Buffer
		a := New(Environment{Out: &out, Err: &errs, Clock: gen.SystemClock(), ErrTerminal: true,
			Getenv: func(name string) string {
				return map[string]string{"SSH_TTY": "/dev/pts/1", "DISPLAY": ":0", "TERM": term}[name]
			}})
		a.Copying = true
		a.StartCopy()
		if err := a.Print("\x1b[1mab\x1b[0m\n"); err != nil {
			t.Fatal(err)
		}
		if err := a.FinishCopy(); err != nil || errs.String() != want {
			t.Errorf("on %s --copy = %v, and writes %q to the terminal; want %q", term, err, errs.String(), want)
		}
	}
}

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// TestCopyByTerminal: on another host, whether its desktop has a tool or not, the terminal gets the answer.
func TestCopyByTerminal(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	try.Works(t, os.WriteFile(filepath.Join(os.Getenv("PATH"), "xclip"), []byte("#!/bin/sh\n"), 0o755))
	by := map[string]string{"xterm": "SSH_TTY", "screen": "SSH_CONNECTION", "screen-256color": "SSH_TTY"}
	for term, want := range map[string]string{"xterm": "\x1b]52;c;YWI=\a", "screen": "\x1bP\x1b]52;c;YWI=\a\x1b\\",
		"screen-256color": "\x1b]52;c;YWI=\a"} {
		var out, errs bytes.Buffer
		a := New(Environment{Out: &out, Err: &errs, Clock: gen.SystemClock(), ErrTerminal: true,
			Getenv: func(name string) string {
				return map[string]string{by[term]: "yes", "DISPLAY": ":0", "TERM": term, "TMUX": strings.TrimPrefix(term, "screen")}[name]
			}})
		a.copying = true
		a.StartCopy()
		try.Works(t, a.Print("\x1b[1mab\x1b[0m\n"))
		if err := a.FinishCopy(); err != nil || errs.String() != want {
			t.Errorf("on %s --copy = %v, and writes %q to the terminal; want %q", term, err, errs.String(), want)
		}
	}
}

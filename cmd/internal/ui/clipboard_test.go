package ui

import (
	"bytes"
	"testing"
)

func TestClipboard(t *testing.T) {
	for screen, want := range map[bool]string{false: "\x1b]52;c;YWI=\a", true: "\x1bP\x1b]52;c;YWI=\a\x1b\\"} {
		var b bytes.Buffer
		if err := Clipboard(&b, "ab", screen); err != nil || b.String() != want {
			t.Errorf("Clipboard(ab, screen %t) writes %q, %v; want %q", screen, b.String(), err, want)
		}
	}
}

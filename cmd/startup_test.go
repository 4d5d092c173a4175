package cmd_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// TestStartupWork: no package of ours makes anything before main begins, whatever command is called.
func TestStartupWork(t *testing.T) {
	c := exec.Command(try.Of(built()).Or(t), "version")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace := string(try.Of(c.CombinedOutput()).Or(t))
	if !strings.Contains(trace, "init runtime ") {
		t.Fatalf("no trace of what packages do at start-up:\n%s", trace)
	}
	for line := range strings.Lines(trace) {
		if strings.HasPrefix(line, "init idscope/") {
			t.Error(line)
		}
	}
}

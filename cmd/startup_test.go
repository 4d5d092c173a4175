//go:build unix

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
	t.Parallel()
	for _, program := range []string{"idscope", "idscope-full"} {
		c := exec.Command(program, "version")
		c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		trace := string(try.Of(c.CombinedOutput()).Or(t))
		if !strings.Contains(trace, "init runtime ") {
			t.Fatalf("%s: no trace of what packages do at start-up:\n%s", program, trace)
		}
		for line := range strings.Lines(trace) {
			if strings.HasPrefix(line, "init idscope/") {
				t.Errorf("%s: %s", program, line)
			}
		}
	}
}

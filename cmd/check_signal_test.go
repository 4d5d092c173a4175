//go:build unix

package cmd

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// TestCheckClearsAway: a signal ends a check with its status, and leaves no
// temporary file, also while it waits for input.
func TestCheckClearsAway(t *testing.T) {
	t.Parallel()
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		dir := t.TempDir()
		c := exec.Command("idscope", "check", "--memory", "1M")
		c.Env = append(os.Environ(), "TMPDIR="+dir)
		in := try.Of(c.StdinPipe()).Or(t)
		try.Works(t, c.Start())
		text := bufio.NewWriter(in)
		for i := range 400_000 {
			fmt.Fprintln(text, 1541815603606036480+i)
		}
		try.Works(t, text.Flush())
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		for spilled := false; !spilled; {
			select {
			case err := <-ended:
				t.Fatalf("it ended with %v before anything went to temporary files; the test wants that", err)
			case <-time.After(time.Millisecond):
				list, _ := os.ReadDir(dir)
				spilled = len(list) > 0
			}
		}
		try.Works(t, c.Process.Signal(s))
		<-ended // its status is looked at below
		try.Equal(t, c.ProcessState.ExitCode(), 128+int(s), "after %v it ended with", s)
		if list, _ := os.ReadDir(dir); len(list) > 0 {
			t.Errorf("after %v %v stays behind", s, list)
		}
	}
}

//go:build unix

package cli

import (
	"context"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// TestSecondSignal: what the first signal does not end, because it clears away or hangs, a second one ends at once.
func TestSecondSignal(t *testing.T) {
	if os.Getenv("IDSCOPE_HANGS") == "" {
		c := exec.Command(os.Args[0], "-test.run=^TestSecondSignal$")
		c.Env = append(os.Environ(), "IDSCOPE_HANGS=1")
		try.Says(t, c.Run(), "signal: terminated", "of the two signals it ended with")
		return
	}
	ctx, _ := UntilSignal(context.Background(), false)
	_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
	<-ctx.Done()
	_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
	time.Sleep(time.Minute)
}

package cmd

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"idscope/bench/collide"
	"idscope/gen/testing/try"
)

// TestCollisionsMemory: the whole process stays within --memory until it refuses to go on. The process is one of the
// test, alone: nobody else can ask for the peak of a process at its end.
func TestCollisionsMemory(t *testing.T) {
	if apart(t) {
		return
	}
	got := call(t, nil, "bench", "collisions", "snowflake", "--rules", "cockroach", "--rate", "50000", "--for", "8m",
		"--fault", "step=-400s@420s", "--fault", "restart@420s", "--memory", "128M")
	text, _ := os.ReadFile("/proc/self/status")
	_, peak, ok := strings.Cut(string(text), "\nVmHWM:")
	if !ok {
		t.Skip("no /proc/self/status here, which has the peak of a process")
	}
	most := 0 // KiB
	try.Of(fmt.Sscan(peak, &most)).Or(t)
	if got.status != 3 || most < 75<<10 || most > 128<<10 {
		t.Errorf("status %d, at most %d KiB; want 3 and 128 MiB or somewhat less", got.status, most)
	}
}

// TestCollisionsSayHowLong: a simulation of more than 30 s says so before it starts.
func TestCollisionsSayHowLong(t *testing.T) {
	got := call(t, func(e *Environment) { e.Clock = &hurried{time.Unix(1_767_225_600, 0), 2 * time.Second} }, "bench",
		"collisions", "snowflake", "--rate", "4e6", "--count", "21e6")
	try.Equal(t, fmt.Sprint(got.status, " ", got.err), "0 idscope: note: this simulation takes about 42 s; "+
		"a smaller --count, or --for, takes less time\n", "its status and note:")
}

// FuzzFault: no text makes the parser panic, what it takes is a fault that the
// simulation refuses or runs, and the error of what it does not names the text.
func FuzzFault(f *testing.F) {
	for _, c := range collide.FaultChoices() {
		f.Add(strings.Fields(strings.ReplaceAll(c.Help, ":", " "))[0])
	}
	f.Add("step=-2s@10m#3")
	f.Add("burst=1e99@1s")
	f.Fuzz(func(t *testing.T, text string) {
		fault, err := parseFault(text)
		switch {
		case err != nil:
			if !strings.Contains(err.Error(), "; use ") {
				t.Errorf("parseFault(%q) = %v; want what would be right", text, err)
			}
		case fault.Kind == 0, fault.Timed && !fault.Kind.Takes().Time, fault.At < 0, fault.Node < 0:
			t.Errorf("parseFault(%q) = %+v", text, fault)
		}
	})
}

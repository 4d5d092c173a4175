package histories

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// TestSeeds: a test plays 1 to count, or the seed that was asked for.
func TestSeeds(t *testing.T) {
	t.Setenv(LongVariable, "")
	t.Setenv(SeedVariable, "")
	for range 2 {
		if got := slices.Collect(Seeds(t, 3)); !slices.Equal(got, []uint64{1, 2, 3}) {
			t.Errorf("the seeds are %v; want 1, 2, 3", got)
		}
	}
	t.Setenv(SeedVariable, "77")
	try.Same(t, slices.Collect(Seeds(t, 3)), []uint64{77}, "the seeds are")
	t.Setenv(SeedVariable, "")
	t.Setenv(LongVariable, "50ms")
	first, second := slices.Collect(Seeds(t, 1)), slices.Collect(Seeds(t, 1))
	if len(first) < 2 || first[0] == second[0] {
		t.Errorf("the long mode plays %d seeds from %d, then from %d; want others each time", len(first), first[0], second[0])
	}
}

// played is a history that breaks as seed 3 does.
type played uint64

func (p played) Broken() string {
	if p == 3 {
		return "a promise is broken"
	}
	return ""
}

func (p played) Told() string { return "what happened" }

// lucky is a history that is another one each time.
type lucky struct{ told string }

func (lucky) Broken() string { return "" }
func (l lucky) Told() string { return l.told }

// TestBroken fails when another test runs it: see TestFailingSeedIsTold.
func TestBroken(t *testing.T) {
	switch os.Getenv("IDSCOPE_TEST_BROKEN") {
	case "":
		t.Skip("fails for TestFailingSeedIsTold alone")
	case "lucky":
		n := 0
		Play(t, 10, func(uint64) History {
			n++
			return lucky{strings.Repeat("more ", n)}
		})
	default:
		t.Run("inner", func(t *testing.T) { Play(t, 10, func(seed uint64) History { return played(seed) }) })
	}
}

// TestFailingSeedIsTold: a seed that fails is told with the command that repeats it, and a
// history that no seed repeats fails.
func TestFailingSeedIsTold(t *testing.T) {
	for kind, want := range map[string]string{
		"seed":  "to repeat it: IDSCOPE_TEST_SEED=3 go test idscope/gen/internal/histories -run '^TestBroken$/^inner$'",
		"lucky": "the history of the first seed was another one when it was played again",
	} {
		c := exec.Command(os.Args[0], "-test.run=^TestBroken$")
		c.Env = append(os.Environ(), "IDSCOPE_TEST_BROKEN="+kind, SeedVariable+"=", LongVariable+"=")
		out, err := c.CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s\nwant a failure that says %q", kind, err, out, want)
		}
	}
}

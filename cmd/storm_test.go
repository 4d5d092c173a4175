//go:build unix

package cmd_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/store/file"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
	"idscope/inspect/known"
)

// storm runs the real program in many processes at once, over records of its own, and collects
// every complete line.
type storm struct {
	t     *testing.T
	exe   string
	env   []string
	mu    sync.Mutex
	seen  map[string]bool
	lines int

	drawing sync.Mutex // never held for long: those who kill draw
	random  *rand.Rand
}

// built is the program, built once and removed with the other one that the tests need.
var built = sync.OnceValues(func() (string, error) {
	full, err := exec.LookPath("idscope-full")
	if err != nil {
		return "", err
	}
	exe := filepath.Join(filepath.Dir(full), "alone", "idscope")
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", exe, "idscope").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go build: %w\n%s", err, out)
	}
	return exe, err
})

func newStorm(t *testing.T) *storm {
	t.Helper()
	exe, dir := try.Of(built()).Or(t), t.TempDir()
	env := append(os.Environ(), "HOME="+dir, "XDG_STATE_HOME=", "IDSCOPE_STATE="+filepath.Join(dir, "state"),
		"IDSCOPE_CLAIMS="+filepath.Join(dir, "claims"))
	seed := uint64(1)
	if text := os.Getenv("IDSCOPE_TEST_SEED"); text != "" {
		seed = try.Of(strconv.ParseUint(text, 10, 64)).Or(t)
	} else if long() {
		seed = rand.Uint64() >> 1
	}
	t.Logf("random numbers of IDSCOPE_TEST_SEED=%d", seed)
	return &storm{t: t, exe: exe, env: env, random: rand.New(rand.NewPCG(seed, 1)), seen: map[string]bool{}}
}

// below is a random number below n.
func (s *storm) below(n int) int {
	s.drawing.Lock()
	defer s.drawing.Unlock()
	return s.random.IntN(n)
}

// within is a random duration below d.
func (s *storm) within(d time.Duration) time.Duration { return time.Duration(s.below(int(d))) }

// run starts n processes, 8 at a time. Kill, if there is one, is called for each when it has started.
func (s *storm) run(n int, args func() []string, kill func(c *exec.Cmd)) (failed int) {
	work := make(chan bool)
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for range work {
				if !s.one(args(), kill) {
					s.mu.Lock()
					failed++
					s.mu.Unlock()
				}
			}
		})
	}
	for range n {
		work <- true
	}
	close(work)
	running.Wait()
	return failed
}

func (s *storm) one(args []string, kill func(*exec.Cmd)) bool {
	c := exec.Command(s.exe, args...)
	c.Env = s.env
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Start(); err != nil {
		s.t.Error(err)
		return false
	}
	if kill != nil {
		kill(c)
	}
	err := c.Wait()
	if err != nil && kill == nil {
		s.t.Errorf("idscope %s: %v: %s", strings.Join(args, " "), err, errs.String())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for line := range strings.Lines(out.String()) {
		if !strings.HasSuffix(line, "\n") { // the process was killed
			break
		}
		if s.seen[line] {
			s.t.Errorf("idscope %s: %s was made twice", strings.Join(args, " "), line)
		}
		s.seen[line] = true
		s.lines++
	}
	return err == nil
}

// long says that storms are ten times as large, of all schemes, and of other numbers each time.
func long() bool { return os.Getenv("IDSCOPE_TEST_LONG") != "" }

// size is how large a storm is.
func size(n int) int {
	if long() {
		return 10 * n
	}
	return n
}

// TestStormOfMixedRules runs calls with random starts, policies, leads and counts
// on one record, by its number and by auto. Some are killed, some stopped for a
// while: what was printed is unique whatever rules the calls had.
func TestStormOfMixedRules(t *testing.T) {
	schemes := []struct{ words, worker string }{
		{"custom --layout time:40,worker:4,seq:5 --tick 20ms", "2"},
		{"custom --layout time:40,worker:4,rollback:2,seq:6 --tick 20ms", "2"},
		{"custom --layout worker:4,seq:40", "2"},
		{"custom --layout time:30,worker:4,seq:10 --tick 1s", "2"},
		{"instagram", ""},
		{"cosid", "5"},
		{"snowflake", "0"},
	}
	if !long() {
		schemes = schemes[:3]
	}
	for _, test := range schemes {
		t.Run(test.words, func(t *testing.T) {
			s := newStorm(t)
			one := func(choices ...string) string { return choices[s.below(len(choices))] }
			n := size(60)
			failed := s.run(n, func() []string {
				args := append([]string{"gen"}, strings.Fields(test.words)...)
				add := func(flag, value string) {
					if value != "" {
						args = append(args, flag, value)
					}
				}
				if test.worker != "" {
					add("--worker", one(test.worker, test.worker, test.worker, "auto"))
				}
				add("--start", one("", "zero", "random", "random:8", "rotate", "rotate:3", "carry", "draw"))
				add("--on-overflow", one("", "borrow", "wait", "fail"))
				add("--on-backward", one("", "fail", "wait", "continue"))
				add("--max-lead", one("", "0s", "50ms", "10m", "10m"))
				add("-n", fmt.Sprint(1+s.below(1<<s.below(11))))
				return args
			}, func(c *exec.Cmd) {
				switch s.below(4) {
				case 0:
					time.AfterFunc(s.within(10*time.Millisecond), func() { c.Process.Kill() })
				case 1:
					time.AfterFunc(s.within(10*time.Millisecond), func() {
						if c.Process.Signal(syscall.SIGSTOP) == nil {
							time.Sleep(s.within(20 * time.Millisecond))
							c.Process.Signal(syscall.SIGCONT)
						}
					})
				}
			})
			t.Logf("%d of %d calls failed or were killed; %d lines", failed, n, s.lines)
			if s.lines < n/2 {
				t.Errorf("%d lines of %d calls; want half a line a call at least", s.lines, n)
			}
		})
	}
}

// TestStormOfHosts starts many processes on several hosts at once, which share a store in a folder:
// each host gets one number, with one swap, and no two hosts generate the same.
func TestStormOfHosts(t *testing.T) {
	url := "file:" + filepath.Join(t.TempDir(), "store")
	n := size(60)
	var running sync.WaitGroup
	hosts := make([]*storm, 5)
	for i := range hosts {
		hosts[i] = newStorm(t)
		running.Go(func() {
			hosts[i].run(n, func() []string {
				return []string{"gen", "snowflake", "--create", "--store", url, "--lease", "1h"}
			}, nil)
		})
	}
	running.Wait()
	seen := map[string]int{}
	for i, h := range hosts {
		numbers := map[uint64]bool{}
		for line := range h.seen {
			if j, twice := seen[line]; twice {
				t.Errorf("hosts %d and %d both generated %s", j, i, line)
			}
			seen[line] = i
			numbers[try.Of(strconv.ParseUint(strings.TrimSpace(line), 10, 64)).Or(t)>>12&1023] = true
		}
		if len(numbers) != 1 {
			t.Errorf("host %d has the numbers %v; want one", i, numbers)
		}
	}
	if len(seen) != 5*n {
		t.Errorf("%d ids; want %d", len(seen), 5*n)
	}
	s, _ := known.Get("snowflake")
	terms := try.Of(lease.ConfigOf(s, worker.Key(s), lease.WorkerField, s.Lead(), time.Minute)).Or(t)
	shared := try.Of(store.Open(t.Context(), []store.Driver{file.Driver{}}, url, false)).Or(t)
	list := try.Of((&lease.Group{Store: shared, Name: lease.DefaultGroup, Config: terms}).List(t.Context())).Or(t)
	for _, x := range list {
		if x.Epoch != 1 || !x.Owner.Since.Equal(x.Owner.Clock) {
			t.Errorf("the register of number %d was swapped more than once: %+v", x.Worker, x.Register)
		}
	}
	if len(list) != 5 {
		t.Errorf("%d registers; want 5", len(list))
	}
}

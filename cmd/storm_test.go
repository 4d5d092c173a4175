package cmd_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// storm runs the real program in many processes at once and collects every
// complete line.
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

func newStorm(t *testing.T) *storm {
	t.Helper()
	exe := try.Of(exec.LookPath("idscope")).Or(t)
	return (&storm{exe: exe}).anew(t)
}

// anew returns a storm of the same program over records of its own.
func (s *storm) anew(t *testing.T) *storm {
	dir := t.TempDir()
	env := append(os.Environ(), "HOME="+dir, "XDG_STATE_HOME=", "IDSCOPE_STATE="+filepath.Join(dir, "state"),
		"IDSCOPE_CLAIMS="+filepath.Join(dir, "claims"))
	seed := uint64(1)
	if text := os.Getenv("IDSCOPE_TEST_SEED"); text != "" {
		seed = try.Of(strconv.ParseUint(text, 10, 64)).Or(t)
	} else if long() {
		seed = rand.Uint64() >> 1
	}
	t.Logf("random numbers of IDSCOPE_TEST_SEED=%d", seed)
	return &storm{t: t, exe: s.exe, env: env, random: rand.New(rand.NewPCG(seed, 1)), seen: map[string]bool{}}
}

// below is a random number below n.
func (s *storm) below(n int) int {
	s.drawing.Lock()
	defer s.drawing.Unlock()
	return s.random.IntN(n)
}

// within is a random duration below d.
func (s *storm) within(d time.Duration) time.Duration { return time.Duration(s.below(int(d))) }

// run starts n processes, parallel at a time. Kill, if there is one, is called
// for each when it has started, and again when it has printed something.
func (s *storm) run(n, parallel int, args func(i int) []string, kill func(c *exec.Cmd, printed bool)) (failed int) {
	work := make(chan int)
	var wg sync.WaitGroup
	for range parallel {
		wg.Go(func() {
			for i := range work {
				if !s.one(args(i), kill) {
					s.mu.Lock()
					failed++
					s.mu.Unlock()
				}
			}
		})
	}
	for i := range n {
		work <- i
	}
	close(work)
	wg.Wait()
	return failed
}

func (s *storm) one(args []string, kill func(*exec.Cmd, bool)) bool {
	c := exec.Command(s.exe, args...)
	c.Env = s.env
	var errs bytes.Buffer
	out := &watched{first: func() {
		if kill != nil {
			kill(c, true)
		}
	}}
	c.Stdout, c.Stderr = out, &errs
	if err := c.Start(); err != nil {
		s.t.Error(err)
		return false
	}
	if kill != nil {
		kill(c, false)
	}
	err := c.Wait()
	if err != nil && kill == nil {
		s.t.Errorf("idscope %s: %v: %s", strings.Join(args, " "), err, errs.String())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	text := string(out.text)
	for end := strings.IndexByte(text, '\n'); end >= 0; end = strings.IndexByte(text, '\n') {
		line := text[:end]
		text = text[end+1:]
		if s.seen[line] {
			s.t.Errorf("idscope %s: %s was made twice", strings.Join(args, " "), line)
		}
		s.seen[line] = true
		s.lines++
	}
	return err == nil
}

// TestStormOfKills kills processes at random moments. What each had printed
// before stays unique.
func TestStormOfKills(t *testing.T) {
	t.Parallel()
	for _, words := range some([]string{"snowflake --worker 7", "snowflake", "order", "uuidv6"}) {
		t.Run(words, func(t *testing.T) {
			s := newStorm(t)
			n := size(30)
			var begun, printed atomic.Int64
			failed := s.run(n, 16, func(int) []string {
				return append([]string{"gen", "-n", "1000000"}, strings.Fields(words)...)
			}, func(c *exec.Cmd, has bool) {
				switch { // a third before they print, the others afterwards
				case has:
					printed.Add(1)
					time.AfterFunc(s.within(5*time.Millisecond), func() { c.Process.Kill() })
				case begun.Add(1)%3 == 0:
					time.AfterFunc(s.within(10*time.Millisecond), func() { c.Process.Kill() })
				}
			})
			if failed < n/2 || int(printed.Load()) < n/2 {
				t.Errorf("of %d processes %d were killed and %d had printed; want half of them at least", n, failed,
					printed.Load())
			}
		})
	}
}

// watched calls first when something is written for the first time.
type watched struct {
	text  []byte
	first func()
}

func (w *watched) Write(p []byte) (int, error) {
	if len(w.text) == 0 {
		w.first()
	}
	w.text = append(w.text, p...)
	return len(p), nil
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

// some are the first four of a list, or in the long mode all.
func some[T any](all []T) []T {
	if long() {
		return all
	}
	return all[:4]
}

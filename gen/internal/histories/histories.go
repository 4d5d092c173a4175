// Package histories plays made-up histories in tests: of hosts, clocks, disks and stores,
// over the code that has to keep its promise whatever happens.
package histories

import (
	"iter"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// History is one that was played.
type History interface {
	// Broken says which promise was broken; empty is none.
	Broken() string

	// Told is what happened, and what to know of it.
	Told() string
}

// Play plays the history of each of Seeds, with -short a tenth of them. One that is broken
// fails the test, and so does a first one that is not the same when it is played again: no
// seed could repeat it. The one that was asked for alone is told.
func Play(t *testing.T, count int, play func(seed uint64) History) {
	t.Helper()
	if testing.Short() {
		count = max(1, count/10)
	}
	start, n := time.Now(), 0
	for seed := range Seeds(t, count) {
		h := play(seed)
		if broken := h.Broken(); broken != "" {
			t.Fatalf("%s\n%s", h.Told(), broken)
		}
		if n == 0 && play(seed).Told() != h.Told() {
			t.Fatal("the history of the first seed was another one when it was played again")
		}
		if alone(t) != nil {
			t.Log(h.Told())
		}
		n++
	}
	t.Logf("%d histories, %.0f per second", n, float64(n)/time.Since(start).Seconds())
}

// Program is a coroutine of a history: it goes on to its next step when it is asked to,
// and ends at a step where it is killed. One goroutine at a time may use it.
type Program struct {
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	ended func()
}

// Killed is what a program panics with that was killed; deferred calls may look for it.
type Killed struct{}

// Dies plays what panics with Killed where it is killed, and reports whether it was.
func Dies(play func()) (killed bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, killed = r.(Killed); !killed {
				panic(r)
			}
		}
	}()
	play()
	return false
}

// Begin prepares a program, which makes its first steps when it is asked to go on; ended is
// called once it has ended or was killed.
func (p *Program) Begin(main, ended func()) {
	p.ended = sync.OnceFunc(ended)
	p.next, p.stop = iter.Pull(func(yield func(struct{}) bool) {
		p.yield = yield
		Dies(main)
	})
}

// Rest gives way to others, in the program; false says that it was killed, and has to
// return.
func (p *Program) Rest() bool { return p.yield(struct{}{}) }

// Step gives way to others, in the program, and does not come back where it was killed.
func (p *Program) Step() {
	if !p.Rest() {
		panic(Killed{})
	}
}

// GoOn lets the program make its next step; false says that it has ended.
func (p *Program) GoOn() bool {
	_, more := p.next()
	if !more {
		p.ended()
	}
	return more
}

// Kill ends the program where it rests.
func (p *Program) Kill() {
	p.stop()
	p.ended()
}

// What chooses the seeds: one seed, or random ones for a time ("10m"; 1 is a minute).
const (
	SeedVariable = "IDSCOPE_TEST_SEED"
	LongVariable = "IDSCOPE_TEST_LONG"
)

// Seeds are what a test plays: 1 to count; the one of IDSCOPE_TEST_SEED alone; or random
// ones for the time of IDSCOPE_TEST_LONG. If the test fails, the rest is not played, and the
// command that repeats the seed is logged.
func Seeds(t *testing.T, count int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		last := uint64(0)
		defer func() { // also where the test ended itself
			if t.Failed() {
				t.Logf("to repeat it: %s=%d %s", SeedVariable, last, command(t))
			}
		}()
		for last = range choose(t, count) {
			if !yield(last) || t.Failed() {
				return
			}
		}
	}
}

func choose(t *testing.T, count int) iter.Seq[uint64] {
	seed, limit := alone(t), Long(t)
	return func(yield func(uint64) bool) {
		switch {
		case seed != nil:
			yield(*seed)
		case limit > 0:
			for start := time.Now(); time.Since(start) < limit && yield(rand.Uint64()>>1); {
			}
		default:
			for n := range uint64(count) {
				if !yield(n + 1) {
					return
				}
			}
		}
	}
}

// Long is how long a test plays in the long mode; 0 is any other mode.
func Long(t *testing.T) time.Duration {
	t.Helper()
	switch text := os.Getenv(LongVariable); text {
	case "", "0":
		return 0
	case "1":
		return time.Minute
	default:
		limit, err := time.ParseDuration(text)
		if err != nil {
			t.Fatalf("%s is %q; set it to 1 or a duration", LongVariable, text)
		}
		return limit
	}
}

// alone is the only seed to play; nil is none.
func alone(t *testing.T) *uint64 {
	t.Helper()
	text := os.Getenv(SeedVariable)
	if text == "" {
		return nil
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s is %q; set it to a number", SeedVariable, text)
	}
	return &seed
}

// command runs this test, from any folder of the module.
func command(t *testing.T) string {
	path := "."
	if build, ok := debug.ReadBuildInfo(); ok {
		path = strings.TrimSuffix(build.Path, ".test")
	}
	return "go test " + path + " -run '^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$'"
}

//go:build unix

package cmd_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
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

// cluster is hosts, as processes see them, that share a store in a folder.
type cluster struct {
	url   string
	hosts []*storm
}

func newCluster(t *testing.T, n int) *cluster {
	c := &cluster{url: "file:" + filepath.Join(t.TempDir(), "store")}
	first := newStorm(t)
	for range n {
		c.hosts = append(c.hosts, first.anew(t))
	}
	return c
}

// words are those of a call that generates over the store.
func (c *cluster) words(more ...string) []string {
	return append([]string{"gen", "snowflake", "--create", "--store", c.url}, more...)
}

// registers returns what the store has of snowflake.
func (c *cluster) registers(t *testing.T) (*lease.Group, []lease.Number) {
	t.Helper()
	s, _ := known.Get("snowflake")
	terms := try.Of(lease.ConfigOf(s, worker.Key(s), lease.WorkerField, s.Lead(), time.Minute)).Or(t)
	shared := try.Of(store.Open(context.Background(), []store.Driver{file.Driver}, c.url, false)).Or(t)
	g := &lease.Group{Store: shared, Name: lease.DefaultGroup, Config: terms}
	list := try.Of(g.List(context.Background())).Or(t)
	return g, list
}

// union wants all lines of all hosts to differ, and returns the numbers of each host.
func (c *cluster) union(t *testing.T) (lines int, numbers []map[uint64]bool) {
	t.Helper()
	seen := map[string]int{}
	for i, h := range c.hosts {
		numbers = append(numbers, map[uint64]bool{})
		for line := range h.seen {
			if j, twice := seen[line]; twice {
				t.Errorf("hosts %d and %d both generated %s", j, i, line)
			}
			seen[line] = i
			id := try.Of(strconv.ParseUint(line, 10, 64)).Or(t)
			numbers[i][id>>12&1023] = true
		}
	}
	return len(seen), numbers
}

// TestStormOfHosts starts many processes on several hosts at once: each host gets one
// number, with one swap.
func TestStormOfHosts(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 5)
	n := size(8)
	var wg sync.WaitGroup
	for _, h := range c.hosts {
		wg.Go(func() { h.run(n, 8, func(int) []string { return c.words("--lease", "1h") }, nil) })
	}
	wg.Wait()
	lines, numbers := c.union(t)
	if lines != 5*n {
		t.Errorf("%d ids; want %d", lines, 5*n)
	}
	for i, all := range numbers {
		if len(all) != 1 {
			t.Errorf("host %d has the numbers %v; want one", i, all)
		}
	}
	_, list := c.registers(t)
	for _, x := range list {
		if x.Epoch != 1 || !x.Owner.Since.Equal(x.Owner.Clock) {
			t.Errorf("the register of number %d was swapped more than once: %+v", x.Worker, x.Register)
		}
	}
	if len(list) != 5 {
		t.Errorf("%d registers; want 5", len(list))
	}
}

// TestStormOfHostsThatDie kills processes of hosts at random moments, also while they
// renew grants of a tenth of a second.
func TestStormOfHostsThatDie(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 3)
	n := size(10)
	var wg sync.WaitGroup
	for _, h := range c.hosts {
		wg.Go(func() {
			h.run(n, 8, func(i int) []string {
				return c.words("--lease", "100ms", "-n", fmt.Sprint(1+i%3*20000))
			}, func(p *exec.Cmd, printed bool) {
				if i := p.Process.Pid % 4; i > 0 && printed == (i > 1) {
					time.AfterFunc(time.Duration(p.Process.Pid%7)*time.Millisecond, func() { p.Process.Kill() })
				}
			})
		})
	}
	wg.Wait()
	if lines, _ := c.union(t); lines < n {
		t.Errorf("%d ids; want %d at least", lines, n)
	}
}

// TestHostThatStandsStill stops a process beyond its grant, lets another host have its
// number, and wakes it: its next identifier is refused.
func TestHostThatStandsStill(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 2)
	a, b := c.hosts[0], c.hosts[1]
	p := exec.Command(a.exe, c.words("--lease", "1s", "--worker", "5", "-n", "1000000000")...)
	p.Env = a.env
	var errs bytes.Buffer
	p.Stderr = &errs
	out, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	try.Works(t, err)
	defer p.Process.Kill()
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("the first host generates nothing: %s", errs.String())
	}
	a.seen[lines.Text()] = true
	group, _ := c.registers(t)
	c.stop(t, p.Process)
	try.Of(group.Evict(t.Context(), 5)).Or(t) // else it stays taken for 10 s more
	deadline := time.Now().Add(time.Minute)
	for b.lines == 0 {
		out, err := command(b, c.words("--worker", "5")).Output()
		switch {
		case err == nil:
			b.seen[string(bytes.TrimSpace(out))] = true
			b.lines++
		case time.Now().After(deadline):
			t.Fatalf("the second host does not get the number: %v %s", err, err.(*exec.ExitError).Stderr)
		default:
			time.Sleep(100 * time.Millisecond) // before it asks again
		}
	}
	try.Works(t, p.Process.Signal(syscall.SIGCONT))
	for lines.Scan() {
		if a.seen[lines.Text()] {
			t.Fatalf("%s was generated twice", lines.Text())
		}
		a.seen[lines.Text()] = true
	}
	if err := p.Wait(); err == nil || p.ProcessState.ExitCode() != 3 {
		t.Errorf("the process that stood still: %v, %s; want status 3", err, errs.String())
	}
	t.Logf("%d ids, then: %s", len(a.seen), bytes.TrimSpace(errs.Bytes()))
	c.union(t)
}

// stop stops a process while the test has the lock of the store, so that it does not
// stand still with that lock.
func (c *cluster) stop(t *testing.T, p *os.Process) {
	t.Helper()
	lock, err := os.OpenFile(filepath.Join(strings.TrimPrefix(c.url, "file:"), "lock"), os.O_RDWR, 0)
	try.Works(t, err)
	defer lock.Close()
	var status syscall.WaitStatus
	if err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err == nil {
		err = p.Signal(syscall.SIGSTOP)
	}
	if err == nil {
		_, err = syscall.Wait4(p.Pid, &status, syscall.WUNTRACED, nil)
	}
	if err != nil || !status.Stopped() {
		t.Fatalf("the process is not stopped: %v, status %x", err, status)
	}
}

func command(s *storm, words []string) *exec.Cmd {
	c := exec.Command(s.exe, words...)
	c.Env = s.env
	return c
}

//go:build unix

package cmd_test

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestStormOfMixedRules runs calls with random starts, policies, leads and counts
// on one record, by its number and by auto. Some are killed, some stopped for a
// while: what was printed is unique whatever rules the calls had.
func TestStormOfMixedRules(t *testing.T) {
	t.Parallel()
	program := newStorm(t)
	for _, test := range some([]struct{ words, worker, without string }{
		{"custom --layout time:40,worker:4,seq:5 --tick 20ms", "2", ""},
		{"custom --layout worker:4,seq:40", "2", "--on-backward"},
		{"uuidv1", "", "--start --max-lead"},
		{"snowflake", "7", ""},
		{"custom --layout time:40,worker:4,rollback:2,seq:6 --tick 20ms", "2", ""},
		{"order", "", ""},
		{"uuidv6", "", "--start --max-lead"},
		{"uidgenerator --epoch 2026-01-01", "", ""},
		{"march", "", ""},
		{"boundary-flake", "", ""},
		{"custom --layout time:30,worker:4,seq:10 --tick 1s", "2", ""},
		{"instagram", "", ""},
		{"cosid", "5", ""},
	}) {
		t.Run(test.words, func(t *testing.T) {
			s := program.anew(t)
			one := func(choices ...string) string { return choices[s.below(len(choices))] }
			n := size(30)
			failed := s.run(n, 8, func(int) []string {
				args := append([]string{"gen"}, strings.Fields(test.words)...)
				add := func(flag, value string) {
					if value != "" && !strings.Contains(test.without, flag) {
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
				add("-n", fmt.Sprint(1+s.below(1<<s.below(12)))) // more lead so far that others wait for a minute
				return args
			}, func(c *exec.Cmd, printed bool) {
				switch s.below(8) {
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

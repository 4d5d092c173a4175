//go:build unix

package testserver

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// account is who a server runs as.
type account struct {
	other    bool // not who we are
	uid, gid uint32
}

// lookup returns the first of the users that exists, for root; any other user who runs
// the test is good enough.
func lookup(names ...string) (account, error) {
	if os.Geteuid() != 0 {
		return account{}, nil
	}
	for _, name := range names {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil {
			return account{true, uint32(uid), uint32(gid)}, nil
		}
	}
	return account{}, fmt.Errorf("none of the users %q exists; create one that a server may run as", names)
}

func (a account) own(path string) error {
	if !a.other {
		return nil
	}
	return os.Chown(path, int(a.uid), int(a.gid))
}

func (a account) assume(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is for the test, which then stops the server
	if a.other {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
}

// freeze stops a process where it is, and returns when it is frozen.
func freeze(pid int) {
	if syscall.Kill(pid, syscall.SIGSTOP) != nil {
		return
	}
	for range 1000 {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, rest, _ := strings.Cut(string(text), ") ")
		if err != nil || strings.HasPrefix(rest, "T") || strings.HasPrefix(rest, "Z") {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// thaw lets a process go on that was frozen.
func thaw(pid int) { _ = syscall.Kill(pid, syscall.SIGCONT) }

// childrenOf lists the children of a process, where /proc tells them: PostgreSQL
// gives each a group of its own.
func childrenOf(pid int) (list []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, _ := os.ReadFile(path)
		_, rest, _ := strings.Cut(string(text), ") ") // after the name, which may hold anything
		fields := strings.Fields(rest)
		if len(fields) < 2 || fields[1] != strconv.Itoa(pid) {
			continue
		}
		if child, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			list = append(list, child)
		}
	}
	return list
}

// Hang stops the server without ending it: its connections stay open, and nothing is answered, until Resume.
func (s *Server) Hang() { _ = s.process.Process.Signal(syscall.SIGSTOP) }

// Resume goes on with a server that hangs.
func (s *Server) Resume() { _ = s.process.Process.Signal(syscall.SIGCONT) }

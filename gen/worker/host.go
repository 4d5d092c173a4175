package worker

import (
	"hash/fnv"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"idscope/gen/internal/guard"
	"idscope/gen/internal/volume"
)

// Host is what a record asks of the machine; the zero value is [DefaultHost]. To put another
// function in, change one that DefaultHost returned. An empty string is something unknown,
// which never proves anything: two unknown machines are not the same machine.
type Host struct {
	Now       func() time.Time
	BootID    func() string                // of the running kernel, new at each start
	MachineID func() string                // of the installed system
	Uptime    func() (time.Duration, bool) // since the kernel started, sleep included
	MountNS   func() string                // which view of the file system: equal paths mean equal files
	User      func() string                // for people who ask whose claim it is
	Unsynced  func() bool                  // the clock is known to be set by nobody
	Private   func(path string) string     // why other processes of the host do not see that folder; empty if they do

	// Network names the network file system that an open file is on; empty is none.
	Network func(path string, fd uintptr) string
}

// DefaultHost returns the machine this runs on. Nothing is read before it is
// asked for, and what stays the same only once in a process.
func DefaultHost() Host {
	return Host{Now: time.Now, BootID: sync.OnceValue(bootID), MachineID: sync.OnceValue(machineID), Uptime: uptime,
		MountNS: sync.OnceValue(mountNS), User: sync.OnceValue(user), Unsynced: unsynced, Private: private,
		Network: volume.Network}
}

// token is an identity of fixed size; the zero value is an unknown one.
type token [16]byte

// tokenOf makes a token of a name. It does not keep secrets: names that matter
// here can be read by every user of the host.
func tokenOf(name string) (t token) {
	if name == "" {
		return t
	}
	h := fnv.New128a()
	h.Write([]byte(name))
	h.Sum(t[:0])
	return t
}

// same reports whether two identities are known and equal.
func (t token) same(o token) bool { return t == o && t != token{} }

// differs reports whether two identities are known and different.
func (t token) differs(o token) bool { return t != o && t != token{} && o != token{} }

// restartedSince reports whether the machine was started after a record was written
// at that wall clock and uptime, where no boot id tells. The instant of the start,
// now - uptime, stays the same until the next start, but for steps of the clock
// and for what it is slewed by: up to 1 s, and 1 in 1000 of the time between. A
// step beyond that is taken for a start, which at worst costs a wait of seconds.
// A start hidden within the tolerance is one after which the clock has long
// passed all that was used.
func restartedSince(now time.Time, uptime time.Duration, wall time.Time, storedUptime time.Duration) bool {
	between := uptime - storedUptime
	if between < 0 {
		return true
	}
	moved := now.Round(0).Sub(wall.Round(0)) - between // of the instant of the start
	return moved.Abs() > time.Second+between/1000
}

// firstLine returns the first line of a small file, or nothing.
func firstLine(path string) string {
	b, err := guard.Disk{FS: guard.System{}}.ReadSmall(path, 256)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(b), "\n")
	return strings.TrimSpace(line)
}

// passwdName finds the name of a user in /etc/passwd. The package os/user would
// link the C library into every call of the tool.
func passwdName(uid int) string {
	id := strconv.Itoa(uid)
	b, err := os.ReadFile("/etc/passwd")
	if err == nil {
		for line := range strings.Lines(string(b)) {
			if f := strings.SplitN(line, ":", 4); len(f) == 4 && f[2] == id {
				return f[0] + " (uid " + id + ")"
			}
		}
	}
	return "uid " + id
}

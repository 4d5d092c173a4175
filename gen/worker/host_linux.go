package worker

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"idscope/gen/internal/guard"
)

// bootID is read at each call of the tool, and by hand: package os would start
// its poller for a file of /proc, 50 us that nothing else needs.
func bootID() string {
	fd, err := unix.Open("/proc/sys/kernel/random/boot_id", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return ""
	}
	defer unix.Close(fd)
	var b [64]byte
	n, err := unix.Read(fd, b[:])
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(b[:n]))
}

func machineID() string {
	for _, path := range []string{"/etc/machine-id", "/var/lib/dbus/machine-id"} {
		if id := firstLine(path); id != "" && id != "uninitialized" {
			return id
		}
	}
	return ""
}

func uptime() (time.Duration, bool) {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts) != nil {
		return 0, false
	}
	return time.Duration(ts.Nano()), true
}

// mountNS names the mount namespace and the root folder, which chroot changes.
func mountNS() string {
	ns, err := os.Readlink("/proc/self/ns/mnt")
	var st syscall.Stat_t
	if err != nil || syscall.Stat("/", &st) != nil {
		// Nothing is known: a name that no other process has.
		return fmt.Sprintf("unknown %d %d", os.Getpid(), time.Now().UnixNano())
	}
	return fmt.Sprintf("%s %d:%d", ns, st.Dev, st.Ino)
}

func user() string { return passwdName(os.Getuid()) }

func unsynced() bool {
	var t unix.Timex
	_, err := unix.Adjtimex(&t)
	return err == nil && t.Status&unix.STA_UNSYNC != 0
}

// initialPIDs is the PID namespace that the machine starts with (Linux,
// include/linux/proc_ns.h, PROC_PID_INIT_INO).
const initialPIDs = "pid:[4026531836]"

// private says why other processes of this host may see another folder at that
// path: systemd's PrivateTmp= and DynamicUser= mount one that is the service's
// own. It compares what is mounted there with what process 1 sees, whose list of
// mounts every user may read (proc_pid_mountinfo(5)).
func private(path string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(dir, filepath.Base(path))
	}
	own, ok := mountOf("/proc/self/mountinfo", path)
	if !ok {
		return ""
	}
	first, known := mountOf("/proc/1/mountinfo", path)
	if known && (own.device != first.device || own.place(path) != first.place(path)) {
		return "is on a mount of its own, which other services do not see (" + own.root + " on " + own.point + ")"
	}
	if space, _ := os.Readlink("/proc/self/ns/pid"); known && space == initialPIDs {
		return ""
	}
	// In a container, process 1 is its own. A part of another file system that is
	// mounted above the folder can be a private one; mounted at it, it was meant.
	if own.root != "/" && own.point != path && own.kind != "btrfs" { // whose volumes have roots of their own
		return "may be private: " + own.root + " is mounted on " + own.point
	}
	return ""
}

// mount is a line of mountinfo.
type mount struct{ device, root, point, kind string }

// place is where a path is in the file system that is mounted.
func (m *mount) place(path string) string {
	return filepath.Join(m.root, strings.TrimPrefix(path, m.point))
}

// mountOf finds the mount that a path is on: of those above it, or at it, the
// deepest, and of those the last.
func mountOf(list, path string) (m mount, ok bool) {
	text, err := readAll(list)
	if err != nil {
		return m, false
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) < 7 {
			continue
		}
		at := mount{device: f[2], root: unescape(f[3]), point: unescape(f[4])}
		for i := 6; i+1 < len(f); i++ {
			if f[i] == "-" {
				at.kind = f[i+1]
			}
		}
		if above(at.point, path) && len(at.point) >= len(m.point) {
			m, ok = at, true
		}
	}
	return m, ok
}

// above reports whether a folder is path, or holds it.
func above(folder, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(folder, "/"))
	return ok && (rest == "" || rest[0] == '/')
}

// unescape undoes what the kernel does to blanks and the like in a path.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(s)
}

func readAll(path string) ([]byte, error) {
	var text []byte
	f, err := guard.System{}.Open(path, os.O_RDONLY|guard.OpenFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for b := make([]byte, 1<<14); ; {
		n, err := f.ReadAt(b, int64(len(text)))
		if text = append(text, b[:n]...); n == 0 || err != nil {
			return text, nil
		}
	}
}

// holder returns the process that holds a lock of the file, and the name of its
// command where that can be read. ok is false where nobody is known to: the lock
// was given up meanwhile, or its holder is in another process namespace.
func holder(path string) (pid int, name string, ok bool) {
	info, err := os.Lstat(path)
	if err != nil {
		return 0, "", false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, "", false
	}
	locks, err := os.ReadFile("/proc/locks")
	if err != nil {
		return 0, "", false
	}
	pid = holderIn(locks, st.Dev, st.Ino)
	return pid, firstLine("/proc/" + strconv.Itoa(pid) + "/comm"), pid > 0
}

// holderIn finds the holder of a lock in the text of /proc/locks, 0 for none:
//
//	2: FLOCK  ADVISORY  WRITE 4021 fe:00:1323 0 EOF
//
// A line of a waiter has "->" before the kind. Some file systems show another
// device there than in stat (btrfs, overlayfs), so the device decides only
// between lines of equal inodes.
func holderIn(locks []byte, dev, ino uint64) (pid int) {
	device := fmt.Sprintf("%02x:%02x", unix.Major(dev), unix.Minor(dev))
	lines := bufio.NewScanner(bytes.NewReader(locks))
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) < 6 || f[1] == "->" {
			continue
		}
		at := strings.LastIndexByte(f[5], ':')
		n, err := strconv.ParseUint(f[5][at+1:], 10, 64)
		if at < 0 || err != nil || n != ino {
			continue
		}
		found, err := strconv.Atoi(f[4])
		if err != nil || found <= 0 { // in another process namespace
			continue
		}
		if pid = found; f[5][:at] == device {
			break
		}
	}
	return pid
}

package worker

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

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

package worker

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
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

package worker

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

func bootID() string { return sysctl("kern.bootsessionuuid") }

func machineID() string { return sysctl("kern.uuid") }

func sysctl(name string) string {
	s, err := unix.Sysctl(name)
	if err != nil {
		return ""
	}
	return s
}

func uptime() (time.Duration, bool) { return 0, false }

// mountNS is empty: all processes see the same files.
func mountNS() string { return "" }

func user() string { return passwdName(os.Getuid()) }

func unsynced() bool { return false }

// syncData makes the content of a file survive a loss of power.
func syncData(f *os.File) error { return f.Sync() }

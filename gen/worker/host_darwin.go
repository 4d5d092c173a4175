package worker

import (
	"encoding/hex"
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

func bootID() string {
	id, _ := unix.Sysctl("kern.bootsessionuuid")
	return id
}

// sysGethostuuid is the number of the system call; its wrapper is in libc.
const sysGethostuuid = 142

// machineID is the hardware's UUID. (kern.uuid is that of the kernel's build: all
// machines with the same release have it.) The call waits for at most 1 s until
// the hardware is known, early after a start; unknown is nothing.
func machineID() string {
	var id [16]byte
	wait := unix.Timespec{Sec: 1}
	_, _, err := unix.Syscall(sysGethostuuid, uintptr(unsafe.Pointer(&id)), uintptr(unsafe.Pointer(&wait)), 0)
	if err != 0 || id == [16]byte{} {
		return ""
	}
	return hex.EncodeToString(id[:])
}

func uptime() (time.Duration, bool) { return 0, false }

func user() string { return passwdName(os.Getuid()) }

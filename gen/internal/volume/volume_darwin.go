package volume

import "golang.org/x/sys/unix"

// Network returns the name of the network file system that the file is on, or
// nothing.
func Network(_ string, fd uintptr) string {
	var st unix.Statfs_t
	if unix.Fstatfs(int(fd), &st) != nil || st.Flags&unix.MNT_LOCAL != 0 {
		return ""
	}
	return unix.ByteSliceToString(st.Fstypename[:])
}

// Package volume tells what kind of file system files are on: whether a lock holds,
// and whether what is written survives a start of the machine.
package volume

import "golang.org/x/sys/unix"

// Network returns the name of the network file system that the file is on, or
// nothing. What runs in a process of its own (FUSE) or comes from the host of a
// virtual machine may be one.
func Network(_ string, fd uintptr) string {
	var st unix.Statfs_t
	if unix.Fstatfs(int(fd), &st) != nil {
		return ""
	}
	return networkNamed(uint32(st.Type))
}

// networks are the network file systems by their magic numbers, as in statfs(2) and the kernel's magic.h.
var networks = [...]struct {
	magic uint32
	name  string
}{
	{unix.NFS_SUPER_MAGIC, "NFS"}, {unix.SMB_SUPER_MAGIC, "SMB"}, {unix.CIFS_SUPER_MAGIC, "SMB"},
	{unix.SMB2_SUPER_MAGIC, "SMB"}, {unix.FUSE_SUPER_MAGIC, "FUSE"}, {unix.V9FS_MAGIC, "9p"},
	{unix.AFS_SUPER_MAGIC, "AFS"}, {unix.AFS_FS_MAGIC, "AFS"}, {unix.CEPH_SUPER_MAGIC, "Ceph"},
	{unix.OCFS2_SUPER_MAGIC, "OCFS2"}, {0x0bd00bd0, "Lustre"}, {0x01161970, "GFS2"}, {0x47504653, "GPFS"},
	{0x19830326, "BeeGFS"}, {0x20030528, "OrangeFS"}, {unix.CODA_SUPER_MAGIC, "Coda"}, {0x564c, "NCP"},
	{0xbacbacbc, "VMware shared folder"}, {0x786f4256, "VirtualBox shared folder"},
}

func networkNamed(magic uint32) string {
	for _, n := range networks {
		if n.magic == magic {
			return n.name
		}
	}
	return ""
}

// Volatile returns the name of the file system in memory that the file is on, or
// nothing.
func Volatile(fd uintptr) string {
	var st unix.Statfs_t
	if unix.Fstatfs(int(fd), &st) != nil {
		return ""
	}
	switch uint32(st.Type) {
	case unix.TMPFS_MAGIC:
		return "tmpfs"
	case unix.RAMFS_MAGIC:
		return "ramfs"
	}
	return ""
}

// Package volume tells what kind of file system files are on: whether a lock holds,
// and whether what is written survives a start of the machine.
package volume

import "golang.org/x/sys/unix"

// Network returns the name of the network file system that the file is on, or
// nothing. What runs in a process of its own (FUSE) or comes from the host of a
// virtual machine may be one.
func Network(_ string, fd uintptr) string { return named(networks[:], magic(fd)) }

// Volatile returns the name of the file system in memory that the file is on, or
// nothing.
func Volatile(fd uintptr) string { return named(memories[:], magic(fd)) }

// system is a file system by its magic number, as in statfs(2) and the kernel's magic.h.
type system struct {
	magic uint32
	name  string
}

var networks = [...]system{
	{unix.NFS_SUPER_MAGIC, "NFS"}, {unix.SMB_SUPER_MAGIC, "SMB"}, {unix.CIFS_SUPER_MAGIC, "SMB"},
	{unix.SMB2_SUPER_MAGIC, "SMB"}, {unix.FUSE_SUPER_MAGIC, "FUSE"}, {unix.V9FS_MAGIC, "9p"},
	{unix.AFS_SUPER_MAGIC, "AFS"}, {unix.AFS_FS_MAGIC, "AFS"}, {unix.CEPH_SUPER_MAGIC, "Ceph"},
	{unix.OCFS2_SUPER_MAGIC, "OCFS2"}, {0x0bd00bd0, "Lustre"}, {0x01161970, "GFS2"}, {0x47504653, "GPFS"},
	{0x19830326, "BeeGFS"}, {0x20030528, "OrangeFS"}, {unix.CODA_SUPER_MAGIC, "Coda"}, {0x564c, "NCP"},
	{0xbacbacbc, "VMware shared folder"}, {0x786f4256, "VirtualBox shared folder"},
}

var memories = [...]system{{unix.TMPFS_MAGIC, "tmpfs"}, {unix.RAMFS_MAGIC, "ramfs"}}

func named(list []system, magic uint32) string {
	for _, s := range list {
		if s.magic == magic {
			return s.name
		}
	}
	return ""
}

// magic is that of the file system that the file is on; 0, which is none, where that is not known.
func magic(fd uintptr) uint32 {
	var st unix.Statfs_t
	if unix.Fstatfs(int(fd), &st) != nil {
		return 0
	}
	return uint32(st.Type)
}

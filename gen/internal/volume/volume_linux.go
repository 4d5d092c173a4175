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

// networkNamed names the network file system with that magic number, as in
// statfs(2) and the kernel's magic.h.
func networkNamed(magic uint32) string {
	switch magic {
	case unix.NFS_SUPER_MAGIC:
		return "NFS"
	case unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC:
		return "SMB"
	case unix.FUSE_SUPER_MAGIC:
		return "FUSE"
	case unix.V9FS_MAGIC:
		return "9p"
	case unix.AFS_SUPER_MAGIC, unix.AFS_FS_MAGIC:
		return "AFS"
	case unix.CEPH_SUPER_MAGIC:
		return "Ceph"
	case unix.OCFS2_SUPER_MAGIC:
		return "OCFS2"
	case 0x0bd00bd0:
		return "Lustre"
	case 0x01161970:
		return "GFS2"
	case 0x47504653:
		return "GPFS"
	case 0x19830326:
		return "BeeGFS"
	case 0x20030528:
		return "OrangeFS"
	case unix.CODA_SUPER_MAGIC:
		return "Coda"
	case 0x564c:
		return "NCP"
	case 0xbacbacbc:
		return "VMware shared folder"
	case 0x786f4256:
		return "VirtualBox shared folder"
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

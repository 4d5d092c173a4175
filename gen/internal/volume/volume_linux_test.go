package volume

import (
	"testing"

	"idscope/gen/testing/try"
)

func TestNetworkNamed(t *testing.T) {
	for magic, want := range map[uint32]string{
		0x6969: "NFS", 0xff534d42: "SMB", 0xfe534d42: "SMB", 0x65735546: "FUSE", 0x01021997: "9p", 0x5346414f: "AFS",
		0x00c36400: "Ceph", 0x0bd00bd0: "Lustre", 0x01161970: "GFS2", 0x7461636f: "OCFS2",
		0xef53: "", 0x01021994: "", 0x58465342: "", 0x9123683e: "", 0x794c7630: "", // ext4, tmpfs, XFS, btrfs, overlayfs
	} {
		try.Equal(t, named(networks[:], magic), want, "named(%#x) =", magic)
	}
}

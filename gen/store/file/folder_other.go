//go:build !unix

package file

import "os"

// syncFolder does nothing: NTFS keeps names in a journal of its own.
func syncFolder(string) error { return nil }

func inode(os.FileInfo) string { return "" }

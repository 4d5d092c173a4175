//go:build !unix

package volume

import "os"

// Mark tells a file from others that are put in its place: by when it was written.
func Mark(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	return info.ModTime().UTC().Format("/20060102T150405.000000000"), nil
}

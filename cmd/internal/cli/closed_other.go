//go:build !linux

package cli

// stdoutClosed is false: what the runtime opened in place of a closed stdout cannot be
// told from a stdout that is discarded.
func stdoutClosed() bool { return false }

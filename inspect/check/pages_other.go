//go:build !linux

package check

func preferLargePages([]chunk) {}

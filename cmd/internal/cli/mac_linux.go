package cli

import (
	"errors"
	"os"
	"path/filepath"
)

// HardwareAddress returns the address of the first network card that has one
// given by its maker. It reads what the kernel shows, which is cheaper than
// package net.
func HardwareAddress() (uint64, error) {
	files, _ := filepath.Glob("/sys/class/net/*/address")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if n, ok := parseMAC(string(text)); ok && isAddress(n) {
			return n, nil
		}
	}
	return 0, errors.New("this host has no hardware address")
}

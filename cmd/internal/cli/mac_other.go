//go:build !linux

package cli

import (
	"errors"
	"net"
)

// HardwareAddress returns the address of the first network card that has one
// given by its maker.
func HardwareAddress() (uint64, error) {
	cards, err := net.Interfaces()
	if err != nil {
		return 0, err
	}
	for _, card := range cards {
		if n, ok := parseMAC(card.HardwareAddr.String()); ok && isAddress(n) {
			return n, nil
		}
	}
	return 0, errors.New("this host has no hardware address")
}

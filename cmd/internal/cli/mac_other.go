//go:build !linux

package cli

import "net"

// cardAddresses are the hardware addresses of the network cards.
func cardAddresses() (list []string, err error) {
	cards, err := net.Interfaces()
	for _, card := range cards {
		list = append(list, card.HardwareAddr.String())
	}
	return list, err
}

package cli

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"idscope/gen"
)

// NodeBits is the width of a worker that is a hardware address.
const NodeBits = 48

// WorkerFlag is a flag for a worker: its number, auto or mac.
func WorkerFlag() Choice {
	return Choice{List: []gen.Choice{
		{Name: "auto", Help: "a number that no other process on this host holds"},
		{Name: "mac", Help: "the hardware address, where the worker is a 48-bit node"},
	}, Means: "that number", More: "N", Accept: func(text string) error { _, err := ParseWorker(text); return err }}
}

// ParseWorker reads a worker number: decimal, hexadecimal behind 0x, or the six
// octets of a hardware address.
func ParseWorker(text string) (uint64, error) {
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return n, nil
	}
	if v, ok := parseValue(text); ok && v.Len() <= 64 && strings.HasPrefix(text, "0x") {
		return v.Lo, nil
	}
	if n, ok := parseMAC(text); ok {
		return n, nil
	}
	return 0, fmt.Errorf("%q is not a worker; use a number from 0 up, auto or mac", text)
}

func parseMAC(text string) (uint64, bool) {
	octets := strings.Split(strings.ReplaceAll(text, "-", ":"), ":")
	if len(octets) != 6 {
		return 0, false
	}
	var n uint64
	for _, octet := range octets {
		v, err := strconv.ParseUint(octet, 16, 8)
		if err != nil || len(octet) != 2 {
			return 0, false
		}
		n = n<<8 | v
	}
	return n, true
}

// HardwareAddress returns the address of the first network card, by its name, that has one
// given by its maker: neither zero nor multicast.
func HardwareAddress() (uint64, error) {
	cards, err := net.Interfaces()
	if err != nil {
		return 0, err
	}
	slices.SortFunc(cards, func(a, b net.Interface) int { return strings.Compare(a.Name, b.Name) })
	for _, card := range cards {
		if n, ok := parseMAC(card.HardwareAddr.String()); ok && n != 0 && n&gen.Multicast == 0 {
			return n, nil
		}
	}
	return 0, errors.New("this host has no hardware address")
}

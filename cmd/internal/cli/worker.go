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

// WorkerNumber reads the worker from the text of the flag, or the variable where it is empty; nil is auto.
func (a *App) WorkerNumber(text string, s *gen.Scheme) (*uint64, error) {
	from := "--worker"
	if text == "" {
		text, from = a.Getenv("IDSCOPE_WORKER"), "$IDSCOPE_WORKER"
	}
	var n uint64
	var err error
	switch text {
	case "", "auto":
		return nil, nil
	case "mac":
		if s.WorkerBits() != nodeBits {
			return nil, Usage("%s mac needs a worker of %d bits, and that of %s has %d; use a number or auto",
				from, nodeBits, s.Name, s.WorkerBits())
		}
		if n, err = hardwareAddress(); err != nil {
			return nil, Refused("%w", err).Hinted("give the 48-bit node as a number: --worker 0x0242ac110002")
		}
		return &n, nil
	}
	if n, err = ParseWorker(text); err != nil {
		return nil, Usage("%s %w", from, err)
	}
	if top := gen.Mask(s.WorkerBits()); n > top.Lo {
		f := Usage("%w", gen.OutOfRange(s.Name, "worker", gen.FromUint64(n), top))
		if from != "--worker" {
			return nil, f.Hinted("the number comes from %s", from)
		}
		return nil, f
	}
	return &n, nil
}

// nodeBits is the width of a worker that is a hardware address.
const nodeBits = 48

// hardwareAddress returns the address of the first network card, by its name, that has one
// given by its maker: neither zero nor multicast.
func hardwareAddress() (uint64, error) {
	cards, err := net.Interfaces()
	if err != nil {
		return 0, err
	}
	slices.SortFunc(cards, func(a, b net.Interface) int { return strings.Compare(a.Name, b.Name) })
	for _, card := range cards {
		n, err := ParseWorker(card.HardwareAddr.String())
		if len(card.HardwareAddr) == nodeBits/8 && err == nil && n != 0 && n&gen.Multicast == 0 {
			return n, nil
		}
	}
	return 0, errors.New("this host has no hardware address")
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

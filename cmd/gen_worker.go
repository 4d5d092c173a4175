package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"idscope/gen"
)

// nodeBits is the width of a worker that is a hardware address.
const nodeBits = 48

func workerFlag() choice {
	return choice{list: []gen.Choice{
		{Name: "auto", Help: "a number that no other process on this host holds"},
		{Name: "mac", Help: "the hardware address, where the worker is a 48-bit node"},
	}, more: "N", accept: func(text string) error { _, err := parseWorker(text); return err }}
}

// parseWorker reads a worker number: decimal, hexadecimal behind 0x, or the six
// octets of a hardware address.
func parseWorker(text string) (uint64, error) {
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return n, nil
	}
	if v, ok := parseValue(text); ok && v.Len() <= 64 && strings.HasPrefix(text, "0x") {
		return v.Lo, nil
	}
	if n, ok := parseMAC(text); ok {
		return n, nil
	}
	return 0, fmt.Errorf("%q is not a worker; want a number from 0 up, auto or mac", text)
}

func parseMAC(text string) (uint64, bool) {
	octets := strings.Split(strings.ReplaceAll(strings.TrimSpace(text), "-", ":"), ":")
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

// workerText is the worker as the flag or the environment gives it, and which
// of the two did.
func (o *genOptions) workerText() (text, from string) {
	if o.worker.value != "" {
		return o.worker.value, "--worker"
	}
	if v := o.Getenv("IDSCOPE_WORKER"); v != "" {
		return v, "$IDSCOPE_WORKER"
	}
	return "auto", ""
}

// maker is who makes the ids: a scheme, its worker number if one is chosen, and
// the assignments that are no part of the number.
type maker struct {
	scheme *gen.Scheme
	number *uint64
	others []gen.Assignment
}

// who settles the worker. A number given for a worker that is random otherwise
// makes a numbered worker of it, with a record: nothing else keeps two
// processes with the same number apart.
func (o *genOptions) who(s *gen.Scheme, opts *gen.Options) (maker, error) {
	m := maker{scheme: s, others: opts.Set}
	if s.WorkerBits() == 0 {
		if o.worker.value != "" && o.worker.value != "auto" {
			return m, usage("%s has no worker; want no --worker", s.Name)
		}
		return m, nil
	}
	number, others, err := o.workerBySet(s)
	if err != nil {
		return m, err
	}
	if number != nil {
		m.number, m.others, opts.Set = number, others, others
	} else if m.number, err = o.workerByText(s); err != nil {
		return m, err
	}
	if m.number != nil && s.WorkerRule == gen.WorkerRandom {
		numbered := *s
		numbered.WorkerRule = gen.WorkerNumber
		m.scheme = &numbered
	}
	return m, nil
}

// workerBySet puts the worker together from its fields, and returns the
// assignments that are left.
func (o *genOptions) workerBySet(s *gen.Scheme) (*uint64, []gen.Assignment, error) {
	var number *uint64
	var others []gen.Assignment
	for _, v := range o.set {
		i := s.Layout.Index(v.Field)
		if i < 0 || s.Layout[i].Source != gen.Worker {
			others = append(others, v)
			continue
		}
		f := s.Layout[i]
		if v.Value.Len() > f.Bits {
			return nil, nil, &gen.RangeError{Scheme: s.Name, Field: f.Name, Value: v.Value, Max: f.Max()}
		}
		if o.worker.value != "" {
			return nil, nil, usage("--worker and --set %s both give the worker of %s; want one of the two", v.Field, s.Name)
		}
		part := v.Value.Shl(uint(f.From)).Lo
		if number != nil {
			part |= *number
		}
		number = &part
	}
	return number, others, nil
}

// workerByText reads the worker from the flag or the environment; nil is auto.
func (o *genOptions) workerByText(s *gen.Scheme) (*uint64, error) {
	text, from := o.workerText()
	var n uint64
	var err error
	switch text {
	case "auto":
		return nil, nil
	case "mac":
		if s.WorkerBits() != nodeBits {
			return nil, usage("%s mac needs a worker of %d bits, and that of %s has %d; want a number or auto", from, nodeBits, s.Name, s.WorkerBits())
		}
		if n, err = hardwareAddress(); err != nil {
			return nil, refused("%w", err).hinted("give the 48-bit node as a number: --worker 0x0242ac110002")
		}
		return &n, nil
	}
	if n, err = parseWorker(text); err != nil {
		return nil, usage("%s %w", from, err)
	}
	if top := gen.Mask(s.WorkerBits()); n > top.Lo {
		f := usage("%w", &gen.RangeError{Scheme: s.Name, Field: "worker", Value: gen.FromUint64(n), Max: top})
		if from != "--worker" {
			return nil, f.hinted("the number comes from %s", from)
		}
		return nil, f
	}
	return &n, nil
}

// isAddress reports whether a node can be a network card's: neither zero (the
// loopback's) nor multicast.
func isAddress(n uint64) bool { return n != 0 && n&gen.Multicast == 0 }

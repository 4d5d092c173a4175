package inspect

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
)

// Reveals says what the identifier gives away to whoever sees it: when it was
// made, by whom, how many others there were. It is empty for one that is random
// from end to end.
func (r *Reading) Reveals() []gen.Finding {
	var list []gen.Finding
	add := func(name, format string, values ...any) {
		list = append(list, gen.Finding{Name: name, Value: fmt.Sprintf(format, values...)})
	}
	if r.Timed {
		add("time", "when it was made, to %s", span(r.Scheme.Tick))
	}
	for _, f := range r.Scheme.Layout {
		if f.Source == gen.Digest {
			add("name", "whoever guesses the namespace and the name can tell that it is of them")
			break
		}
	}
	if r.c.codec != nil && r.Scheme.WorkerBits() > 0 {
		switch v, _ := r.Worker(); r.Scheme.WorkerRule {
		case gen.WorkerNode:
			add("host", "%s", nodeKind(v))
		case gen.WorkerRandom:
			add("process", "which ids came from one process: %d bits that it drew once", r.Scheme.WorkerBits())
		default:
			add("worker", "which maker: number %d of %s", v, sizeOf(r.Scheme.WorkerBits()))
		}
	}
	for _, p := range r.pieces {
		switch p.Source {
		case gen.Worker:
			add("host", "%s of the maker: the same in all its ids", p.Name)
		case gen.Random:
			if p.Keep {
				add("process", "which ids came from one process: a part that it drew once")
			}
		}
	}
	if r.counts() {
		switch {
		case r.Timed && r.Scheme.Start.Rule <= gen.StartZero && r.c.codec != nil && r.Scheme.Start.Rule != 0:
			add("rate", "how many its maker had made in the same %s", span(r.Scheme.Tick))
		default:
			add("rate", "two of them tell how many were made between")
		}
	}
	for _, f := range r.Scheme.Layout {
		if f.Source == gen.Data {
			add("data", "%s, as it was set", f.Name)
		}
	}
	return list
}

// counts reports whether a part of the identifier is a count of its maker.
func (r *Reading) counts() bool {
	return r.Scheme.Layout.Width(gen.Seq) > 0 || r.Scheme.Pattern.Has(gen.Seq) || r.Scheme.Growth == gen.GrowthOne
}

// Guess says whether the identifier that its maker made next can be guessed.
func (r *Reading) Guess() string {
	s := r.Scheme
	switch bits := s.Guess(); {
	case s.Layout.Width(gen.Digest) > 0:
		return "whoever knows the name knows the id"
	case !s.Varies() && s.Layout.Width(gen.Time)+s.Layout.Width(gen.Seq)+s.Layout.Width(gen.Random) == 0 && s.Pattern == nil:
		return "there is no other"
	case s.Pattern != nil && !s.Pattern.Has(gen.Random) && !s.Pattern.Has(gen.Seq):
		return "" // assigned, or a hash
	case bits == 0 && s.Growth == gen.GrowthOne:
		return "yes within " + span(s.Tick) + ", where it counts up by 1"
	case bits == 0:
		return "yes: there is nothing random in it"
	case bits < 40:
		return fmt.Sprintf("in about %s tries", tries(bits))
	default:
		return fmt.Sprintf("no: %s random bits", strconv.FormatFloat(bits, 'f', -1, 64))
	}
}

func tries(bits float64) string { return fmt.Sprintf("2^%.4g", bits-1) }

// nodeKind says what the 48 bits of a node are (IEEE 802: the lowest bits of the
// first octet; RFC 9562 section 6.10).
func nodeKind(v uint64) string {
	address := fmt.Sprintf("%02x:%02x:%02x:%02x:%02x:%02x", byte(v>>40), byte(v>>32), byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
	switch first := byte(v >> 40); {
	case v == 0:
		return "no address: the node is zero"
	case first&1 != 0:
		return "no network card: " + address + " has the multicast bit, so it is random or a hash; the same in all ids of that maker"
	case first&2 != 0:
		return "the address " + address + ", given by software, not by a maker of network cards"
	default:
		return "the MAC address " + address + " of a network card, so the very machine"
	}
}

func sizeOf(bits int) string {
	if bits < 20 {
		return strconv.Itoa(1 << bits)
	}
	return fmt.Sprintf("2^%d", bits)
}

// span writes the length of a tick.
func span(d time.Duration) string {
	text := strings.ReplaceAll(d.String(), "\u00b5", "u")
	for _, zero := range []string{"m0s", "h0m"} {
		text = strings.Replace(text, zero, zero[:1], 1)
	}
	return text
}

// Command libraries lets one library, which its argument names, live through the
// histories on standard input, under the clock of package clock. For each it writes how
// many ids the library made, and how many of them it had made before, for each seed.
package main

import (
	crypto "crypto/rand"
	"encoding/json"
	"log"
	"math/rand/v2"
	"os"
	"slices"

	"idscope.test/libraries/clock"
)

// begins start a process of a node, which returns one id at each call.
var begins = map[string]func(h *History, node int) func() uint64{
	"bwmarrin": bwmarrin, "sno": snoOf, "sonyflake": sonyflake1, "sonyflake2": sonyflake2, "xid": xidOf,
	"yitter": yitter,
}

// History is what happens to nodes that live beside each other. Times are true times
// in nanoseconds since the start.
type History struct {
	Start, Span      int64
	Rate             float64 // of all nodes together, per second; the arrivals are a Poisson process
	Nodes, Seeds     int
	WorkerBits, Bits int // of the layout: worker and sequence
	Method           int // of libraries that have several
	Faults           struct{ Step, Freeze, Restart, Burst []Event }
}

// Event has a time and a length: by how much a clock steps, how long it is frozen,
// how long a process is down, how many ids are asked for.
type Event struct{ At, Of int64 }

// Counts are those of one seed.
type Counts struct{ Made, Duplicates int }

func main() {
	begin := begins[os.Args[1]]
	out := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr // some libraries print
	in := json.NewDecoder(os.Stdin)
	var ids []uint64
	for in.More() {
		var h History
		if err := in.Decode(&h); err != nil {
			log.Fatal(err)
		}
		var all []Counts
		for seed := range h.Seeds {
			ids = ids[:0]
			for node := range h.Nodes {
				ids = h.live(uint64(seed), node, begin, ids)
			}
			slices.Sort(ids)
			all = append(all, Counts{len(ids), len(ids) - len(slices.Compact(ids))})
		}
		if err := out.Encode(all); err != nil {
			log.Fatal(err)
		}
	}
}

// reading is what the wall clock says at a true time.
func (h *History) reading(t int64) int64 {
	for _, f := range h.Faults.Freeze {
		if t >= f.At && t < f.At+f.Of {
			return h.stepped(f.At, t)
		}
	}
	return h.stepped(t, t)
}

// stepped is the true time t with the steps up to another.
func (h *History) stepped(t, until int64) int64 {
	for _, s := range h.Faults.Step {
		if s.At <= until {
			t += s.Of
		}
	}
	return t
}

// live is the life of one node: its arrivals, its bursts, its processes. It appends the ids.
func (h *History) live(seed uint64, node int, begin func(*History, int) func() uint64, ids []uint64) []uint64 {
	rng := rand.New(rand.NewPCG(seed, uint64(node)))
	crypto.Reader = reader{rng}
	clock.Set(h.Start, h.reading)
	clock.Begin(0)
	next, ends, bursts, up := begin(h, node), h.Faults.Restart, h.Faults.Burst, int64(0)
	serve := func(asked int64) {
		for len(ends) > 0 && ends[0].At <= max(clock.True(), asked) { // who slept is gone
			up = ends[0].At + ends[0].Of
			ends = ends[1:]
			clock.Begin(up)
			next = begin(h, node)
		}
		if asked < up {
			return // asked of a process that ended, or of none
		}
		clock.Call(max(asked, clock.True()))
		id := next()
		if len(ends) > 0 && ends[0].At <= clock.True() {
			return // it ended before it answered
		}
		ids = append(ids, id)
	}
	gap := 1e9 * float64(h.Nodes) / h.Rate
	for at := rng.ExpFloat64() * gap; ; at += rng.ExpFloat64() * gap {
		for len(bursts) > 0 && float64(bursts[0].At) <= min(at, float64(h.Span)) {
			for range bursts[0].Of / int64(h.Nodes) {
				serve(bursts[0].At)
			}
			bursts = bursts[1:]
		}
		if at >= float64(h.Span) {
			return ids
		}
		serve(int64(at))
	}
}

// reader is what libraries draw from.
type reader struct{ rng *rand.Rand }

func (r reader) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r.rng.Uint32())
	}
	return len(b), nil
}

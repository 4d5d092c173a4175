package show

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	bday "idscope/bench/birthday"
	"idscope/gen"
	"idscope/gen/quantity"
)

// uniqueness says what keeps the ids of a scheme apart, and what the user has to
// do for it on several hosts.
func uniqueness(s *gen.Scheme, recorded bool) []fact {
	switch {
	case s.ReadOnly != "":
		return []fact{{"only read", s.ReadOnly}}
	case s.Counter != "":
		return []fact{{"counted", s.Counter},
			{"unique", "as long as the store loses no count that it gave out: idscope help counters"}}
	case s.Named():
		return []fact{{"unique", "as names are: the same namespace and name give the same id, anywhere"}}
	case !s.Varies():
		return []fact{{"unique", "no: it is always the same"}}
	case !paced(s):
		return append([]fact{{"unique", "by random bits, anywhere, with no record"}}, collisions(s)...)
	case !recorded:
		text := "within one process always; between processes and hosts by random bits, with no record"
		return append([]fact{{"unique", text}}, collisions(s)...)
	}
	return []fact{{"unique", "on this host always: what was generated is recorded"}, {"many hosts", severalHosts(s)}}
}

func severalHosts(s *gen.Scheme) string {
	var data []string
	for _, f := range s.Layout {
		if f.Source == gen.Data {
			data = append(data, "--set "+f.Name+"=N")
		}
	}
	switch {
	case s.WorkerBits() > 0 && s.WorkerRule == gen.WorkerNode:
		return "each draws a random node and keeps it in its state directory; --worker N or $IDSCOPE_WORKER gives one, " +
			"--worker mac is the real address"
	case s.WorkerBits() > 0:
		return "--worker auto is unique on this host; several hosts lease their numbers by --store, or each has its " +
			"own --worker"
	case s.Node != "":
		return "no worker in the layout: several hosts lease " + s.Node + " by --store, or each has values of its own, by " +
			strings.Join(data, " ")
	case len(data) > 0:
		return "no worker in the layout: with several hosts give each values of its own, by " + strings.Join(data, " ")
	}
	return "no worker in the layout: generate all ids on one host"
}

// collisions is the probability of a duplicate as bench birthday has them, for ids of one tick or
// of all time, or for nodes that draw a worker or a part of their own.
func collisions(s *gen.Scheme) []fact {
	m, err := bday.Of(s, bday.Options{})
	if err != nil || m.Never() {
		return nil
	}
	what := "ids"
	switch {
	case m.Unit == bday.Nodes:
		what = "nodes that draw the same worker"
		if s.Pattern != nil {
			what = "nodes that draw the same part"
		}
	case m.PerTick:
		what = "ids in one tick of " + tickText(s)
	}
	counts := []int64{10, 100, 1000}
	if m.Space.BitLen() > 60 {
		counts = []int64{1e3, 1e6, 1e9}
	}
	parts := make([]string, len(counts))
	for i, k := range counts {
		p := m.Chance(big.NewInt(k)).Probability()
		parts[i] = fmt.Sprintf("%s with %s", strconv.FormatFloat(p, 'g', 2, 64), quantity.FormatWhole(big.NewInt(k)))
	}
	return []fact{{"collisions", fmt.Sprintf("probability for %s: %s", what, strings.Join(parts, ", "))}}
}

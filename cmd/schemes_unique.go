package cmd

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"idscope/gen"
)

// uniqueness says what keeps the ids of a scheme apart, and what the user has to
// do for it on several hosts.
func uniqueness(s *gen.Scheme) []fact {
	switch {
	case s.ReadOnly != "":
		return []fact{{"only read", s.ReadOnly}}
	case s.Named():
		return []fact{{"unique", "as names are: the same namespace and name give the same id, anywhere"}}
	case !s.Varies():
		return []fact{{"unique", "no: it is always the same"}}
	case !paced(s):
		return []fact{{"unique", "by odds, anywhere, with no record"}, {"odds", odds(s)}}
	case !recorded(s):
		return []fact{{"unique", "within one process always; between processes and hosts by odds, with no record"}, {"odds", odds(s)}}
	}
	return []fact{{"unique", "on this host always: what was made is recorded"}, {"many hosts", severalHosts(s)}}
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
		return "each draws a random node and keeps it in its state folder; --worker N or $IDSCOPE_WORKER gives one, --worker mac is the real address"
	case s.WorkerBits() > 0:
		return "--worker auto is unique on this host; with several hosts give each its own --worker or $IDSCOPE_WORKER"
	case len(data) > 0:
		return "no worker in the layout: with several hosts give each values of its own, by " + strings.Join(data, " ")
	}
	return "no worker in the layout: make all ids on one host"
}

// odds are those of a duplicate by the birthday formula, for ids of one tick, or
// for processes that draw a worker.
func odds(s *gen.Scheme) string {
	bits, what := float64(s.Layout.Width(gen.Random)+s.Layout.Width(gen.Seq)), "ids"
	switch {
	case s.Pattern != nil:
		bits = s.Entropy()
	case s.WorkerRule == gen.WorkerRandom && s.WorkerBits() > 0:
		bits, what = float64(s.WorkerBits()), "makers that draw the same worker"
	case s.Timed():
		what = "ids in one tick of " + tickText(s)
	}
	counts := []float64{10, 100, 1000}
	if bits >= 60 {
		counts = []float64{1e3, 1e6, 1e9}
	}
	parts := make([]string, len(counts))
	for i, k := range counts {
		parts[i] = strconv.FormatFloat(birthday(k, bits), 'g', 2, 64) + " with " + strconv.FormatFloat(k, 'f', -1, 64)
	}
	return fmt.Sprintf("of a duplicate, for %s: %s", what, strings.Join(parts, ", "))
}

// birthday is the chance that of k random numbers of that many bits two are
// equal: 1 - exp(-k(k-1)/2n).
func birthday(k, bits float64) float64 {
	return -math.Expm1(-k * (k - 1) / 2 / math.Exp2(bits))
}

package inspect

import (
	"fmt"
	"math"
	"strings"
	"time"

	"idscope/gen"
)

// runs cuts the bits where their behaviour changes. Identifiers are sorted and
// distinct. From the top: bits that never change; then what grows, whose rate of
// change rises towards its lowest bit; where it falls again a new field begins.
func runs(ids []gen.ID, change []float64, bits int) []Run {
	var list []Run
	add := func(from, to int, b Behaviour) { // positions from the top, to excluded
		if from < to {
			msb, lsb := bits-1-from, bits-to
			list = append(list, Run{msb, lsb, b, values(ids, msb, lsb)})
		}
	}
	const still = 1e-9
	at := 0
	for at < bits {
		start := at
		if change[at] < still {
			for at < bits && change[at] < still {
				at++
			}
			add(start, at, Fixed)
			continue
		}
		// rising: each bit at least about as lively as the one above it
		for at+1 < bits && change[at+1] > still && change[at+1] >= change[at]*0.8-0.02 && !levels(change, start, at) {
			at++
		}
		at++
		add(start, at, behaviour(ids, change[start:at], bits-1-start, bits-at))
	}
	return list
}

// levels reports whether a rising run has just come to the rate of chance and the
// one below goes on there: chance begins.
func levels(change []float64, start, at int) bool {
	const half = 0.08
	return at > start && math.Abs(change[at]-0.5) < half && change[at-1] < 0.5-2*half && at+2 < len(change) &&
		math.Abs(change[at+1]-0.5) < half && math.Abs(change[at+2]-0.5) < half
}

func behaviour(ids []gen.ID, change []float64, msb, lsb int) Behaviour {
	n := values(ids, msb, lsb)
	first, last := change[0], change[len(change)-1]
	switch {
	case n <= 1:
		return Fixed
	case n <= max(2, len(ids)/20):
		return Chooses
	case first > 0.4 && last < 0.6:
		return Chance
	case last > 0.4:
		return Counts
	}
	return Slow
}

// values counts the distinct values of a stretch of bits.
func values(ids []gen.ID, msb, lsb int) int {
	seen := map[gen.ID]struct{}{}
	for _, id := range ids {
		seen[id.Shr(uint(lsb)).And(gen.Mask(msb-lsb+1))] = struct{}{}
	}
	return len(seen)
}

// propose writes a layout: that of the best known scheme where one fits well,
// else one from the borders that were found.
func propose(r *Report, given, sorted []gen.ID) Proposal {
	if len(r.Layouts) > 0 && r.Layouts[0].Score > 0.9 && r.Layouts[0].Scheme.Timed() {
		f := r.Layouts[0]
		p := Proposal{Layout: f.Scheme.Layout.String(), Tick: f.Scheme.Tick, Epoch: f.Scheme.Epoch}
		p.Why = append(p.Why, fmt.Sprintf("the layout of %s puts %.0f %% of them between %s and %s on %d workers",
			f.Scheme.Name, 100*f.Plausible, stamp(f.First), stamp(f.Last), f.Workers))
		return p
	}
	return fromRuns(r, sorted)
}

// fromRuns takes the top as time down to where its rate of change falls, and
// names what follows by its behaviour.
func fromRuns(r *Report, ids []gen.ID) Proposal {
	var words []string
	p := Proposal{Tick: time.Millisecond}
	timed, workers, seqs, others := false, 0, 0, 0
	for i, run := range r.Runs {
		width := run.MSB - run.LSB + 1
		switch {
		case i == 0 && run.Behaviour == Fixed && len(ids) > 0 && ids[0].Shr(uint(run.LSB)) == (gen.ID{}) && width < 8:
			words = append(words, fmt.Sprintf("unused:%d", width))
		case !timed:
			if run.Behaviour == Fixed && i+1 < len(r.Runs) { // the upper bits of the time did not move
				next := &r.Runs[i+1]
				next.MSB = run.MSB
				continue
			}
			timed = true
			words = append(words, fmt.Sprintf("time:%d", width))
			p.Why = append(p.Why, fmt.Sprintf("bits %d-%d grow from one to the next", run.MSB, run.LSB))
		case (run.Behaviour == Chooses || run.Behaviour == Fixed) && workers == 0:
			workers++
			words = append(words, fmt.Sprintf("worker:%d", width))
			p.Why = append(p.Why, fmt.Sprintf("bits %d-%d take %d values", run.MSB, run.LSB, run.Values))
		case run.Behaviour == Chance && seqs == 0 && width > 16:
			seqs++
			words = append(words, fmt.Sprintf("random:%d", width))
			p.Why = append(p.Why, fmt.Sprintf("bits %d-%d change every second time", run.MSB, run.LSB))
		case seqs == 0:
			seqs++
			words = append(words, fmt.Sprintf("seq:%d", width))
			p.Why = append(p.Why, fmt.Sprintf("bits %d-%d start over as the time moves", run.MSB, run.LSB))
		default:
			others++
			words = append(words, fmt.Sprintf("data%d:%d", others, width))
		}
	}
	p.Layout = strings.Join(words, " ")
	if l, err := gen.ParseLayout(p.Layout); err == nil {
		p.Epoch = guessEpoch(l, ids)
	}
	return p
}

// guessEpoch is the start of the year that puts the newest identifier closest
// before nothing: there is no better guess than none.
func guessEpoch(gen.Layout, []gen.ID) time.Time { return time.Time{} }

package inspect

import (
	"math"

	"idscope/gen"
)

// runs cuts the bits where their rate of change falls. Down a field that counts
// the rate rises, for its lowest bits change most; where it falls, the upper bits
// of another field begin, which change less. Identifiers are sorted and distinct.
// Two fields that both change all the time have no border that could be seen.
func runs(ids []gen.ID, change []float64) []Run {
	var list []Run
	bits := len(change)
	start := 0
	for i := range change {
		if i+1 < bits && !falls(change[i], change[i+1], len(ids)-1) {
			continue
		}
		list = append(list, newRun(ids, change[start:i+1], bits-1-start, bits-1-i))
		start = i + 1
	}
	return list
}

// falls reports whether the rate drops by half or more, and not by chance.
func falls(from, to float64, pairs int) bool {
	n := float64(max(1, pairs))
	return to < from/2 && (from-to)*n > 3*math.Sqrt(from*n)
}

func newRun(ids []gen.ID, change []float64, msb, lsb int) Run {
	r := Run{MSB: msb, LSB: lsb}
	seen := map[gen.ID]struct{}{}
	for _, id := range ids {
		v := id.Shr(uint(lsb)).And(gen.Mask(msb - lsb + 1))
		seen[v] = struct{}{}
		if r.Max.Cmp(v) < 0 {
			r.Max = v
		}
	}
	r.Values = len(seen)
	first := 0
	for first < len(change)-1 && change[first] == 0 {
		first++
	}
	const often = 0.35
	switch {
	case r.Values <= 1:
		r.Behaviour = Fixed
	case r.Values > len(ids)/2 && change[first] < often && len(change)-first > 3:
		r.Behaviour = Grows
	case r.Values <= max(2, len(ids)/8) && r.Values <= 1<<10:
		r.Behaviour = Few
	case first > 0 || r.Max.Len() < msb-lsb+1:
		r.Behaviour = Small
	default:
		r.Behaviour = Even
	}
	return r
}

// time is the first run that grows; ok is false where none does.
func (r *Report) time() (run Run, ok bool) {
	for _, run := range r.Runs {
		if run.Behaviour == Grows {
			return run, true
		}
	}
	return Run{}, false
}

package inspect

import (
	"math"

	"idscope/gen"
)

// The thresholds of confidence, in bits.
const (
	certainBits = 20
	likelyBits  = 8
	aheadBits   = 4
	rareBits    = 2  // what a rare spelling needs to be shown at all
	disguise    = 10 // how much rarer UUIDs are in other spellings
	short       = 6  // and in that of ShortUUID, which has an alphabet of its own
	printed     = 3  // how much rarer spellings are that only printing chooses
	bared       = 5  // how much rarer more than 128 bits are in hexadecimal digits
)

// Confidence is how sure a reading is.
type Confidence uint8

// The confidences.
const (
	Possible Confidence = iota
	Likely
	Certain
)

// String returns the word that results show.
func (c Confidence) String() string {
	return [...]string{"possible", "likely", "certain"}[c]
}

// shape is what a random string has in common with a text.
type shape struct{ class, symbols int }

// strength is the evidence of one candidate at one shape.
type strength struct {
	timed   float64 // bits, with the time
	untimed float64 // bits, without
	rivals  float64 // the chance that a random string passes this candidate, or another with as much evidence
}

// weigh returns the evidence of the candidates of readers for a shape, by index: that of
// texts of the time that each may have. Candidates whose texts are of another length have
// no chance and count for nothing.
func weigh(readers []*reader, s shape) []strength {
	n := 0
	for _, r := range readers {
		n += len(r.candidates)
	}
	table := make([]strength, n)
	chances := make([]float64, n) // of each candidate alone
	var possible []int            // those that have any
	for _, r := range readers {
		symbols := s.symbols + r.text.Marks(r.bits)
		if symbols < r.shortest || symbols > r.longest {
			continue
		}
		for _, c := range r.candidates {
			chances[c.index] = c.chance(s.class, s.symbols, true)
		}
		for _, c := range r.candidates {
			weight := 0.0 // with its kin
			for _, k := range r.candidates {
				if k == c || c.kin(k) {
					weight += chances[k.index]
				}
			}
			if table[c.index].timed = evidence(weight); weight > 0 {
				possible = append(possible, c.index)
			}
		}
	}
	for _, i := range possible {
		for _, j := range possible {
			if table[j].timed >= table[i].timed {
				table[i].rivals += chances[j]
			}
		}
	}
	return table
}

// kin reports whether two candidates differ only in what a constant is, and have
// nothing else to check: the UUIDs of versions 3, 4, 5 and 8. In the spellings
// that are only implied for them any one would do, so the check is whether the
// text is one of them.
func (c *candidate) kin(k *candidate) bool {
	return c.codec != nil && k.codec != nil && c.level == implied && k.level == implied && !c.timed &&
		!k.timed && c.codec.Mask(gen.Const) == k.codec.Mask(gen.Const)
}

// evidence is the evidence of a chance, to a millionth of a bit: chances that are
// the same differ by what floating point loses, and no answer may depend on that.
func evidence(chance float64) float64 {
	// of a text that passes, though no time at all would be plausible
	const least, steps = 1e-60, 1 << 20
	return math.Round(-math.Log2(min(1, max(chance, least)))*steps)/steps + 0 // which is not -0
}

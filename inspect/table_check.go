package inspect

import (
	"idscope/gen"
)

// check is a candidate with all that decides, of texts of one shape, whether it
// reads one and what that is worth.
type check struct {
	// What most texts fail at: one word of the number is not within width of low, or
	// the constants are wrong.
	reader      int8 // its place among the table's; below 0 it is a pattern, or has a prefix
	upper       bool // the word is Mid, else Lo
	low, width  uint64
	fixed, want gen.ID

	*candidate
	worth       strength    // of its texts
	score       float64     // of readings with a plausible time
	bit         uint64      // of its place among the checks of the table
	more        bool        // there is more to check than bits and time
	undefined   bool        // no standard gives the bits a meaning
	strict      bool        // a reading of an implausible time is one all the same
	weak        bool        // too little speaks for it: it is never a reading
	filled      bool        // it has bits that only fill up
	used, right gen.ID      // its other constant bits, and their values
	starts      *beginnings // how its texts may begin
	alone       Confidence  // where it is the best reading and no rival stands against it
	needsAll    bool        // it is the best of those that pass for certain only where no other passes
	rivals      uint64      // the checks below it that make it less than likely
	includes    uint64      // of those, which it includes where their times agree: see Reading.includes
	twins       uint64      // those that are the same identifier where the number is the same
}

// answer is what a check, or a table, says of a text.
type answer uint8

const (
	no answer = iota
	yes
	implausible // all but the time is right
	mismatched  // the bits are wrong
	unclear     // it takes all readings to tell
)

// newCheck compiles the check of a reader of numbers.
func (in *Inspector) newCheck(c *candidate, key shapeKey) check {
	k := check{candidate: c, fixed: c.codec.Mask(gen.Const), want: c.constants(), starts: c.reader.starts()}
	k.more = c.scheme.Valid != nil || c.scheme.Digit.Base > 0
	k.strict, k.undefined = c.timed && in.anyTime(c), c.scheme.Undefined
	k.gate()
	for i, f := range c.scheme.Layout {
		switch {
		case f.Source == gen.Const && f.Unused():
			k.filled = true
		case f.Source == gen.Const:
			lsb := uint(c.codec.LSB(i))
			k.used = k.used.Or(f.Max().Shl(lsb))
			k.right = k.right.Or(gen.FromUint64(f.Value).Shl(lsb))
		}
	}
	return k
}

// gate finds the range of the upper word of a number outside of which no constant
// and no time on top is right.
func (k *check) gate() {
	k.width = ^uint64(0)
	if k.candidate.reader.text.Form == gen.DateDigits {
		return
	}
	run, size := k.top, k.size
	switch {
	case size == 128:
		k.upper, size = true, 64
	case size > 64:
		return
	}
	if k.strict {
		run.time = 0
	}
	lead := min(run.lead, size)
	if lead != run.lead { // of more constants the upper ones
		run.value, run.time = run.value>>(run.lead-lead), 0
	}
	rest := size - lead
	low, high := run.value<<rest, run.value<<rest|(1<<rest-1)
	if run.time > 0 && run.time <= rest && k.first <= k.last {
		rest -= run.time
		low, high = low|k.first>>run.from<<rest, low|k.last>>run.from<<rest|(1<<rest-1)
	}
	k.low, k.width = low, high-low
}

// near reports false only of a number that does not pass.
func (k *check) near(id *gen.ID) bool {
	word := id.Lo
	if k.upper {
		word = id.Mid
	}
	return word-k.low <= k.width
}

// constant reports whether the constant bits are right.
func (k *check) constant(id *gen.ID) bool {
	return id.Mid&k.fixed.Mid == k.want.Mid && id.Lo&k.fixed.Lo == k.want.Lo && id.Hi&k.fixed.Hi == k.want.Hi
}

// passes tries what is left of the checks behind the constant bits; tick is the time.
func (k *check) passes(id *gen.ID) (a answer, tick uint64) {
	if k.more && k.scheme.CheckBits(k.codec, *id) != nil {
		return no, 0
	}
	if !k.timed {
		return yes, 0
	}
	if tick = k.codec.Source(*id, gen.Time).Lo; tick < k.first || tick > k.last {
		return implausible, tick
	}
	return yes, tick
}

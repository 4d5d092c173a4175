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
	word        wording     // of its texts
	number      bool        // they are plain numbers
	letters     bool        // they have no digit
	more        bool        // there is more to check than bits and time
	alone       Confidence  // of the best reading with no rival
	wanted      bool        // see TokenReader
	strict      bool        // a reading of an implausible time is one all the same
	weak        bool        // too little speaks for it: it is never a reading
	filled      bool        // it has bits that only fill up
	used, right gen.ID      // its other constant bits, and their values
	matched     bool        // texts of the shape are of the pattern, so that only Verify can refuse them
	turn        int         // its place in the order of the candidates
	starts      *beginnings // how its texts may begin
}

// compare compiles what numbers are compared with; strict says that an implausible time is
// read.
func (k *check) compare(strict bool) {
	c := k.candidate
	k.fixed, k.want, k.strict = c.codec.Mask(gen.Const), c.constants(), c.timed && strict
	k.more = c.scheme.Valid != nil || c.scheme.Digit.Base > 0
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
}

// looseCheck returns the check of a candidate that is of no table, for one text.
func (in *Inspector) looseCheck(c *candidate, text string) check {
	k := check{candidate: c, reader: -1}
	if c.codec != nil {
		k.compare(in.anyTime(c))
	}
	key, _ := in.shapes.key([]byte(text), anyForm)
	if s, ok := key.shape(in.shapes, c.reader.text.Form); ok {
		k.worth = strength{timed: evidence(c.chance(s.class, s.symbols, true)),
			untimed: evidence(c.chance(s.class, s.symbols, false))}
		k.word, k.number = key.word, key.number
	}
	in.weighed(&k)
	return k
}

// never reports whether no number of the shape is a reading.
func (k *check) never() bool { return !k.strict && (k.weak || k.worth.timed >= evidence(0)) }

// expected is the reading of a text of the shape with all that does not depend on
// the number, and a plausible time.
func (k *check) expected() Reading {
	return Reading{Scheme: k.scheme, SameAs: k.same, Spelling: k.candidate.reader.name, Own: k.level == own,
		Timed: k.timed, Plausible: true, Evidence: k.worth.timed, rivals: k.worth.rivals, word: k.word, number: k.number,
		letters: k.letters, c: k.candidate}
}

// anyTime reports whether a candidate is read whatever its time: a scheme that was
// asked for, and a UUID that is written as one, but for the variant of another.
func (in *Inspector) anyTime(c *candidate) bool {
	variant := c.scheme.Family != "" && c.scheme.Text.Form == gen.UUID
	if asked := len(in.opts.As); asked > 0 {
		return asked == 1 || !variant
	}
	return c.level == own && c.reader.text.Form == gen.UUID && !variant
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

// answer is what a check says of a number.
type answer uint8

const (
	no answer = iota
	yes
	implausible // all but the time is right
	mismatched  // the bits are wrong
)

// check tries what is left of the checks behind the constant bits; tick is the time.
func (k *check) check(id *gen.ID) (a answer, tick uint64) {
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

package inspect

import "idscope/gen"

// trial is a candidate with its checks, as masks.
type trial struct {
	// What most texts fail at: one word of the number is not within span of low, or
	// the constants are wrong.
	reader      int8 // its place among the plan's; below 0 it is no reader of bits
	place       int8 // of its number among those of a look
	upper       bool // the word is Mid, else Lo
	low, span   uint64
	fixed, want gen.ID

	*candidate
	bit         uint64
	ticker      ticker
	stamps      *stamps     // nil without a time
	head        [2]uint32   // of DateDigits: the first and the last year that is plausible, as text
	checked     bool        // there is more to check than bits
	strict      bool        // a time that is implausible is a reading all the same
	settled     bool        // its text has a syntax of its own
	weak        bool        // too little speaks for it: it is never a reading
	filled      bool        // it has bits that only fill up
	used, right gen.ID      // its other constant bits, and their values
	starts      *beginnings // how its texts may begin
	later       uint64      // the trials below it that matter where it is the best
	near        uint64      // those that it may include
	nearable    bool        // it may be included by another
	first       bool        // where it is the best of those that pass, it is the best reading
	twins       uint64      // those that are the same identifier where the number is the same
	alone       *outcome    // where nothing later matters
	score       float64
}

// symbols are the bytes of which texts of the candidate's form consist, in one case.
func (c *candidate) symbols() string {
	symbols, _ := c.reader.text.Form.Symbols()
	return symbols + c.reader.text.Form.Punctuation()
}

// compile fills in the checks of a trial.
func (s *Streamer) compile(t *trial, key planKey) {
	c := t.candidate
	t.fixed, t.want = c.codec.Mask(gen.Const), c.constants()
	t.starts = c.reader.readerStarts()
	t.ticker = newTicker(c.member)
	if c.timed {
		t.stamps = newStamps(c.member)
	}
	t.checked = c.scheme.Valid != nil || c.scheme.Digit.Base > 0
	t.strict = c.timed && (len(s.in.opts.As) > 0 || c.level == own && c.reader.text.Form == gen.UUID)
	t.gate()
	if s.brief && c.reader.text.Form == gen.DateDigits && c.timed && len(s.in.opts.As) == 0 {
		from, to := c.line.Time(c.first).Year(), c.line.Time(c.last).Year()
		if 1000 <= from && from <= to && to <= 9999 {
			t.head = [2]uint32{yearText(from), yearText(to)}
		}
	}
	o := s.reading(c, key)
	t.settled = o.settled()
	t.weak = len(s.in.opts.As) == 0 && o.weak()
	for i, f := range c.scheme.Layout {
		switch {
		case f.Source == gen.Const && f.Unused():
			t.filled = true
		case f.Source == gen.Const:
			lsb := uint(c.codec.LSB(i))
			t.used = t.used.Or(f.Max().Shl(lsb))
			t.right = t.right.Or(gen.FromUint64(f.Value).Shl(lsb))
		}
	}
}

// gate finds the range of the upper word of a number outside of which no constant
// and no time on top is right.
func (t *trial) gate() {
	t.span = ^uint64(0)
	if t.candidate.reader.text.Form == gen.DateDigits {
		return
	}
	run, size := t.top, t.size
	switch {
	case size == 128:
		t.upper, size = true, 64
	case size > 64:
		return
	}
	if t.strict {
		run.time = 0
	}
	lead := min(run.lead, size)
	if lead != run.lead { // of more constants the upper ones
		run.value, run.time = run.value>>(run.lead-lead), 0
	}
	rest := size - lead
	low, high := run.value<<rest, run.value<<rest|(1<<rest-1)
	if run.time > 0 && run.time <= rest && t.candidate.first <= t.candidate.last {
		rest -= run.time
		low, high = low|t.candidate.first>>run.from<<rest, low|t.candidate.last>>run.from<<rest|(1<<rest-1)
	}
	t.low, t.span = low, high-low
}

// yearText is a year of four digits as the first four bytes of a text.
func yearText(year int) uint32 {
	return uint32('0'+year/1000)<<24 | uint32('0'+year/100%10)<<16 | uint32('0'+year/10%10)<<8 | uint32('0'+year%10)
}

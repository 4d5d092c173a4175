package inspect

import (
	"math"

	"idscope/gen"
)

// chance is the chance that a random string of the class and length is an
// identifier of c: that the form writes one so, that its constant and spare bits
// are right, and, where timed is true, that its time is plausible. It is exact
// where the time stands on top, with no constants below it; else it is a product
// of parts, each of which is exact.
func (c *candidate) chance(class, symbols int, timed bool) float64 {
	switch {
	case c.scheme.Pattern != nil:
		return c.patternChance(class, symbols, timed)
	case c.reader.affix:
		return c.affixChance(class, symbols, timed)
	}
	return c.bodyChance(class, symbols, timed)
}

// bodyChance is chance for the text of the bits alone.
func (c *candidate) bodyChance(class, symbols int, timed bool) float64 {
	a := c.reader.alphabet(class)
	timed = timed && c.timed
	if timed && c.last < c.first {
		return 0
	}
	if p, ok := c.formChance(&a, class, symbols, timed); ok {
		return p
	}
	low, high := gen.ID{}, gen.Mask(c.size)
	fixed, want := c.codec.Mask(gen.Const), c.constants()
	p := 1.0
	if c.reader.swap {
		fixed, want = swapGUID(fixed), swapGUID(want)
	} else {
		t := c.top
		rest := uint(c.size - t.lead)
		low = gen.FromUint64(t.value).Shl(rest)
		high = low.Or(gen.Mask(int(rest)))
		fixed = fixed.And(gen.Mask(int(rest)))
		if timed && t.time > 0 {
			rest -= uint(t.time)
			first, last := gen.FromUint64(c.first>>t.from).Shl(rest), gen.FromUint64(c.last>>t.from).Shl(rest)
			low, high = low.Or(first), low.Or(last).Or(gen.Mask(int(rest)))
			fixed = fixed.And(gen.Mask(int(rest)))
			timed = false
		}
		want = want.And(fixed)
	}
	if c.size+int(a.spare) > gen.MaxBits {
		return p * math.Exp2(-float64(ones(fixed)))
	}
	low, high = low.Shl(a.spare), high.Shl(a.spare).Or(gen.Mask(int(a.spare)))
	fixed, want = fixed.Shl(a.spare).Or(gen.Mask(int(a.spare))), want.Shl(a.spare)
	low, high, ok := a.clip(low, high, symbols)
	if !ok {
		return 0
	}
	if timed {
		p = c.timeShare(low.Shr(a.spare), high.Shr(a.spare))
	}
	return p * a.between(low, high, symbols) * a.matching(fixed, want, symbols)
}

// timeShare is the share of the identifiers from low to high whose time, which
// is not on top, is plausible. Where the time is split over several fields it is
// taken as random.
func (c *candidate) timeShare(low, high gen.ID) float64 {
	i := c.scheme.Layout.Index(c.timeField())
	width := c.scheme.Layout.Width(gen.Time)
	if c.scheme.Layout[i].Bits != width || c.reader.swap {
		return (float64(c.last-c.first) + 1) / math.Exp2(float64(width))
	}
	return c.share(low, high, c.codec.LSB(i), width)
}

// share is timeShare for a time of that width and place.
func (c *candidate) share(low, high gen.ID, lsb, width int) float64 {
	ticks := float64(c.last-c.first) + 1
	unit := math.Exp2(float64(lsb))
	period := lsb + width
	upTo := func(id gen.ID) float64 { // how many below id
		full, rest := float(id.Shr(uint(period))), float(id.And(gen.Mask(period)))
		return full*ticks*unit + max(0, min(rest-float64(c.first)*unit, ticks*unit))
	}
	next, _ := high.MulAdd(1, 1)
	count := float(high) - float(low) + 1
	return max(0, min(1, (upTo(next)-upTo(low))/count))
}

// dateChance is chance for DateDigits: eight symbols are one of the dates, the
// others a sequence that the layout holds. It is exact for classes that have all
// digits, and others have no texts.
func (c *candidate) dateChance(a *alphabet, symbols int, timed bool) float64 {
	const date = 8
	days := float64(c.scheme.LastTick()) + 1
	if timed {
		days = float64(c.last-c.first) + 1
	}
	seq := gen.Mask(c.scheme.Layout.Width(gen.Seq))
	zero, most, _ := a.clip(gen.ID{}, seq, symbols-date)
	return days * math.Pow(a.valid/10, date) * a.between(zero, most, symbols-date)
}

func float(id gen.ID) float64 {
	return (float64(id.Hi)*math.Exp2(64)+float64(id.Mid))*math.Exp2(64) + float64(id.Lo)
}

// constants are the values of the constant bits, in place.
func (m *member) constants() gen.ID { return constants(m.codec) }

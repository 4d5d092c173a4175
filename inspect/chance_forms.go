package inspect

import (
	"math"
	"math/bits"
	"strings"

	"idscope/gen"
	"idscope/gen/text"
)

// formChance is bodyChance for the forms whose text is not one number with the
// identifier's bits in their order; ok is false for all others.
func (c *candidate) formChance(a *alphabet, class, symbols int, timed bool) (p float64, ok bool) {
	form := c.reader.text.Form
	switch runs := form.Runs(); {
	case !form.Spells():
		return c.dateChance(a, symbols, timed), true
	case runs != nil:
		return c.runsChance(a, runs, class, symbols, timed), true
	}
	if _, moved := form.Number(gen.ID{}); moved {
		return c.movedChance(a, symbols, timed), true
	}
	return 0, false
}

// runsChance multiplies the chances of the runs. Constants and a time that are not
// those of one run are taken as random.
func (c *candidate) runsChance(a *alphabet, runs []text.Run, class, symbols int, timed bool) float64 {
	p := 1.0
	fixed, want, times := c.codec.Mask(gen.Const), c.constants(), c.codec.Mask(gen.Time)
	left := symbols
	for _, run := range runs {
		left -= run.Symbols
	}
	for _, run := range runs {
		if run.Bits == 0 {
			p *= math.Pow(a.valid, float64(left))
			continue
		}
		mask := gen.Mask(run.Bits)
		place := mask.Shl(uint(run.LSB))
		low, high, value := gen.ID{}, mask, want.And(place).Shr(uint(run.LSB))
		switch {
		case run.Letters != "":
			p *= lettersChance(run.Letters, class, a.fold, fixed.Shr(uint(run.LSB)).And(mask).Lo, value.Lo)
			fixed = fixed.And(place.Not())
			continue
		case fixed.And(place) == place:
			low, high, fixed = value, value, fixed.And(place.Not())
		case timed && times == place:
			low, high, timed = gen.FromUint64(c.first), gen.FromUint64(c.last), false
		}
		p *= a.between(low, high, run.Symbols)
	}
	p *= math.Exp2(-float64(ones(fixed)))
	if timed {
		p *= (float64(c.last-c.first) + 1) / math.Exp2(float64(c.scheme.Layout.Width(gen.Time)))
	}
	return p
}

// lettersChance is the chance that a random symbol of a class is a letter whose
// value has the wanted bits.
func lettersChance(letters string, class int, fold bool, mask, want uint64) float64 {
	n := 0
	for v := range uint64(len(letters)) {
		if v&mask != want {
			continue
		}
		if strings.IndexByte(classes[class], letters[v]) >= 0 {
			n++
		}
		if fold && strings.IndexByte(classes[class], letters[v]|' ') >= 0 {
			n++
		}
	}
	return float64(n) / float64(len(classes[class]))
}

// movedChance is for numbers whose bits are in another order: constants on top are
// those of the number.
func (c *candidate) movedChance(a *alphabet, symbols int, timed bool) float64 {
	number := func(id gen.ID) gen.ID { n, _ := c.reader.text.Form.Number(id); return n }
	all := gen.Mask(c.size)
	rest := gen.Mask(number(c.codec.Mask(gen.Const)).Not().And(all).Len())
	low := number(c.constants()).And(rest.Not())
	low, high, ok := a.clip(low, low.Or(rest), symbols)
	if !ok {
		return 0
	}
	p := a.between(low, high, symbols)
	if timed {
		p *= c.share(low, high, trailingZeros(number(c.codec.Mask(gen.Time))), c.scheme.Layout.Width(gen.Time))
	}
	return p
}

func trailingZeros(id gen.ID) int {
	switch {
	case id.Lo != 0:
		return bits.TrailingZeros64(id.Lo)
	case id.Mid != 0:
		return 64 + bits.TrailingZeros64(id.Mid)
	}
	return 128 + bits.TrailingZeros64(id.Hi)
}

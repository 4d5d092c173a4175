package inspect

import (
	"math"
	"strings"

	"idscope/gen"
)

// formChance is bodyChance for the forms whose text is not one number with the
// identifier's bits in their order; ok is false for all others.
func (c *candidate) formChance(a *alphabet, class, symbols int, timed bool) (p float64, ok bool) {
	switch c.reader.text.Form {
	case gen.DateDigits:
		return c.dateChance(a, symbols, timed), true
	case gen.UPIDText:
		return c.upidChance(a, timed), true
	case gen.SnowdropText:
		return c.snowdropChance(a, symbols, timed), true
	case gen.NCName32, gen.NCName58, gen.NCName64:
		return c.ncnameChance(a, class, symbols, timed), true
	}
	return 0, false
}

// upidChance: four symbols of a prefix, eight of a time, twelve random ones, one of
// the lower half of the alphabet, and the version.
func (c *candidate) upidChance(a *alphabet, timed bool) float64 {
	first, last := gen.ID{}, gen.Mask(40)
	if timed {
		first, last = gen.FromUint64(c.first), gen.FromUint64(c.last)
	}
	half := 0.0
	for _, share := range a.chance[:a.base/2] {
		half += share
	}
	version := 1.0
	if i := c.scheme.Layout.Index("version"); i >= 0 {
		version = a.chance[c.scheme.Layout[i].Value]
	}
	return math.Pow(a.valid, 16) * a.between(first, last, 8) * half * version
}

// snowdropChance: the time is the lowest 31 bits of the text's number, and the top
// bit 0.
func (c *candidate) snowdropChance(a *alphabet, symbols int, timed bool) float64 {
	low, high, ok := a.clip(gen.ID{}, gen.Mask(63), symbols)
	if !ok {
		return 0
	}
	p := a.between(low, high, symbols)
	if timed {
		p *= c.share(low, high, 0, c.scheme.Layout.Width(gen.Time))
	}
	return p
}

// ncnameChance: the letters at the ends are those of the version and the variant,
// all between them are symbols. The time is taken as random.
func (c *candidate) ncnameChance(a *alphabet, class, symbols int, timed bool) float64 {
	p := math.Pow(a.valid, float64(symbols-2))
	fixed, want := c.codec.Mask(gen.Const), c.constants()
	for _, lsb := range [...]uint{76, 60} { // of version and variant
		mask, value := fixed.Shr(lsb).Lo&15, want.Shr(lsb).Lo&15
		letters := 0
		for v := range uint64(16) {
			if v&mask != value {
				continue
			}
			upper, lower := byte('A'+v), byte('a'+v)
			if c.reader.text.Form == gen.NCName32 && strings.IndexByte(classes[class], lower) >= 0 {
				letters++
			}
			if strings.IndexByte(classes[class], upper) >= 0 {
				letters++
			}
		}
		p *= float64(letters) / float64(len(classes[class]))
	}
	p *= math.Exp2(-float64(ones(fixed.And(gen.FromUint64(15).Shl(76).Or(gen.FromUint64(15).Shl(60)).Not()))))
	if timed {
		p *= (float64(c.last-c.first) + 1) / math.Exp2(float64(c.scheme.Layout.Width(gen.Time)))
	}
	return p
}

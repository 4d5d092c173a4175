package inspect

import (
	"cmp"
	"math/bits"
	"slices"

	"idscope/gen"
)

// uuidOwn is a candidate whose own form is the UUID, with its score by class of
// hexadecimal digits.
type uuidOwn struct {
	*candidate
	score [hexClasses]float64
}

const (
	hexDigits  = 32
	hexClasses = 4 // decimal, and hexadecimal of either case and both
)

// splitUUIDs sorts the candidates of UUIDs. One that is no UUID by itself counts
// where its score can be above the bonus of a syntax.
func (g *Glancer) splitUUIDs() {
	for _, c := range g.uuids.candidates {
		if c.level != own {
			for class := range hexClasses {
				if g.in.strength(c, shape{class, hexDigits}).timed+c.scheme.Prior >= certainBits {
					g.rest = append(g.rest, c)
					break
				}
			}
			continue
		}
		o := uuidOwn{candidate: c}
		for class := range hexClasses {
			o.score[class] = g.in.strength(c, shape{class, hexDigits}).timed + c.prior()
			if c.scheme.Prior > 0 { // as Reading.order does
				o.score[class] += certainBits
			}
		}
		for i := range g.own {
			kind := gen.ID{Mid: uint64(i) >> 3 << 12, Lo: uint64(i) << 61}
			if mask := c.codec.Mask(gen.Const).And(gen.ID{Mid: 15 << 12, Lo: 7 << 61}); kind.And(mask) == c.constants().And(mask) {
				g.own[i] = append(g.own[i], o)
			}
		}
	}
	for _, list := range g.own {
		slices.SortStableFunc(list, func(a, b uuidOwn) int { return cmp.Compare(b.score[1], a.score[1]) })
	}
}

// uuid returns the scheme of most UUIDs: the one that is the best reading, and
// its tick. It is nil where there is none, or where it takes more to tell.
func (g *Glancer) uuid(id gen.ID, text []byte) (*candidate, uint64) {
	var best *uuidOwn
	at := uint64(0)
	class := -1
	list := g.own[kindOf(&id)]
	for i := range list {
		c := &list[i]
		if best != nil && best.above(c) {
			continue
		}
		if !c.codec.Matches(id) {
			continue
		}
		tick := uint64(0)
		if c.timed {
			if tick = c.tick(id); !c.plausible(tick) {
				continue
			}
		}
		if best == nil {
			best, at = c, tick
			continue
		}
		if class < 0 {
			class = g.hexClass(text)
		}
		switch {
		case best.score[class] == c.score[class]:
			return nil, 0
		case best.score[class] < c.score[class]:
			best, at = c, tick
		}
	}
	for _, c := range g.rest {
		if c.near(id) && c.codec.Matches(id) && c.plausible(c.tick(id)) {
			return nil, 0
		}
	}
	if best == nil || best.scheme.Prior <= 0 {
		return nil, 0
	}
	return best.candidate, at
}

// above reports whether the score is above another's whatever the digits are.
func (o *uuidOwn) above(c *uuidOwn) bool {
	for class := range hexClasses {
		if o.score[class] <= c.score[class] {
			return false
		}
	}
	return true
}

// near reports false only where the upper bits of a time that stands on top of 128
// bits are not plausible, which costs less than the whole time.
func (c *candidate) near(id gen.ID) bool {
	if c.size != 128 || c.top.lead > 0 || c.top.time == 0 || c.top.time > 64 {
		return true
	}
	upper := id.Mid >> (64 - c.top.time)
	return c.first>>c.top.from <= upper && upper <= c.last>>c.top.from
}

// hexClass is the class of the digits of a UUID.
func (g *Glancer) hexClass(text []byte) int {
	inClasses := ^uint32(0)
	for _, b := range text {
		if b != '-' {
			inClasses &= g.in.shapes.classes[b]
		}
	}
	return bits.TrailingZeros32(inClasses)
}

package inspect

import (
	"math/bits"

	"idscope/gen"
)

// uuidOwn is a candidate whose own form is the UUID, with its score by class of
// hexadecimal digits.
type uuidOwn struct {
	*candidate
	score [hexClasses]float64
}

const (
	uuidLen    = 36
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
}

// uuid returns the scheme of most UUIDs: the one that is the best reading. It is
// nil where there is none, or where it takes more to tell.
func (g *Glancer) uuid(id gen.ID, text []byte) *candidate {
	var best *uuidOwn
	class := -1
	list := g.own[kindOf(id)]
	for i := range list {
		c := &list[i]
		if !c.codec.Matches(id) || !c.plausible(c.tick(id)) {
			continue
		}
		if best == nil {
			best = c
			continue
		}
		if class < 0 {
			class = g.hexClass(text)
		}
		switch {
		case best.score[class] == c.score[class]:
			return nil
		case best.score[class] < c.score[class]:
			best = c
		}
	}
	for _, c := range g.rest {
		if c.codec.Matches(id) && c.plausible(c.tick(id)) {
			return nil
		}
	}
	if best == nil || best.scheme.Prior <= 0 {
		return nil
	}
	return best.candidate
}

// hexClass is the class of the digits of a UUID.
func (g *Glancer) hexClass(text []byte) int {
	both := ^uint64(0)
	for _, b := range text {
		if b != '-' {
			both &= g.both[b]
		}
	}
	return bits.TrailingZeros32(uint32(both >> 32))
}

// kindOf is the version of a UUID and the three bits that can be its variant.
func kindOf(id gen.ID) uint64 { return id.Mid>>12&15<<3 | id.Lo>>61 }

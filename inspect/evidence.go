package inspect

import (
	"math"
	"math/bits"
	"strings"

	"idscope/gen"
	"idscope/gen/text"
)

// The thresholds of confidence, in bits.
const (
	certainBits = 20
	likelyBits  = 8
	aheadBits   = 4
	rareBits    = 2  // what a rare encoding needs to be shown at all
	disguise    = 10 // how much rarer UUIDs are in other encodings
	short       = 6  // and in that of ShortUUID, which has an alphabet of its own
	printed     = 3  // how much rarer encodings are that only printing chooses
	numbered    = 1  // how much rarer decimal digits of what has a text of its own
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
// nothing else to check: the UUIDs of versions 3, 4, 5 and 8. In the encodings that are
// only implied for them any one would do, so the check is whether the text is one of
// them.
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

// chance is the chance that a random string of the class and length is an
// identifier of c: that the form writes one so, that its constant and spare bits
// are right, and, where timed is true, that its time is plausible. It is exact
// where the time is on top, with no constants below it; else it is a product
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
	fixed, want := c.codec.Mask(gen.Const), c.codec.Consts()
	p := 1.0
	if c.reader.swap {
		fixed, want = swapGUID(fixed), swapGUID(want)
	} else {
		t := c.top
		rest := uint(c.size - t.lead)
		low = gen.ID{Lo: t.value}.Shl(rest)
		high = low.Or(gen.Mask(int(rest)))
		fixed = fixed.And(gen.Mask(int(rest)))
		if timed && t.time > 0 {
			rest -= uint(t.time)
			first, last := gen.ID{Lo: c.first >> t.from}.Shl(rest), gen.ID{Lo: c.last >> t.from}.Shl(rest)
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

// formChance is bodyChance for the forms whose text is not one number with the
// identifier's bits in their order; ok is false for all others.
func (c *candidate) formChance(a *alphabet, class, symbols int, timed bool) (p float64, ok bool) {
	form := c.reader.text.Form
	switch runs := form.Runs(); {
	case !form.Encodes():
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
	fixed, want, times := c.codec.Mask(gen.Const), c.codec.Consts(), c.codec.Mask(gen.Time)
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
			low, high, timed = gen.ID{Lo: c.first}, gen.ID{Lo: c.last}, false
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
	low := number(c.codec.Consts()).And(rest.Not())
	low, high, ok := a.clip(low, low.Or(rest), symbols)
	if !ok {
		return 0
	}
	p := a.between(low, high, symbols)
	if timed {
		from := bits.TrailingZeros64(number(c.codec.Mask(gen.Time)).Lo) // these numbers have 64 bits at most
		p *= c.share(low, high, from, c.scheme.Layout.Width(gen.Time))
	}
	return p
}

// affixChance is the chance of a text with a prefix, a checksum or both: that of
// its body, and of the symbols around it.
func (c *candidate) affixChance(class, symbols int, timed bool) float64 {
	a := c.scheme.Affix
	_, body := c.scheme.Text.Len(c.size)
	p := 0.0
	if a.Optional && symbols == body {
		p = c.bodyChance(class, symbols, timed)
	}
	around := symbols - body
	p += c.prefixChance(class, around) * c.bodyChance(class, body, timed)
	if a.Sum != nil {
		around -= a.SumLen + 1
		p += c.prefixChance(class, around) * c.bodyChance(class, body, timed) * math.Pow(float64(len(classes[class])),
			-float64(a.SumLen+1))
	}
	return min(1, p)
}

// prefixChance is the chance that so many symbols are a prefix and its separator;
// of a prefix only its alphabet counts.
func (c *candidate) prefixChance(class, symbols int) float64 {
	a, all := c.scheme.Affix, float64(len(classes[class]))
	if symbols < 2 || symbols > a.MaxPrefix+1 {
		return 0
	}
	of := symbolsOf(a.Symbols, false).and(allShapes().sets[class]).len()
	return math.Pow(float64(of)/all, float64(symbols-1)) / all
}

// readAffixed adds the reading of a text with a prefix, a checksum or both, or
// where the prefix may be missing, with neither.
func (in *Inspector) readAffixed(r *Result, k *check, text []byte) bool {
	body, out, ok := k.scheme.TryBody(text)
	if !ok || out.Prefix == "" && k.scheme.ReadOnly != "" && !in.strict {
		return false // 26 small letters and digits are no such thing without a prefix
	}
	id, ok := k.candidate.reader.text.Try(body, k.size)
	if !ok || !in.readOrRuleOut(r, k, &id) {
		return false
	}
	o := &r.Readings[len(r.Readings)-1]
	o.Prefix, o.Summed, o.affixed = out.Prefix, out.Summed, true
	return true
}

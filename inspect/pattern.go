package inspect

import (
	"math"
	"slices"

	"idscope/gen"
)

// A scheme that is a pattern of text is read by a reader of its own: it has no
// form and no bits. Its readings carry pieces of the text instead of fields, and
// their ID is the time, in ticks.

// newPatternMember compiles a scheme that is a pattern.
func (m *member) pattern(s *gen.Scheme) error {
	if err := s.Pattern.Check(); err != nil {
		return err
	}
	m.letters = s.Pattern.Letters()
	m.key = "pattern " + s.Name
	return nil
}

// bareLengths are those of the texts of a pattern that are read without As: where
// a part of any length has a usual one, only that.
func bareLengths(p gen.Pattern, strict bool) (shortest, longest int) {
	shortest, longest = p.Len()
	if strict {
		return shortest, longest
	}
	for _, part := range p {
		if part.Min < part.Max && part.Length > 0 && len(part.Texts) == 0 {
			shortest, longest = shortest+part.Length-part.Min, longest+part.Length-part.Max
		}
	}
	return shortest, longest
}

// readPattern adds the reading of a pattern.
func (in *Inspector) readPattern(r *Result, c *candidate, text string) bool {
	pieces, ok := c.scheme.Pattern.Match(make([]gen.Piece, 0, len(c.scheme.Pattern)), text)
	if !ok {
		return false
	}
	o := Reading{Scheme: c.scheme, SameAs: c.same, Spelling: "text", Own: true, Timed: c.timed, Plausible: true, Text: text, pieces: pieces, c: c}
	for _, p := range pieces {
		if p.Source == gen.Time {
			o.ID = gen.FromUint64(p.Value)
		}
		o.Secret = o.Secret || p.Secret
	}
	if verify := c.scheme.Verify; verify != nil {
		found, err := verify(text)
		if err != nil {
			if len(in.opts.As) > 0 {
				r.refused = err
			}
			return false
		}
		o.Findings = found
	}
	if c.timed {
		o.Time = c.line.Time(o.ID.Lo)
		o.Plausible = c.plausible(o.ID.Lo)
		if !o.Plausible && len(in.opts.As) == 0 {
			r.ruleOutTime(&o)
			return false
		}
	}
	class, symbols := in.shapes.class(text, 0)
	if class >= 0 {
		o.word = isWord(text)
		s := in.strength(c, shape{class, symbols})
		o.Evidence, o.rivals = s.timed, s.rivals
		if !o.Plausible {
			o.Evidence = s.untimed
		}
	}
	if len(in.opts.As) == 0 && !in.opts.All && (o.word || numeric(text)) && o.Evidence < likelyBits {
		return false // a word, a number
	}
	r.Readings = append(r.Readings, o)
	return true
}

// patternChance is the chance that random symbols of the class are a text of the
// pattern: the product over the symbols of how many of the class each part has.
// Where two parts vary in length together, all ways to share the length count.
func (c *candidate) patternChance(class, symbols int, timed bool) float64 {
	chances := []float64{1} // by length so far
	for i := range c.scheme.Pattern {
		part := &c.scheme.Pattern[i]
		next := make([]float64, symbols+1)
		for at, p := range chances {
			if p > 0 {
				c.partChance(part, class, timed, p, next[at:])
			}
		}
		chances = next
	}
	return min(1, chances[symbols]*math.Exp2(-c.scheme.VerifyBits))
}

// partChance adds to next, by length, the chances of a part after one of p.
func (c *candidate) partChance(part *gen.Part, class int, timed bool, p float64, next []float64) {
	all := float64(len(classes[class]))
	if len(part.Texts) > 0 {
		for _, t := range part.Texts {
			if len(t) >= len(next) {
				continue
			}
			share := p
			for i := range len(t) {
				n := common(classes[class], t[i:i+1])
				if part.Fold && t[i]|' ' >= 'a' && t[i]|' ' <= 'z' {
					n = common(classes[class], string([]byte{t[i] | ' ', t[i] &^ ' '}))
				}
				share *= float64(n) / all
			}
			next[len(t)] += share
		}
		return
	}
	low, high := part.Min, part.Max
	if part.Min < part.Max && part.Length > 0 && c.bare {
		low, high = part.Length, part.Length
	}
	valid := float64(common(classes[class], part.Alphabet)) / all
	if part.Alphabet == gen.AnyByte {
		valid = 1
	}
	for n := low; n <= high && n < len(next); n++ {
		share := math.Pow(valid, float64(n))
		if part.Source == gen.Time && timed && c.last >= c.first {
			if a := partAlphabet(part.Alphabet, class); a.valid > 0 {
				share = a.between(gen.FromUint64(c.first), gen.FromUint64(min(c.last, c.scheme.LastTick())), n)
			}
		}
		next[n] += p * share
	}
}

// partAlphabet is the alphabet of a part as a way to write numbers.
func partAlphabet(symbols string, class int) *alphabet {
	a := &alphabet{base: len(symbols)}
	share := 1 / float64(len(classes[class]))
	for v := range len(symbols) {
		if common(classes[class], symbols[v:v+1]) > 0 {
			a.chance[v] = share
			a.valid += share
		}
	}
	return a
}

// common is how many symbols of a class an alphabet has.
func common(class, alphabet string) int {
	n := 0
	for i := range len(class) {
		for j := range len(alphabet) {
			if class[i] == alphabet[j] {
				n++
				break
			}
		}
	}
	return n
}

// Piece is a part of a text that is no number of bits.
type Piece struct {
	Name       string
	Letter     byte
	Source     gen.Source
	Start, End int // in bytes of the text
	Text       string
	Number     bool // the text is Value in some base
	Value      uint64
}

// Pieces returns the parts of a text that is no number of bits; none for others,
// which have Fields.
func (r *Reading) Pieces() []Piece {
	list := make([]Piece, 0, len(r.pieces))
	for i, p := range r.pieces {
		text := r.Text[p.Start:p.End]
		if p.Secret {
			text = mask(text)
		}
		list = append(list, Piece{p.Name, r.c.letters[i], p.Source, p.Start, p.End, text, p.Numeric(), p.Value})
	}
	return slices.Clip(list)
}

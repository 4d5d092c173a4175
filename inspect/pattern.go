package inspect

import (
	"math"
	"strings"

	"idscope/gen"
)

// A scheme that is a pattern of text is read by a reader of its own: it has no
// form and no bits. Its readings carry pieces of the text instead of fields, and
// their ID is the time, in ticks.

// patterned is what a member has where its scheme is a pattern.
type patterned struct {
	parts    gen.Pattern // that texts are read by
	begins   symbolSet   // the symbols that may be the first of a text
	symbols  symbolSet   // of which texts consist
	needed   symbolSet   // that every text has
	scheme   *gen.Scheme
	matching lazy[*matching]
}

// matching is what matching needs of a pattern. It is made when a text of its length is
// met first: most calls meet few.
type matching struct {
	*gen.Matcher
	letters []byte
	shares  [][kinds]float64 // of each part: how its symbols spread over the kinds
	// numeral says that digits alone are as good as any other text: there are no
	// letters, but for a check digit.
	numeral bool
}

// pattern compiles a scheme that is a pattern; bare says whether texts have to
// tell that they are of it.
func (m *member) pattern(s *gen.Scheme, bare bool) {
	m.meaning = 1
	m.patterned = &patterned{parts: s.Read(bare), scheme: s, needed: symbolsOf(s.Marks, false)}
	m.begins, m.symbols = textSymbols(m.parts)
	for _, part := range m.parts {
		common := everySymbol
		for _, t := range part.Texts {
			common = common.and(symbolsOf(t, false))
		}
		switch {
		case len(part.Texts) > 0 && !part.Fold:
			m.needed = m.needed.or(common)
		case part.Group > 0 && part.Min > part.Group:
			m.needed = m.needed.or(symbolsOf("-", false))
		}
	}
}

// textSymbols finds of which symbols the texts of a pattern consist, and which of them may be the first.
func textSymbols(parts gen.Pattern) (first, all symbolSet) {
	open := true // the part may be the first
	for i := range parts {
		part := &parts[i]
		begins, symbols := symbolSet{}, symbolsOf(part.Alphabet, part.Fold)
		for _, t := range part.Texts {
			begins = begins.or(symbolsOf(t[:1], part.Fold))
			symbols = symbols.or(symbolsOf(t, part.Fold))
		}
		switch {
		case part.Alphabet == gen.AnyByte && len(part.Texts) == 0:
			begins, symbols = everySymbol, everySymbol
		case len(part.Texts) == 0:
			begins = symbols
		}
		if part.Group > 0 {
			symbols = symbols.or(symbolsOf("-", false))
		}
		if all = all.or(symbols); open {
			first = first.or(begins)
		}
		open = open && len(part.Texts) == 0 && part.Min == 0
	}
	return first, all
}

func (p *patterned) matcher() *matching {
	return p.matching.get(func() *matching { return newMatching(p.scheme, p.parts) })
}

func newMatching(s *gen.Scheme, p gen.Pattern) *matching {
	m := &matching{Matcher: p.Matcher(), letters: p.Letters(), shares: make([][kinds]float64, len(p)), numeral: true}
	for i, part := range p {
		for j := range len(part.Alphabet) {
			m.shares[i][symbolKind(part.Alphabet[j])] += 1 / float64(len(part.Alphabet))
		}
		if s.Format != gen.FormatCheckDigit && strings.ContainsAny(part.Alphabet+strings.Join(part.Texts, ""),
			letters) {
			m.numeral = false
		}
	}
	return m
}

// readPattern adds the reading of a pattern.
func (in *Inspector) readPattern(r *Result, k *check, text string) bool {
	c, from, ok := k.candidate, len(r.pieces), false
	if r.pieces, ok = c.matcher().Match(r.pieces, text); !ok {
		return false
	}
	pieces := r.pieces[from:len(r.pieces):len(r.pieces)]
	bare := len(in.opts.As) == 0 && !in.opts.All
	if bare && c.scheme.Format != gen.FormatToken && c.scheme.VerifyBits < checkedBits &&
		c.surprise(text, pieces) > mostSurprise {
		return false
	}
	o := k.expected()
	o.Text, o.pieces = text, pieces
	for i := range pieces {
		if pieces[i].Source == gen.Time {
			o.ID = gen.ID{Lo: pieces[i].Tick()}
		}
		o.Secret = o.Secret || pieces[i].Secret
	}
	if o.Secret {
		o.key, _ = c.matcher().Key(text, true)
	}
	if verify := c.scheme.Verify; verify != nil {
		found, err := verify(text)
		if err != nil {
			if (len(in.opts.As) > 0 || c.scheme.Format == gen.FormatToken) && r.refused == nil {
				r.refused = err
			}
			return false
		}
		o.Findings = found
	}
	o.tick = o.ID.Lo
	if c.timed {
		o.Time = c.line.Time(o.ID.Lo)
		if o.Plausible = c.plausible(o.ID.Lo); !o.Plausible {
			if len(in.opts.As) == 0 {
				r.ruleOutTime(c, o.ID, o.tick)
				return false
			}
			o.Evidence = k.worth.untimed
		}
	}
	if bare && (o.word != noWord || numeric(text) && !c.matcher().numeral) && o.Evidence < likelyBits {
		return false // a word, a number
	}
	if bare && in.chanceAlone(&o) {
		r.byChance(k)
		return false
	}
	r.Readings = append(r.Readings, o)
	return true
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// The kinds of symbols: digits, small and large letters, all others.
const kinds = 4

func symbolKind(c byte) int {
	switch {
	case c-'0' < 10:
		return 0
	case c-'a' < 26:
		return 1
	case c-'A' < 26:
		return 2
	}
	return 3
}

// mostSurprise drops one in 4000 of the texts that are made, and nearly all that
// are names or words put together.
const mostSurprise = 14

// checkedBits is a checksum, which says more than the kinds of symbols: numbers of
// accounts may have letters, but most have none.
const checkedBits = 6

// surprise is by how many bits the kinds of symbols in a text tell that it was not
// drawn from the alphabets of its parts: a name of a variable may be a NanoID, but
// NanoIDs hardly ever are without large letters and digits. It is the length times
// the relative entropy of the kinds.
func (c *candidate) surprise(text string, pieces []gen.Piece) float64 {
	var want, got [kinds]float64
	for i := range pieces {
		p := &pieces[i]
		switch {
		case p.Alphabet == gen.AnyByte, p.Group > 0, p.Source == gen.Seq && p.Stride[1] == 0:
			continue
		case p.Source != gen.Random && p.Source != gen.Digest && p.Source != gen.Data && p.Source != gen.Seq:
			continue
		}
		for _, b := range []byte(text[p.Start:p.End]) {
			k := symbolKind(b)
			if p.Fold && k == 2 {
				k = 1
			}
			got[k]++
		}
		for k, share := range c.matcher().shares[i] {
			want[k] += share * float64(p.End-p.Start)
		}
	}
	bits := 0.0
	for k, n := range got {
		if n > 0 && want[k] > 0 {
			bits += n * math.Log2(n/want[k])
		}
	}
	return bits
}

// patternChance is the chance that random symbols of the class are a text of the
// pattern: the product over the symbols of how many of the class each part has.
// Where a part varies in length, all lengths that fit count.
func (c *candidate) patternChance(class, symbols int, timed bool) float64 {
	chances := []float64{1} // by length so far
	for i := range c.parts {
		k, ok := classOf(&c.parts[i], class)
		if !ok {
			return 0
		}
		next := make([]float64, symbols+1)
		for at, p := range chances {
			if p > 0 {
				c.partChance(&c.parts[i], &k, class, timed, p, next[at:])
			}
		}
		chances = next
	}
	return min(1, chances[symbols]*math.Exp2(-c.scheme.VerifyBits))
}

// partClass is what a part has in common with a class of symbols.
type partClass struct {
	texts         []float64 // the chance of its texts of each length together
	valid, hyphen float64   // that a symbol is one of its alphabet, or a hyphen
}

// classOf returns what a part has in common with a class; ok is false where random symbols of that are never the part.
func classOf(part *gen.Part, class int) (k partClass, ok bool) {
	symbols, all := allShapes().sets[class], float64(len(classes[class]))
	share := func(text string, fold bool) float64 { return float64(symbolsOf(text, fold).and(symbols).len()) / all }
	for _, t := range part.Texts {
		chance := 1.0
		for i := 0; i < len(t) && chance > 0; i++ {
			chance *= share(t[i:i+1], part.Fold)
		}
		if chance == 0 {
			continue
		}
		for len(k.texts) <= len(t) {
			k.texts = append(k.texts, 0)
		}
		k.texts[len(t)] += chance
	}
	if k.valid = 1; part.Alphabet != gen.AnyByte {
		k.valid = share(part.Alphabet, part.Fold)
	}
	k.hyphen = share("-", false)
	return k, len(k.texts) > 0 || len(part.Texts) == 0 && (k.valid > 0 || part.Min == 0)
}

// partChance adds to next, by length, the chances of a part after one of p.
func (c *candidate) partChance(part *gen.Part, k *partClass, class int, timed bool, p float64, next []float64) {
	for length, share := range k.texts {
		if share > 0 && length < len(next) {
			next[length] += p * share
		}
	}
	if len(part.Texts) > 0 || k.valid == 0 && part.Min > 0 {
		return
	}
	valid := math.Pow(k.valid, float64(part.Min))
	for n := part.Min; n <= part.Max; n++ {
		length := part.Bytes(n)
		if length >= len(next) {
			break
		}
		share := valid
		if valid *= k.valid; length > n {
			share *= math.Pow(k.hyphen, float64(length-n))
		}
		if part.Source == gen.Time && timed && c.last >= c.first {
			if a := newAlphabet(part.Alphabet, false, class); a.valid > 0 {
				per := max(1, part.Per)
				from, _ := gen.ID{Lo: c.first}.MulAdd(per, 0)
				to, _ := gen.ID{Lo: min(c.last, c.scheme.LastTick())}.MulAdd(per, per-1)
				share = a.between(from, to, n)
			}
		}
		next[length] += p * share
	}
}

// chancy reports whether identifiers of c are random bits and nothing else, so that
// a word of small letters is rather that.
func (c *candidate) chancy() bool {
	return c.codec != nil && c.scheme.Layout.Width(gen.Random) == c.size
}

package inspect

import (
	"bytes"
	"math/bits"
	"time"

	"idscope/gen"
)

// Glance is what one look at a text says of it: the best reading, without the
// others and without what speaks for it.
type Glance struct {
	Scheme     *gen.Scheme
	Confidence Confidence
	Timed      bool
	Time       time.Time // the start of its tick, in UTC
	Vague      bool      // the time is the start of a stretch: see Reading.Vague
	// Hidden is what may be shown of a text that is a secret; empty for others.
	Hidden string
}

// A Glancer reads texts that were cut out of running text, most of which are no
// identifiers, for speed: [Inspector.InspectInto] is asked only where one look
// can not say no, or yes. Its answer is the same, but where that is unsure it is
// nothing:
//
//   - Without As it reads likely and certain identifiers, and those that would be
//     likely if only one scheme read them, in their scheme's own spelling, and UUIDs without hyphens where the evidence is 16 bits and more.
//     In running text other spellings are words and parts of names far more often
//     than the evidence, which is against random text, can tell.
//   - Under As it reads what has a plausible time and the scheme's own spelling.
//   - With all it reads whatever the Inspector does, where evidence of 2 bits speaks
//     for it, or As does.
//
// Digits alone are no identifier of a scheme that has letters in its text, and a
// text without a digit is none of a scheme that is a pattern, in all these cases. A Glancer is for one goroutine.
type Glancer struct {
	in     *Inspector
	all    bool
	both   [256]uint64              // the forms of a byte, and above them its classes
	shapes [len(classes)][]*outlook // by length
	uuids  *reader
	own    [1 << 7][]uuidOwn // of uuids, by version and variant
	rest   []*candidate      // of uuids, that can be better than an own one
	result Result
	pieces []gen.Piece
	buf    [8]fitting
}

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

// fitting is a candidate that reads a text, and as what.
type fitting struct {
	*sure
	id gen.ID
}

// outlook is who can read the texts of a shape.
type outlook struct{ prospects []prospect }

// prospect is the candidates of one reader that can.
type prospect struct {
	*reader
	list []sure
}

// sure is a candidate that is the best reading of each text of the shape that it
// reads and no challenger with a higher score; where known is false the Inspector
// has to be asked. No other but a challenger makes the reading less than sure.
type sure struct {
	*candidate
	score       float64
	known       bool
	confidence  Confidence // where no challenger reads it as well
	challengers []prospect
}

// spelledHex is the evidence from which on UUIDs without hyphens are read: hashes
// are so much more common than UUIDs of versions 1 and 6 that are written so.
const spelledHex = 16

// NewGlancer returns a Glancer of an Inspector, best a Strict one.
func NewGlancer(in *Inspector, all bool) *Glancer {
	g := &Glancer{in: in, all: all}
	for b := range g.both {
		g.both[b] = uint64(in.shapes.classes[b])<<32 | uint64(in.shapes.forms[b])
	}
	for i := range g.shapes {
		g.shapes[i] = make([]*outlook, len(in.byLength))
	}
	for _, r := range in.byLength[uuidLen] {
		if r.text.Form == gen.UUID && r.candidates[0].codec != nil {
			g.uuids = r
			g.splitUUIDs()
		}
	}
	return g
}

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

// Read returns the best reading of a text; ok is false where there is none that
// is wanted. It does not allocate where it says no.
func (g *Glancer) Read(text []byte) (o Glance, ok bool) {
	n := len(text)
	if n == 0 || n >= len(g.in.byLength) || len(g.in.byLength[n]) == 0 {
		return o, false
	}
	both := ^uint64(0)
	for _, b := range text {
		both &= g.both[b]
	}
	if both>>32 == 0 {
		return o, false
	}
	class := bits.TrailingZeros32(uint32(both >> 32))
	id, isUUID := gen.ID{}, false
	if g.uuids != nil && n == uuidLen && text[8] == '-' {
		id, isUUID = g.uuids.text.Try(text, g.uuids.bits)
	}
	switch {
	case isUUID:
		if c := g.uuid(id, text); c != nil {
			return c.glance(id), true
		}
	default:
		fits, unclear := g.fits(g.buf[:0], g.outlook(class, n).prospects, text, uint32(both))
		if len(fits) == 0 && !unclear {
			return o, false
		}
		if len(fits) == 1 && !unclear && fits[0].known && !isWord(string(text)) {
			if confidence, ok := g.settle(fits[0], text, uint32(both)); ok {
				o = fits[0].glance(fits[0].id)
				o.Confidence = confidence
				return o, true
			}
		}
	}
	g.in.InspectInto(&g.result, string(text))
	return g.accept(text, class)
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

// glance is the glance at a UUID, whose syntax makes it certain.
func (c *candidate) glance(id gen.ID) Glance {
	o := Glance{Scheme: c.scheme, Confidence: Certain, Timed: c.timed}
	if c.timed {
		o.Time = c.line.Time(c.shown(c.tick(id)))
		o.Vague = (&Reading{Scheme: c.scheme, Timed: true}).Vague()
	}
	return o
}

// accept takes what the Inspector found, if it is wanted.
func (g *Glancer) accept(text []byte, class int) (Glance, bool) {
	if !g.result.OK() {
		return Glance{}, false
	}
	r := &g.result.Readings[0]
	digits := class == 0 || bytes.Trim(text, "0123456789-_") == nil
	switch form := r.Scheme.Text.Form; {
	case r.c.codec == nil && bytes.IndexAny(text, "0123456789") < 0:
		return Glance{}, false
	case r.c.codec != nil && digits && r.Spelling != "int" && r.Spelling != "uuid" && form != gen.DateDigits:
		return Glance{}, false
	case g.all && (len(g.in.opts.As) > 0 || r.Evidence >= rareBits):
	case g.all: // a word could be a nanoid, but nothing says so
		return Glance{}, false
	case !r.Plausible && !r.c.settledForm():
		return Glance{}, false
	case !r.Own && (r.c.reader.text.Form != gen.Hex || form != gen.UUID || r.Evidence < spelledHex):
		return Glance{}, false
	case len(g.in.opts.As) == 0 && r.Confidence < Likely && (r.Evidence < likelyBits || r.rivals > 1.0/(1<<likelyBits) || r.word || form == gen.DateDigits):
		return Glance{}, false
	}
	o := Glance{Scheme: r.Scheme, Confidence: r.Confidence, Timed: r.Timed, Time: r.Time, Vague: r.Vague()}
	if r.Secret {
		o.Hidden = g.result.Cleaned
	}
	return o, true
}

// settledForm reports whether the scheme's own text has a syntax, which is
// certain whatever the time says.
func (c *candidate) settledForm() bool { return c.codec != nil && c.reader.syntax() }

// outlook returns who can read texts of a class and length, as more than possible
// where that is wanted. The evidence of a shape is computed when it is met first.
func (g *Glancer) outlook(class, n int) *outlook {
	if o := g.shapes[class][n]; o != nil {
		return o
	}
	o := &outlook{}
	for _, r := range g.in.byLength[n] {
		p := prospect{reader: r}
		for _, c := range r.candidates {
			if g.readable(c) && !(n < leastVerified && c.oneSymbol() && !g.all && len(g.in.opts.As) == 0) && (g.all || len(g.in.opts.As) > 0 || g.promises(c, class, n)) {
				p.list = append(p.list, g.sure(c, class, n))
			}
		}
		if len(p.list) > 0 {
			o.prospects = append(o.prospects, p)
		}
	}
	g.shapes[class][n] = o
	return o
}

// leastVerified is the length from which on texts are looked at that begin with
// one certain symbol and have to be taken apart to be told from words (CIDs). Those
// of a hash are longer.
const leastVerified = 40

// oneSymbol reports whether all that tells a text of a pattern from a word is its
// first symbol, and what only Verify knows.
func (c *candidate) oneSymbol() bool {
	p := c.scheme.Pattern
	return c.scheme.Verify != nil && len(p) > 0 && len(p[0].Texts) > 0 && len(p[0].Texts[0]) == 1
}

// sure finds what there is to know of a candidate before a text of the class and
// length is seen.
func (g *Glancer) sure(c *candidate, class, n int) sure {
	s := sure{candidate: c}
	if c.codec == nil || c.reader.affix || c.level != own || punctuation(c.reader.text.Form) != "" || c.reader.text.Form == gen.DateDigits ||
		len(g.in.opts.As) > 0 || g.all || class == 0 {
		return s
	}
	if u := g.in.shapes.usual[c.reader.text.Form]; u >= 0 && u != class && len(classes[u]) == len(classes[class]) {
		return s // the evidence may be that of another class
	}
	its := g.in.strength(c, shape{class, n})
	switch {
	case its.timed >= certainBits && its.rivals <= 1.0/(1<<certainBits):
		s.confidence = Certain
	case its.timed < likelyBits || its.rivals > 1.0/(1<<likelyBits):
		return s
	default:
		s.confidence = Likely
	}
	for _, r := range g.in.byLength[n] {
		p := prospect{reader: r}
		for _, k := range r.candidates {
			if t := g.in.strength(k, shape{class, n}).timed; k != c && t < evidence(0) && (t > its.timed-aheadBits || t+k.prior() >= its.timed+c.prior() || k.level == own && r.syntax()) {
				p.list = append(p.list, sure{candidate: k, score: t + k.prior()})
			}
		}
		if len(p.list) > 0 {
			s.challengers = append(s.challengers, p)
		}
	}
	s.score, s.known = its.timed+c.prior(), true
	return s
}

// prior is that of a reading.
func (c *candidate) prior() float64 { return (&Reading{Scheme: c.scheme, c: c}).Prior() }

// promises reports whether a text of that class and length can be more than
// possible.
func (g *Glancer) promises(c *candidate, class, n int) bool {
	usual := class
	if c.codec != nil {
		n -= len(c.reader.fixedPunctuation())
		if u := g.in.shapes.usual[c.reader.text.Form]; u >= 0 && len(classes[u]) == len(classes[class]) {
			usual = u
		}
	}
	return n > 0 && (g.in.strength(c, shape{class, n}).promises() || g.in.strength(c, shape{usual, n}).promises())
}

// promises reports whether a text with that evidence can be more than possible.
func (s strength) promises() bool {
	return s.timed >= likelyBits && s.timed < evidence(0) && s.rivals <= 1.0/(1<<likelyBits)
}

// readable reports whether the spelling is one that is read in running text.
func (g *Glancer) readable(c *candidate) bool {
	switch form := c.scheme.Text.Form; {
	case g.all:
		return true
	case c.level == own:
		return c.codec == nil || form != gen.DateDigits || len(g.in.opts.As) > 0
	default:
		return form == gen.UUID && c.reader.text.Form == gen.Hex
	}
}

// settle finds how sure the one candidate that fits is, where none of its
// challengers is better.
func (g *Glancer) settle(c fitting, text []byte, forms uint32) (confidence Confidence, ok bool) {
	var buf [8]fitting
	fits, unclear := g.fits(buf[:0], c.challengers, text, forms)
	if unclear {
		return 0, false
	}
	confidence = c.confidence
	for _, k := range fits {
		switch {
		case k.score >= c.score:
			return 0, false
		case k.level != implied: // in the clothes of another it is no rival
			confidence = Possible
		}
	}
	return confidence, true
}

// fits appends the candidates that read the text: its symbols, its constant bits
// and its time. Where it takes more to tell, or there are many, it is unclear.
func (g *Glancer) fits(fits []fitting, list []prospect, text []byte, forms uint32) (all []fitting, unclear bool) {
	for i := range list {
		p := &list[i]
		first := p.list[0]
		switch {
		case first.codec == nil:
			if g.patterned(first.candidate, text) {
				return fits, true
			}
			continue
		case p.affix:
			if p.affixed(text, g.all) {
				return fits, true
			}
			continue
		case forms>>p.text.Form&1 == 0:
			continue
		}
		id, read := p.text.Try(text, p.bits)
		if !read {
			continue
		}
		id = p.id(id)
		for j := range p.list {
			c := &p.list[j]
			if !c.codec.Matches(id) || !g.all && !c.plausible(c.tick(id)) {
				continue
			}
			if len(fits) == cap(fits) {
				return fits, true
			}
			fits = append(fits, fitting{c, id})
		}
	}
	return fits, false
}

// affixed reports whether the text has an identifier behind a prefix, before a
// checksum or both.
func (p *prospect) affixed(text []byte, implausible bool) bool {
	c, a := p.list[0], p.list[0].scheme.Affix
	_, size := p.text.Len(p.bits)
	ends := [2]int{len(text), len(text) - a.SumLen - 1}
	for i, end := range ends {
		at := end - size
		if i > 0 && a.Sum == nil || at < 0 || at == 0 && !a.Optional || at > 0 && text[at-1] != a.Separator {
			continue
		}
		if id, ok := p.text.Try(text[at:end], p.bits); ok && c.codec.Matches(id) && (implausible || c.plausible(c.tick(id))) {
			return true
		}
	}
	return false
}

// patterned reports whether the text is one of a pattern, of a plausible time.
func (g *Glancer) patterned(c *candidate, text []byte) bool {
	if !startsAs(c.scheme.Pattern, text) || bytes.IndexAny(text, "0123456789") < 0 {
		return false
	}
	var ok bool
	if g.pieces, ok = c.matcher.Match(g.pieces[:0], string(text)); !ok {
		return false
	}
	for i := range g.pieces {
		if p := &g.pieces[i]; c.timed && p.Source == gen.Time && !g.all && !c.plausible(p.Tick()) {
			return false
		}
	}
	return true
}

// startsAs reports whether a text begins as the pattern does, where that begins
// with fixed texts.
func startsAs(p gen.Pattern, text []byte) bool {
	if len(p) == 0 || len(p[0].Texts) == 0 {
		return true
	}
	for _, t := range p[0].Texts {
		if len(text) < len(t) {
			continue
		}
		head := text[:len(t)]
		if string(head) == t || p[0].Fold && bytes.EqualFold(head, []byte(t)) {
			return true
		}
	}
	return false
}

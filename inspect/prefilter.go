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
//   - Without As it reads likely and certain identifiers in their scheme's own
//     spelling, and UUIDs without hyphens where the evidence is 16 bits and more.
//     In running text other spellings are words and parts of names far more often
//     than the evidence, which is against random text, can tell.
//   - Under As it reads what has a plausible time and the scheme's own spelling.
//   - With all it reads whatever the Inspector does, where evidence of 2 bits speaks
//     for it, or As does.
//
// Digits alone are no identifier of a scheme that has letters in its text, in
// none of these cases. A Glancer is for one goroutine.
type Glancer struct {
	in     *Inspector
	all    bool
	both   [256]uint64              // the forms of a byte, and above them its classes
	shapes [len(classes)][]*outlook // by length
	uuids  *reader
	own    [1 << 7][]*candidate // of uuids, by version and variant
	rest   []*candidate         // of uuids, that can be better than an own one
	result Result
}

// outlook is who can read the texts of a shape.
type outlook struct{ prospects []prospect }

// prospect is the candidates of one reader that can.
type prospect struct {
	*reader
	list []sure
}

// sure is a candidate that is the best reading, with that confidence, of each text
// of the shape that it reads and that none of its challengers reads; where known
// is false the Inspector has to be asked.
type sure struct {
	*candidate
	known       bool
	confidence  Confidence
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
	for _, r := range in.byLength[36] {
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
		if c.level == own {
			for i := range g.own {
				fixed, kind := c.codec.Mask(gen.Const), gen.ID{Mid: uint64(i) >> 3 << 12, Lo: uint64(i) << 61}
				if mask := fixed.And(gen.ID{Mid: 0xf000, Lo: 7 << 61}); kind.And(mask) == c.constants().And(mask) {
					g.own[i] = append(g.own[i], c)
				}
			}
			continue
		}
		const hexDigits = 32
		for class := range 4 { // decimal, and hexadecimal of either case and both
			if g.in.strength(c, shape{class, hexDigits}).timed+c.scheme.Prior >= certainBits {
				g.rest = append(g.rest, c)
				break
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
	if g.uuids != nil && n == 36 && text[8] == '-' {
		id, isUUID = g.uuids.text.Try(text, g.uuids.bits)
	}
	switch {
	case isUUID:
		if c := g.uuid(id); c != nil {
			return c.glance(id), true
		}
	default:
		c, id, fits := g.fits(g.outlook(class, n).prospects, text, uint32(both))
		if !fits {
			return o, false
		}
		if c != nil && c.known && !isWord(string(text)) {
			if _, _, beaten := g.fits(c.challengers, text, uint32(both)); !beaten {
				o = c.glance(id)
				o.Confidence = c.confidence
				return o, true
			}
		}
	}
	g.in.InspectInto(&g.result, string(text))
	return g.accept(text, class)
}

// uuid returns the scheme of most UUIDs: the one that alone can be the best
// reading. It is nil where there is none, or more than one.
func (g *Glancer) uuid(id gen.ID) (best *candidate) {
	for _, c := range g.own[kindOf(id)] {
		if !c.codec.Matches(id) {
			continue
		}
		if best != nil || c.scheme.Prior <= 0 || !c.plausible(c.tick(id)) {
			return nil
		}
		best = c
	}
	for _, c := range g.rest {
		if c.codec.Matches(id) && c.plausible(c.tick(id)) {
			return nil
		}
	}
	return best
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
	case r.c.codec != nil && digits && r.Spelling != "int" && r.Spelling != "uuid" && form != gen.DateDigits:
		return Glance{}, false
	case g.all && (len(g.in.opts.As) > 0 || r.Evidence >= rareBits):
	case g.all: // a word could be a nanoid, but nothing says so
		return Glance{}, false
	case !r.Plausible && !r.c.settledForm():
		return Glance{}, false
	case !r.Own && (r.c.reader.text.Form != gen.Hex || form != gen.UUID || r.Evidence < spelledHex):
		return Glance{}, false
	case len(g.in.opts.As) == 0 && r.Confidence < Likely:
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
			if g.readable(c) && (g.all || len(g.in.opts.As) > 0 || g.promises(c, class, n)) {
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
			if t := g.in.strength(k, shape{class, n}).timed; k != c && t < evidence(0) && (t > its.timed-aheadBits || t+k.scheme.Prior >= its.timed+c.scheme.Prior || k.level == own && r.syntax()) {
				p.list = append(p.list, sure{candidate: k})
			}
		}
		if len(p.list) > 0 {
			s.challengers = append(s.challengers, p)
		}
	}
	s.known = true
	return s
}

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

// fits reports whether the text can be an identifier of one of those: its
// symbols, its constant bits and its time. It returns the only one, or nil where
// there are more or it takes more to tell.
func (g *Glancer) fits(list []prospect, text []byte, forms uint32) (only *sure, id gen.ID, ok bool) {
	for i := range list {
		p := &list[i]
		first := p.list[0]
		switch {
		case first.codec == nil:
			if startsAs(first.scheme.Pattern, text) {
				return nil, id, true
			}
			continue
		case p.affix:
			if a := first.scheme.Affix; a.Optional && forms>>p.text.Form&1 == 1 || bytes.IndexByte(text, a.Separator) > 0 {
				return nil, id, true
			}
			continue
		case forms>>p.text.Form&1 == 0:
			continue
		}
		v, read := p.text.Try(text, p.bits)
		if !read {
			continue
		}
		v = p.id(v)
		for j := range p.list {
			c := &p.list[j]
			if !c.codec.Matches(v) || !g.all && !c.plausible(c.tick(v)) {
				continue
			}
			if ok {
				return nil, id, true
			}
			only, id, ok = c, v, true
		}
	}
	return only, id, ok
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

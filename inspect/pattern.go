package inspect

import (
	"strings"
	"sync"
	"sync/atomic"

	"idscope/gen"
)

// A scheme that is a pattern of text is read by a reader of its own: it has no
// form and no bits. Its readings carry pieces of the text instead of fields, and
// their ID is the time, in ticks.

// patterned is what a member has where its scheme is a pattern.
type patterned struct {
	parts    gen.Pattern // that texts are read by
	scheme   *gen.Scheme
	once     sync.Once // of matching
	matching *matching
	classes  [len(classes)]atomic.Pointer[[]partClass] // see common
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
	m.patterned = &patterned{parts: s.Read(bare), scheme: s}
}

func (p *patterned) matcher() *matching {
	p.once.Do(func() { p.matching = newMatching(p.scheme, p.parts) })
	return p.matching
}

func newMatching(s *gen.Scheme, p gen.Pattern) *matching {
	m := &matching{Matcher: p.Matcher(), letters: p.Letters(), shares: make([][kinds]float64, len(p)), numeral: true}
	for i, part := range p {
		for j := range len(part.Alphabet) {
			m.shares[i][symbolKind(part.Alphabet[j])] += 1 / float64(len(part.Alphabet))
		}
		if s.Format != gen.FormatCheckDigit && strings.ContainsAny(part.Alphabet+strings.Join(part.Texts, ""), letters) {
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
			o.ID = gen.FromUint64(pieces[i].Tick())
		}
		o.Secret = o.Secret || pieces[i].Secret
	}
	if o.Secret {
		o.key, _ = c.matcher().Key(text, true)
	}
	if verify := c.scheme.Verify; verify != nil {
		found, err := verify(text)
		if err != nil {
			if len(in.opts.As) > 0 || c.scheme.Format == gen.FormatToken {
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
		r.chance = c.scheme.Name
		return false
	}
	r.Readings = append(r.Readings, o)
	return true
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

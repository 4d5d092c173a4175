package check

import (
	"fmt"

	"idscope/gen"
)

// strict reads lines that must be of one scheme, in its own text.
type strict struct {
	scheme  *gen.Scheme
	codec   *gen.Codec
	bits    int
	unusual bool // the bits have to fit each other, too

	matcher *gen.Matcher // of a scheme that is a pattern of text, which has none of those
	pattern string
	line    gen.Timeline
	timed   bool
}

func newStrict(s *gen.Scheme, codec *gen.Codec) *strict {
	return &strict{scheme: s, codec: codec, bits: codec.Size(), unusual: s.Valid != nil || s.Digit.Base > 0}
}

// onlyTexts makes s, a pattern of text, the one kind: texts are compared by their
// keys.
func (k *kinds) onlyTexts(s *gen.Scheme) error {
	if err := s.Pattern.Check(); err != nil {
		return fmt.Errorf("scheme %s: %w", s.Name, err)
	}
	p := s.Read(false)
	k.as = &strict{scheme: s, matcher: p.Matcher(), pattern: p.String(), timed: s.Timed()}
	k.bits = k.as.read
	if k.as.timed {
		k.as.line = s.Timeline()
	}
	k.list = []*kind{{name: s.Name, bits: gen.MaxBits, store: kindAs, writes: k.as.matcher.AppendKey}}
	k.words[kindAs] = gen.MaxBits / 64
	return nil
}

// read reads a line as bits of the scheme.
func (s *strict) read(line []byte) (kind int, id gen.ID) {
	if s.matcher != nil {
		return invalid, id
	}
	id, ok := s.scheme.Text.Try(line, s.bits)
	if !ok || !s.codec.Matches(id) || s.unusual && s.scheme.CheckBits(s.codec, id) != nil {
		return invalid, id
	}
	return kindAs, id
}

// readText reads a line as a text of the pattern.
func (s *strict) readText(text string, memory *Class) (kind int, id gen.ID, class *Class) {
	var few [8]gen.Piece
	pieces, ok := s.matcher.Match(few[:0], text)
	if !ok {
		return invalid, id, nil
	}
	if s.scheme.Verify != nil {
		if _, err := s.scheme.Verify(text); err != nil {
			return invalid, id, nil
		}
	}
	hide := false
	for i := range pieces {
		hide = hide || pieces[i].Secret
		if s.timed && pieces[i].Source == gen.Time {
			*memory = Class{Time: s.line.Time(pieces[i].Tick())}
			class = memory
		}
	}
	id, _ = s.matcher.Key(text, hide)
	return kindAs, id, class
}

// reason says why a line is refused.
func (s *strict) reason(line []byte) string {
	if s.matcher != nil {
		if text := string(line); s.scheme.Verify != nil {
			if _, ok := s.matcher.Match(nil, text); ok {
				_, err := s.scheme.Verify(text)
				return fmt.Sprintf("is not %s: %v", s.scheme.Name, err)
			}
		}
		return "is not " + s.scheme.Name + "; use " + s.pattern
	}
	id, err := s.scheme.Text.Parse(line, s.bits)
	if err != nil {
		return predicate(err)
	}
	if !s.codec.Matches(id) {
		return s.mismatch(id)
	}
	return fmt.Sprintf("is not %s: %v", s.scheme.Name, s.scheme.CheckBits(s.codec, id))
}

// mismatch names the first constant field that is another.
func (s *strict) mismatch(id gen.ID) string {
	for i, f := range s.scheme.Layout {
		if got := s.codec.Field(id, i); f.Source == gen.Const && got != (gen.ID{Lo: f.Value}) {
			return fmt.Sprintf("has %d in field %s; use %d, as every %s has", got.Lo, f.Name, f.Value, s.scheme.Name)
		}
	}
	return "has bits that no " + s.scheme.Name + " has"
}

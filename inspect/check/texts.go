package check

import (
	"fmt"

	"idscope/gen"
)

// texts reads lines of a scheme that is a pattern of text: they are compared by
// their keys.
type texts struct {
	matcher *gen.Matcher
	want    string
	line    gen.Timeline
	timed   bool
}

// onlyTexts makes s, a pattern of text, the one kind.
func (k *kinds) onlyTexts(s *gen.Scheme) error {
	if err := s.Pattern.Check(); err != nil {
		return fmt.Errorf("scheme %s: %w", s.Name, err)
	}
	p := s.Read(false)
	t := &texts{matcher: p.Matcher(), want: p.String(), timed: s.Timed()}
	if t.timed {
		t.line = s.Timeline()
	}
	k.as = &strict{scheme: s, texts: t}
	k.list = []*kind{{name: s.Name, bits: gen.MaxBits, store: kindAs, writes: t.matcher.AppendKey}}
	k.words[kindAs] = gen.MaxBits / 64
	return nil
}

// read reads a line as a text of the pattern.
func (s *strict) read(line []byte) reading {
	var few [8]gen.Piece
	text := string(line)
	pieces, ok := s.texts.matcher.Match(few[:0], text)
	if !ok {
		return reading{kind: -1, why: func() string { return "is not " + s.scheme.Name + "; want " + s.texts.want }}
	}
	if s.scheme.Verify != nil {
		if _, err := s.scheme.Verify(text); err != nil {
			return reading{kind: -1, why: func() string { return "is not " + s.scheme.Name + ": " + err.Error() }}
		}
	}
	out := reading{kind: kindAs}
	hide := false
	for i := range pieces {
		hide = hide || pieces[i].Secret
		if s.texts.timed && pieces[i].Source == gen.Time {
			out.class = &Class{Time: s.texts.line.Time(pieces[i].Tick())}
		}
	}
	out.id, _ = s.texts.matcher.Key(text, hide)
	return out
}

package find

import (
	"slices"
	"strings"

	"idscope/gen"
)

// enclosing are bytes that are of the text around an id rather than of the id, where its
// scheme does not name them.
const enclosing = "\"'`<>()[]{},\\|"

// anyMark is what is looked for where a part of a scheme may be any text.
const anyMark = "./:@=+~%!*#$&?"

// marksOf returns the bytes, beside letters, digits, hyphens and underscores, that texts
// of schemes may have: those belong to runs where the schemes are asked for.
func marksOf(schemes []*gen.Scheme) (marks []byte) {
	add := func(text, but string) {
		for _, c := range []byte(text) {
			if !isSymbol(c) && c > ' ' && c < 0x80 && strings.IndexByte(but+"\"\\", c) < 0 {
				marks = append(marks, c)
			}
		}
	}
	for _, s := range schemes {
		add(s.Example.Text, "")
		if s.Affix != nil {
			add(s.Affix.Symbols+string(s.Affix.Separator)+string(s.Affix.SumMark), enclosing)
		}
		if s.Pattern == nil {
			symbols, _ := s.Text.Form.Symbols()
			add(symbols+s.Text.Form.Punctuation(), enclosing)
		}
		for _, p := range s.Pattern {
			add(strings.Join(p.Texts, ""), "")
			if add(p.Alphabet, enclosing); p.Alphabet == gen.AnyByte && p.Max > 0 {
				add(anyMark, "")
			}
		}
	}
	slices.Sort(marks)
	return slices.Compact(marks)
}

// Finds reports whether ids of a scheme can be found: not those with blanks, which part
// ids in running text.
func Finds(s *gen.Scheme) bool { return !strings.Contains(s.Example.Text, " ") }

// withMarks looks at a run that has marks: as a whole, then behind each mark. What ends a
// sentence is not of it.
func (f *finder) withMarks(start, end int) {
	for end > start && strings.IndexByte(".:;!?", f.data[end-1]) >= 0 {
		end--
	}
	for at := start; end-at >= f.shortest; at++ {
		if (at == start || f.symbol[f.data[at-1]] == mark) && f.token(at, end) {
			return
		}
	}
}

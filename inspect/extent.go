package inspect

import (
	"idscope/gen"
	"idscope/inspect/known"
)

//go:generate go test -run TestExtents -update .

// extent is what tells most texts from those of a scheme. The index, in index.go, is generated and has
// that of all schemes that are read without As: known.All, and known.Unlisted.
type extent struct {
	name              string
	size              int    // in bits; 0 of a pattern
	kind              int    // equal for schemes that make the same identifiers; 0 of those that are not in the index
	shortest, longest int    // of the texts of a pattern; 0 of others
	lengths           uint64 // of the texts of others, see lengths
	classes           uint32 // those that have all symbols of a text of a pattern; 0 of all others
}

func extentOf(s *gen.Scheme) extent {
	e := extent{name: s.Name}
	if s.Pattern != nil {
		e.classes = patternClasses(s)
		e.shortest, e.longest = s.Pattern.Len()
		return e
	}
	e.size = s.Layout.Size()
	if s.Affix != nil {
		shortest, longest := s.Len()
		e.lengths = lengths(shortest, longest, 0)
	}
	eachEncoding(s, e.size, func(o schemeEncoding) {
		shortest, longest := o.text.Len(e.size)
		e.lengths |= lengths(shortest, longest, o.text.Marks(e.size))
	})
	return e
}

// lengths has a bit for each of some lengths, with so many marks and without them, the last one
// for all longer.
func lengths(shortest, longest, marks int) uint64 {
	const last = 63
	all := func(shortest, longest int) uint64 {
		return ^uint64(0) >> (last - min(longest, last)) &^ (1<<min(shortest, last) - 1)
	}
	return all(shortest, longest) | all(max(0, shortest-marks), max(0, longest-marks))
}

// mayRead reports whether a text of a shape may be of the scheme, or is compared with such texts.
func (e *extent) mayRead(key *shapeKey) bool {
	bare := key.length - key.marks
	if e.size > 0 {
		return e.lengths&(lengths(key.length, key.length, 0)|lengths(bare, bare, 0)) != 0
	}
	within := func(n int) bool { return e.shortest <= n && n <= e.longest }
	return (within(key.length) || within(bare)) && (key.classes == 0 || e.classes&(key.classes|key.bare) != 0)
}

// declare returns the scheme of an entry of the index.
func (e *extent) declare() *gen.Scheme {
	unlisted := index[len(index)-known.UnlistedCount:]
	for i := range unlisted { // one has the name of another
		if e == &unlisted[i] {
			return known.UnlistedAt(i)
		}
	}
	s, _ := known.Named(e.name) // a test shows that it is there
	return s
}

// patternClasses are the classes that have all symbols of a text of the parts of a pattern: those whose
// random strings count as rivals of others, be Marks in them or not.
func patternClasses(s *gen.Scheme) uint32 {
	in := allShapes()
	classes := ^uint32(0)
	for _, part := range s.Pattern {
		if len(part.Texts) == 0 && (part.Alphabet == gen.AnyByte || part.Min == 0) {
			continue
		}
		some := uint32(0)
		for _, t := range part.Texts {
			all := ^uint32(0)
			for _, c := range []byte(t) {
				all &= in.of(c, part.Fold)
			}
			some |= all
		}
		for _, c := range []byte(part.Alphabet) {
			some |= in.of(c, part.Fold)
		}
		classes &= some
	}
	return classes
}

package inspect

import (
	"idscope/gen"
	"idscope/inspect/known"
)

//go:generate go test -run TestExtents -update .

// extent is what tells most texts from those of a scheme. The index, in index.go, is generated and has
// that of all schemes that are read without As: known.All, and Declared.
type extent struct {
	name              string
	size              int    // in bits; 0 of a pattern
	kind              int    // equal for schemes that make the same identifiers; 0 of those that are not in the index
	shortest, longest int    // of its texts, in any spelling
	lengths           uint64 // of them, a bit for each, the last one for all longer; 0 of a pattern
	classes           uint32 // those that have all symbols of a text of a pattern; 0 of all others
}

func extentOf(s *gen.Scheme) extent {
	e := extent{name: s.Name}
	if s.Pattern != nil {
		e.classes = patternClasses(s)
		e.shortest, e.longest = s.Pattern.Len()
		return e
	}
	e.size, e.shortest = s.Layout.Size(), maxText
	add := func(shortest, longest int) {
		e.shortest, e.longest = min(e.shortest, shortest), max(e.longest, longest)
		e.lengths |= lengths(shortest, longest)
	}
	if s.Affix != nil {
		add(s.Len())
	}
	eachSpelling(s, e.size, func(o spelled) { add(o.text.Len(e.size)) })
	return e
}

// lengths has a bit for each of some lengths, the last one for all longer.
func lengths(shortest, longest int) uint64 {
	const last = 63
	return ^uint64(0) >> (last - min(longest, last)) &^ (1<<min(shortest, last) - 1)
}

// mayRead reports whether a text of a length from least to most, with the symbols of one of the
// classes, may be of the scheme; 0 is any class.
func (e *extent) mayRead(least, most int, classes uint32) bool {
	switch {
	case e.shortest > most || e.longest < least:
		return false
	case e.size > 0:
		return e.lengths&lengths(least, most) != 0
	}
	return classes == 0 || e.classes&classes != 0
}

// declare returns the scheme of an entry of the index.
func (e *extent) declare() *gen.Scheme {
	for i, d := range onlyRead { // one has the name of another
		if e == &index[len(index)-len(onlyRead)+i] {
			s := d()
			s.SetDefaults()
			return s
		}
	}
	s, _ := known.Get(e.name) // a test shows that it is there
	return s
}

// patternClasses are the classes that have all symbols of a text of the parts of a pattern: those whose
// random strings count as rivals of others, be Marks in them or not.
func patternClasses(s *gen.Scheme) uint32 {
	in := allShapes()
	classes := ^uint32(0)
	for _, part := range s.Pattern {
		some := uint32(0)
		for _, t := range part.Texts {
			all := ^uint32(0)
			for _, c := range []byte(t) {
				all &= in.of(c, part.Fold)
			}
			some |= all
		}
		if part.Alphabet == gen.AnyByte || len(part.Texts) == 0 && part.Min == 0 {
			continue
		}
		for _, c := range []byte(part.Alphabet) {
			some |= in.of(c, part.Fold)
		}
		classes &= some
	}
	return classes
}

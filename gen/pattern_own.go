package gen

import (
	"fmt"
	"slices"
)

// Restrict returns a scheme whose texts have that length, in symbols, and that alphabet in the part whose length
// varies; 0 and "" change nothing. It refuses a length that the pattern has not, and an alphabet without OwnAlphabet.
func (s *Scheme) Restrict(length int, alphabet string) (*Scheme, error) {
	if length == 0 && alphabet == "" {
		return s, nil
	}
	free, fixed := -1, 0
	for i, part := range s.Pattern {
		switch {
		case len(part.Texts) > 0:
			fixed += len(part.Texts[0])
		case part.Min < part.Max:
			free = i
		default:
			fixed += part.Min
		}
	}
	if free < 0 {
		return nil, fmt.Errorf("the length and alphabet of %s are fixed; remove them", s.Name)
	}
	own := *s
	own.Pattern = slices.Clone(s.Pattern)
	p := &own.Pattern[free]
	if length != 0 {
		if length < fixed+max(1, p.Min) || length > fixed+p.Max {
			return nil, fmt.Errorf("length %d is out of range for %s; use %d to %d",
				length, s.Name, fixed+max(1, p.Min), fixed+p.Max)
		}
		n := length - fixed
		p.Min, p.Max, p.Length = n, n, n
	}
	if alphabet != "" {
		if !s.OwnAlphabet {
			return nil, fmt.Errorf("the alphabet of %s is fixed; remove it", s.Name)
		}
		if err := CheckAlphabet(alphabet); err != nil {
			return nil, err
		}
		p.Alphabet = alphabet
	}
	return &own, nil
}

// Usual is the pattern of texts of the usual length alone, where a part of any length has one.
func (p Pattern) Usual() Pattern {
	p = slices.Clone(p)
	for i := range p {
		if part := &p[i]; len(part.Texts) == 0 && part.Min < part.Max && part.Length > 0 {
			part.Min, part.Max = part.Length, part.Length
		}
	}
	return p
}

// Read is the pattern that texts are read by: as far as the user chooses length and alphabet (OwnAlphabet), or is not
// known to (bare), only the usual ones are.
func (s *Scheme) Read(bare bool) Pattern {
	if bare || s.OwnAlphabet {
		return s.Pattern.Usual()
	}
	return s.Pattern
}

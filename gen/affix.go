package gen

import (
	"bytes"
	"fmt"
)

// Affix is what stands around the text of an identifier's bits: a prefix that
// says what it is of, chosen by whoever makes it, and a checksum (TypeID,
// OrderlyID). The bits know nothing of it.
type Affix struct {
	Default   string // the prefix where the user chooses none
	Optional  bool   // an empty prefix is fine, and takes the separator with it
	Separator byte   // between prefix and text
	// Rule tells whether a prefix that is not empty is allowed; its error says what
	// to use.
	Rule      func(prefix string) error
	Symbols   string // of which prefixes consist
	MaxPrefix int    // bytes
	// Sum appends the checksum of all that stands before it; nil where there is
	// none. SumMark separates the two, SumLen is its length; what is read may lack it.
	Sum     func(dst, text []byte) []byte
	SumMark byte
	SumLen  int
}

// Affixed is an identifier with its prefix.
type Affixed struct {
	ID     ID
	Prefix string
	Summed bool // it had a checksum, which is right
}

// CheckPrefix refuses a prefix that identifiers of s cannot have.
func (s *Scheme) CheckPrefix(prefix string) error {
	a := s.Affix
	switch {
	case a == nil && prefix != "":
		return fmt.Errorf("%s has no prefix; remove it", s.Name)
	case a == nil:
		return nil
	case prefix == "" && a.Optional:
		return nil
	case prefix == "":
		return fmt.Errorf("%s has no empty prefix; use 1 to %d characters", s.Name, a.MaxPrefix)
	case len(prefix) > a.MaxPrefix:
		return fmt.Errorf("prefix %.40q is too long for %s: %d characters; use at most %d",
			prefix, s.Name, len(prefix), a.MaxPrefix)
	}
	if err := a.Rule(prefix); err != nil {
		return fmt.Errorf("prefix %q is not one of %s: %w", prefix, s.Name, err)
	}
	return nil
}

// Append appends the canonical text of an identifier, with the scheme's default
// prefix where it has prefixes.
func (s *Scheme) Append(dst []byte, id ID) []byte {
	if s.Affix == nil {
		return s.Text.Append(dst, id, s.Layout.Size())
	}
	return s.AppendPrefixed(dst, id, s.Affix.Default)
}

// AppendPrefixed is Append with a prefix that CheckPrefix accepts.
func (s *Scheme) AppendPrefixed(dst []byte, id ID, prefix string) []byte {
	a := s.Affix
	if a == nil {
		return s.Text.Append(dst, id, s.Layout.Size())
	}
	from := len(dst)
	if prefix != "" || !a.Optional {
		dst = append(append(dst, prefix...), a.Separator)
	}
	dst = s.Text.Append(dst, id, s.Layout.Size())
	if a.Sum == nil {
		return dst
	}
	to := len(dst)
	dst = append(dst, a.SumMark)
	return a.Sum(dst, dst[from:to])
}

// Parse reads a text that Append or AppendPrefixed wrote, strictly as
// [Text.Parse] does; a missing checksum is fine, a wrong one is not. Constant
// bits are not compared: see [Codec.Matches].
func (s *Scheme) Parse(text []byte) (Affixed, error) {
	body, out, wrong := s.split(text)
	err := s.CheckPrefix(out.Prefix)
	if wrong != affixRight {
		err = s.refusal(text, wrong)
	}
	if err != nil {
		return Affixed{}, err
	}
	out.ID, err = s.Text.Parse(body, s.Layout.Size())
	return out, err
}

// TryBody is the part of Parse that needs no bits: it takes the affixes off, and puts
// nothing in words: it is asked about many texts that are wrong.
func (s *Scheme) TryBody(text []byte) (body []byte, out Affixed, ok bool) {
	body, out, wrong := s.split(text)
	return body, out, wrong == affixRight && s.CheckPrefix(out.Prefix) == nil
}

// affixFault is what is wrong with the affixes of a text.
type affixFault uint8

const (
	affixRight affixFault = iota
	wrongSum
	noPrefix
	noSeparator
	emptyPrefix
)

// split takes the affixes off; whether the prefix is one is for CheckPrefix.
func (s *Scheme) split(text []byte) (body []byte, out Affixed, wrong affixFault) {
	a := s.Affix
	if a == nil {
		return text, out, affixRight
	}
	_, size := s.Text.Len(s.Layout.Size())
	body = text
	if at := a.sumAt(body, size); at >= 0 {
		var buf [16]byte
		if !bytes.Equal(a.Sum(buf[:0], body[:at]), body[at+1:]) {
			return nil, out, wrongSum
		}
		body, out.Summed = body[:at], true
	}
	if len(body) <= size {
		if !a.Optional {
			return nil, out, noPrefix
		}
		return body, out, affixRight
	}
	at := len(body) - size - 1
	if body[at] != a.Separator {
		return nil, out, noSeparator
	}
	if at == 0 {
		return nil, out, emptyPrefix
	}
	out.Prefix = string(body[:at])
	return body[at+1:], out, affixRight
}

// sumAt is where the mark of a checksum stands in a text, or -1.
func (a *Affix) sumAt(text []byte, size int) int {
	if at := len(text) - a.SumLen - 1; a.Sum != nil && at >= size && text[at] == a.SumMark {
		return at
	}
	return -1
}

// refusal says what is wrong with the affixes of a text.
func (s *Scheme) refusal(text []byte, wrong affixFault) error {
	a := s.Affix
	_, size := s.Text.Len(s.Layout.Size())
	switch wrong {
	case wrongSum:
		at := a.sumAt(text, size)
		return fmt.Errorf("checksum %q of %.60q is wrong; use %q", text[at+1:], text, a.Sum(nil, text[:at]))
	case noPrefix:
		return fmt.Errorf("%.60q has no prefix; use a prefix, %q and %d characters", text, a.Separator, size)
	case noSeparator:
		return fmt.Errorf("%.60q has no %q before its last %d characters; put one there", text, a.Separator, size)
	default:
		return fmt.Errorf("%.60q has an empty prefix; use one, or remove %q", text, a.Separator)
	}
}

// Len is the shortest and the longest canonical text, in bytes.
func (s *Scheme) Len() (shortest, longest int) {
	if s.Pattern != nil {
		return s.Pattern.Len()
	}
	shortest, longest = s.Text.Len(s.Layout.Size())
	if a := s.Affix; a != nil {
		if !a.Optional {
			shortest += 2
		}
		longest += a.MaxPrefix + 1
		if a.Sum != nil {
			longest += a.SumLen + 1
		}
	}
	return shortest, longest
}

package gen

import (
	"bytes"
	"fmt"
)

// Affix is what is around the text of the bits: a prefix that says what the ID is of, and a checksum (TypeID,
// OrderlyID).
type Affix struct {
	Default   string // the prefix where the user chooses none
	Optional  bool   // an empty prefix is fine, and takes the separator with it
	Separator byte   // between prefix and text
	// Rule tells whether a prefix that is not empty is allowed; its error says what to use.
	Rule      func(prefix string) error
	Symbols   string // of which prefixes consist
	MaxPrefix int    // bytes
	// Sum appends the checksum of all that is before it; nil where there is none. SumMark separates the two, SumLen
	// is its length; what is read may lack it.
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

// Append appends the canonical text of an identifier, with the scheme's default prefix where it has prefixes.
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

// Parse reads a text that Append or AppendPrefixed wrote, strictly as [Text.Parse] does; a missing checksum is fine, a
// wrong one is not. Constant bits are not compared: see [Codec.Matches].
func (s *Scheme) Parse(text []byte) (out Affixed, err error) {
	body, out, ok := s.TryBody(text)
	if !ok {
		return Affixed{}, s.refusal(text)
	}
	out.ID, err = s.Text.Parse(body, s.Layout.Size())
	return out, err
}

// TryBody is the part of Parse that needs no bits: it takes the affixes off, and puts nothing in words: it is asked
// about many texts that are wrong.
func (s *Scheme) TryBody(text []byte) (body []byte, out Affixed, ok bool) {
	a := s.Affix
	if a == nil {
		return text, out, true
	}
	body, sum, size := s.cutSum(text)
	if sum != nil {
		var buf [16]byte
		if !bytes.Equal(a.Sum(buf[:0], body), sum) {
			return nil, out, false
		}
		out.Summed = true
	}
	if at := len(body) - size - 1; at >= 0 {
		if at == 0 || body[at] != a.Separator {
			return nil, out, false
		}
		out.Prefix, body = string(body[:at]), body[at+1:]
	}
	return body, out, s.CheckPrefix(out.Prefix) == nil
}

// cutSum separates the checksum that a text has; size is that of the text of the bits.
func (s *Scheme) cutSum(text []byte) (body, sum []byte, size int) {
	a := s.Affix
	_, size = s.Text.Len(s.Layout.Size())
	if at := len(text) - a.SumLen - 1; a.Sum != nil && at >= size && text[at] == a.SumMark {
		return text[:at], text[at+1:], size
	}
	return text, nil, size
}

// refusal says why TryBody refuses a text.
func (s *Scheme) refusal(text []byte) error {
	a := s.Affix
	body, sum, size := s.cutSum(text)
	at := len(body) - size - 1
	switch right := a.Sum; {
	case sum != nil && !bytes.Equal(right(nil, body), sum):
		return fmt.Errorf("checksum %q of %.60q is wrong; use %q", sum, text, right(nil, body))
	case at < 0 && !a.Optional:
		return fmt.Errorf("%.60q has no prefix; use a prefix, %q and %d characters", text, a.Separator, size)
	case at >= 0 && body[at] != a.Separator:
		return fmt.Errorf("%.60q has no %q before its last %d characters; put one there", text, a.Separator, size)
	case at == 0:
		return fmt.Errorf("%.60q has an empty prefix; use one, or remove %q", text, a.Separator)
	}
	return s.CheckPrefix(string(body[:max(at, 0)]))
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

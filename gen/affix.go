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
	// is wanted.
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
		return fmt.Errorf("%s has no prefix; want none", s.Name)
	case a == nil:
		return nil
	case prefix == "" && a.Optional:
		return nil
	case prefix == "":
		return fmt.Errorf("%s has no empty prefix; want 1 to %d characters", s.Name, a.MaxPrefix)
	case len(prefix) > a.MaxPrefix:
		return fmt.Errorf("prefix %.40q is too long for %s: %d characters; want at most %d", prefix, s.Name, len(prefix),
			a.MaxPrefix)
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
	body, out, err := s.split(text)
	if err != nil {
		return Affixed{}, err
	}
	out.ID, err = s.Text.Parse(body, s.Layout.Size())
	return out, err
}

// TryBody is the part of Parse that needs no bits: it takes the affixes off.
func (s *Scheme) TryBody(text []byte) (body []byte, out Affixed, ok bool) {
	body, out, err := s.split(text)
	return body, out, err == nil
}

func (s *Scheme) split(text []byte) (body []byte, out Affixed, err error) {
	a := s.Affix
	if a == nil {
		return text, out, nil
	}
	_, size := s.Text.Len(s.Layout.Size())
	body = text
	if a.Sum != nil && len(body) > size+a.SumLen && body[len(body)-a.SumLen-1] == a.SumMark {
		at := len(body) - a.SumLen - 1
		var buf [16]byte
		if sum := a.Sum(buf[:0], body[:at]); !bytes.Equal(sum, body[at+1:]) {
			return nil, out, fmt.Errorf("checksum %q of %.60q is wrong; want %q", body[at+1:], text, sum)
		}
		body, out.Summed = body[:at], true
	}
	if len(body) <= size {
		if !a.Optional {
			return nil, out, fmt.Errorf("%.60q has no prefix; want a prefix, %q and %d characters", text, a.Separator, size)
		}
		return body, out, nil
	}
	at := len(body) - size - 1
	if body[at] != a.Separator {
		return nil, out, fmt.Errorf("%.60q has no %q before its last %d characters; want one there", text, a.Separator, size)
	}
	if at == 0 {
		return nil, out, fmt.Errorf("%.60q has an empty prefix; want one, or no %q", text, a.Separator)
	}
	out.Prefix = string(body[:at])
	return body[at+1:], out, s.CheckPrefix(out.Prefix)
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

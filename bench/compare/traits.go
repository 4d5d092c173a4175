package compare

import (
	"math"
	"slices"
	"strings"

	"idscope/gen"
)

// aloudMost is how many symbols are read on a telephone without a mistake.
const aloudMost = 14

const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

// symbols are those that a part of a text is of, and those of them that it can begin with.
type symbols struct {
	set, first string
	fold       bool // letter case does not matter
}

func anyOf(set string, fold bool) symbols { return symbols{set, set, fold} }

// symbolsOf lists the parts of a scheme's texts, in order.
func symbolsOf(s *gen.Scheme) []symbols {
	if s.Pattern == nil {
		list := []symbols{anyOf(s.Text.Form.Symbols())}
		if marks := s.Text.Form.Punctuation(); marks != "" {
			list = append(list, anyOf(marks, false))
		}
		if a := s.Affix; a != nil {
			list = append(list, anyOf(a.Symbols+string(a.Separator), false))
		}
		return list
	}
	var list []symbols
	for _, p := range s.Pattern {
		part := anyOf(p.Alphabet, p.Fold)
		if len(p.Texts) > 0 {
			part = symbols{set: strings.Join(p.Texts, ""), fold: len(p.Texts) == 1 || p.Fold}
			for _, text := range p.Texts {
				part.first += text[:min(1, len(text))]
			}
		}
		list = append(list, part)
		if p.Group > 0 {
			list = append(list, anyOf("-", false))
		}
	}
	return list
}

// written says where texts of those parts and of the row's length can go.
func (r *Row) written(all []symbols) {
	r.URLSafe, r.FileSafe, r.AnyCase, r.Aloud = true, true, true, r.Length <= aloudMost
	for i, part := range all {
		r.URLSafe = r.URLSafe && strings.Trim(part.set, unreserved) == ""
		r.FileSafe = r.FileSafe && !strings.ContainsAny(part.set, "<>:\"/\\|?*") &&
			(i > 0 || !strings.ContainsAny(part.first, "-."))
		r.AnyCase = r.AnyCase && (part.fold || !bothCases(part.set))
		r.Aloud = r.Aloud && r.AnyCase && !alike(part.set)
	}
}

// bothCases reports whether a set has a letter in both cases, with two meanings.
func bothCases(set string) bool {
	for _, r := range set {
		if u := strings.ToUpper(string(r)); u != string(r) && strings.Contains(set, u) {
			return true
		}
	}
	return false
}

// alike reports whether two symbols of a set are taken for each other.
func alike(set string) bool {
	return slices.ContainsFunc([]string{"0O", "0o", "1I", "1l", "1L", "1i", "Il"}, func(pair string) bool {
		return strings.Contains(set, pair[:1]) && strings.Contains(set, pair[1:])
	})
}

// hotSpot is where the new rows of all nodes go in a store cut into ranges of keys: to one, to
// one for each node, or to none more than to others.
func (l Locality) hotSpot() string {
	switch l {
	case Ordered, ByTick:
		return "one"
	case Runs:
		return "node"
	}
	return "none"
}

// growthBits are drawn for each id where random bits grow at random: 1 to 2^32.
const growthBits = 32

// unguessable counts what is drawn for each id: not the time, not what is kept, not a
// sequence. Where random bits grow within a tick, the least is their step.
func unguessable(s *gen.Scheme) (least, most float64) {
	if s.Pattern == nil {
		most = float64(s.Layout.Width(gen.Random))
		switch s.Growth {
		case gen.GrowthOne, gen.GrowthStride:
			return 0, most
		case gen.GrowthRandom:
			return min(growthBits, most), most
		}
		return most, most
	}
	for _, p := range s.Pattern {
		switch {
		case p.Keep:
		case p.Source == gen.Random:
			most += p.Bits() * float64(p.Symbols())
		case p.Source == gen.Seq && p.Stride[1] > 0:
			most += math.Log2(float64(p.Stride[1] - p.Stride[0] + 1))
		}
	}
	return most, most
}

// standard is the body and number in front of a specification: "RFC 9562".
func standard(spec string) string {
	words := strings.Fields(spec)
	switch {
	case strings.HasPrefix(spec, "w3.org/TR/"):
		return "W3C"
	case len(words) > 1 && slices.Contains([]string{"RFC", "ISO", "ISO/IEC"}, words[0]):
		return words[0] + " " + strings.Trim(words[1], ";,")
	}
	return ""
}

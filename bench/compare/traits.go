package compare

import (
	"math"
	"strings"

	"idscope/gen"
)

// Traits are facts about the texts and the bits of ids, for where they go: links, files,
// telephones, stores. They are derived from the declaration, but for Libraries.
type Traits struct {
	// Unguessable is how many bits of an id stay open to one who knows all ids before, at
	// least: in the tick of another. UnguessableMost is how many where no other id has its tick.
	Unguessable     float64 `json:"unguessable_bits"`
	UnguessableMost float64 `json:"unguessable_bits_most"`
	URLSafe         bool    `json:"url_safe"`  // only A-Za-z0-9 and -._~, which no link escapes (RFC 3986 section 2.3)
	FileSafe        bool    `json:"file_safe"` // a name of a file on every system; no - or . in front
	AnyCase         bool    `json:"any_case"`  // no two texts differ in letter case alone
	Aloud           bool    `json:"aloud"`     // short, any case, no two symbols look alike: to be read on a telephone
	Check           string  `json:"check,omitempty"`
	HotSpot         string  `json:"hot_spot"` // of a store that is cut into ranges of keys: one, node or none
	Standard        string  `json:"standard,omitempty"`
	Stores          Types   `json:"stores"`
	Libraries       string  `json:"libraries,omitempty"`
}

// The hot spots: where the new rows of all nodes go in a store cut into ranges of keys.
const (
	SpotOne  = "one"
	SpotNode = "node"
	SpotNone = "none"
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

func traits(s *gen.Scheme, l Locality, length int) Traits {
	least, most := unguessable(s)
	t := Traits{Unguessable: least, UnguessableMost: most, HotSpot: hotSpot(l), Standard: standard(s.Spec),
		Stores: stores(s, length), Libraries: s.Libraries}
	t.written(symbolsOf(s), length)
	if s.Affix != nil && s.Affix.Sum != nil {
		t.Check = "checksum"
	}
	return t
}

// written says where texts of those parts and of that length can go.
func (t *Traits) written(all []symbols, length int) {
	t.URLSafe, t.FileSafe, t.AnyCase = true, true, true
	for i, part := range all {
		t.URLSafe = t.URLSafe && strings.Trim(part.set, unreserved) == ""
		t.FileSafe = t.FileSafe && !strings.ContainsAny(part.set, "<>:\"/\\|?*") &&
			(i > 0 || !strings.ContainsAny(part.first, "-."))
		t.AnyCase = t.AnyCase && (part.fold || !bothCases(part.set))
	}
	t.Aloud = length <= aloudMost && t.AnyCase && !alike(all)
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

// alike reports whether two symbols of a part are taken for each other.
func alike(all []symbols) bool {
	for _, part := range all {
		for _, pair := range []string{"0O", "0o", "1I", "1l", "1L", "1i", "Il"} {
			if strings.Contains(part.set, pair[:1]) && strings.Contains(part.set, pair[1:]) {
				return true
			}
		}
	}
	return false
}

func hotSpot(l Locality) string {
	switch l {
	case Ordered, ByTick:
		return SpotOne
	case Runs:
		return SpotNode
	}
	return SpotNone
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
	switch {
	case strings.HasPrefix(spec, "RFC "), strings.HasPrefix(spec, "ISO "), strings.HasPrefix(spec, "ISO/IEC "):
		words := strings.Fields(spec)
		return words[0] + " " + strings.Trim(words[1], ";,")
	case strings.HasPrefix(spec, "w3.org/TR/"):
		return "W3C"
	}
	return ""
}

package gen

import (
	"fmt"
	"slices"
	"strings"
)

// Letters gives each part a letter for drawings, as [Layout.Letters] does.
func (p Pattern) Letters() []byte {
	layout := make(Layout, len(p))
	for i, part := range p {
		layout[i] = Field{Name: part.Name, Source: part.Source, Value: 1, Bits: 1}
	}
	return layout.Letters()
}

// fewTexts are listed one by one.
const fewTexts = 10

// String says in words what texts look like: "c, 8 of 0-9a-z, ...".
func (p Pattern) String() string {
	var words []string
	for _, part := range p {
		switch {
		case len(part.Texts) == 1:
			words = append(words, part.Texts[0])
		case len(part.Texts) > 0 && len(part.Texts) <= fewTexts:
			last := len(part.Texts) - 1
			words = append(words, strings.Join(part.Texts[:last], ", ")+" or "+part.Texts[last])
		case len(part.Texts) > 0:
			words = append(words, fmt.Sprintf("one of %d %s texts", len(part.Texts), part.Name))
		case part.Alphabet == AnyByte && part.Min == 0:
			words = append(words, "perhaps "+part.Name)
		case part.Alphabet == AnyByte:
			words = append(words, part.Name)
		default:
			n := fmt.Sprint(part.Min)
			if part.Min < part.Max {
				n += fmt.Sprintf(" to %d", part.Max)
			}
			if n += " of " + Ranges(part.Alphabet); part.Group > 0 {
				n += fmt.Sprintf(" with a hyphen after each %d", part.Group)
			}
			words = append(words, n)
		}
	}
	return strings.Join(words, ", ")
}

// Ranges shortens an alphabet: abcdef is a-f.
func Ranges(alphabet string) string {
	symbols := []rune(alphabet)
	slices.Sort(symbols)
	var b strings.Builder
	for i := 0; i < len(symbols); {
		j := i
		for j+1 < len(symbols) && symbols[j+1] == symbols[j]+1 {
			j++
		}
		b.WriteRune(symbols[i])
		if j > i+1 {
			b.WriteByte('-')
		}
		if j > i {
			b.WriteRune(symbols[j])
		}
		i = j + 1
	}
	return b.String()
}

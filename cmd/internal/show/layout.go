package show

import (
	"idscope/cmd/internal/ui"
	"idscope/gen"
)

// FieldStyles gives each field of a layout a colour, as cards of IDs do.
func FieldStyles(l gen.Layout) []ui.Style { return fieldStyles(l) }

// SourceStyle is the colour of what comes from a source.
func SourceStyle(s gen.Source) ui.Style { return sourceStyles[s] }

// BitsOf are the bits of a layout, the most significant first, each with its symbol and the style of
// its field.
func BitsOf(l gen.Layout, symbol func(field, bit int) byte) []ui.Bit { return bitsOf(l, symbol) }

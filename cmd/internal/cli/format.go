package cli

import "idscope/gen"

// Format is what an answer is written as: --format, and a flag of its own for those of its values that the
// table of flags has, as --json. The first of the list is what is written where none is given.
type Format struct {
	Choice
	short []bool // of the list
}

// NewRecordFormat returns the flag of what is written for people or as records, of which a row of a
// table is what it says; more are formats of its own.
func NewRecordFormat(row string, more ...gen.Choice) Format {
	list := append([]gen.Choice{{Name: "text", Help: "tables for people"}}, more...)
	list = append(list, gen.Choice{Name: "json", Help: "one JSON object a line for each scheme"},
		gen.Choice{Name: "csv", Help: row}, gen.Choice{Name: "tsv", Help: "the rows without headings and quotes"},
		gen.Choice{Name: "markdown", Help: "a table for documents"})
	return Format{Choice{Value: list[0].Name, List: list}, make([]bool, len(list))}
}

// Add defines the flags.
func (f *Format) Add(flags *Flags) {
	flags.Var("format", &f.Choice)
	for i, one := range f.List {
		if flags.Row(one.Name) != nil {
			flags.Switch(one.Name, &f.short[i])
		}
	}
}

// Resolve makes one choice of the flags that say the same.
func (f *Format) Resolve() error {
	for i, one := range f.List {
		switch {
		case !f.short[i]:
		case f.Value != f.List[0].Name && f.Value != one.Name:
			return Usage("--%s and --format %s cannot be used together; remove one of the two", one.Name, f.Value)
		default:
			f.Value = one.Name
		}
	}
	return nil
}

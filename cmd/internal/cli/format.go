package cli

import "idscope/gen"

// Format is what an answer is written as: --format, and a flag of its own for some of
// its values, as --json. The first of the list is what is written where none is given.
type Format struct {
	Choice
	flags []string
	short []bool
}

// NewFormat returns the flag with its values; flags are those with one of their own.
func NewFormat(list []gen.Choice, flags ...string) Format {
	return Format{Choice{Value: list[0].Name, List: list}, flags, make([]bool, len(flags))}
}

// NewRecordFormat returns the flag of what is written for people or as records, of which a row of a
// table is what it says; more are formats of its own.
func NewRecordFormat(row string, more ...gen.Choice) Format {
	list := append([]gen.Choice{{Name: "text", Help: "tables for people"}}, more...)
	return NewFormat(append(list, gen.Choice{Name: "json", Help: "one JSON object a line for each scheme"},
		gen.Choice{Name: "csv", Help: row}, gen.Choice{Name: "tsv", Help: "the rows without headings and quotes"},
		gen.Choice{Name: "markdown", Help: "the rows as a table for documents"}), "json", "csv")
}

// Add defines the flags.
func (f *Format) Add(flags *Flags) {
	flags.Var("format", &f.Choice)
	for i, name := range f.flags {
		flags.Switch(name, &f.short[i])
	}
}

// Resolve makes one choice of the flags that say the same.
func (f *Format) Resolve() error {
	for i, name := range f.flags {
		switch {
		case !f.short[i]:
		case f.Value != f.List[0].Name && f.Value != name:
			return Usage("--%s and --format %s cannot be used together; remove one of the two", name, f.Value)
		default:
			f.Value = name
		}
	}
	return nil
}

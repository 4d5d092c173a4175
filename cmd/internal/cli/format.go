package cli

import (
	"github.com/spf13/cobra"

	"idscope/gen"
)

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

// Add defines the flags.
func (f *Format) Add(c *cobra.Command, help string) {
	c.Flags().Var(&f.Choice, "format", help)
	for i, name := range f.flags {
		c.Flags().BoolVar(&f.short[i], name, false, "the same as --format "+name)
	}
}

// Resolve makes one choice of the flags that say the same.
func (f *Format) Resolve() error {
	for i, name := range f.flags {
		switch {
		case !f.short[i]:
		case f.Value != f.List[0].Name && f.Value != name:
			return Usage("--%s and %s are two formats; want one", name, f.Value)
		default:
			f.Value = name
		}
	}
	return nil
}

package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"idscope/gen"
)

// ParseChoices returns a parser of some of a list, separated by commas, each once; the list
// is made when it is asked for.
func ParseChoices(list func() []gen.Choice) func(text string) ([]string, error) {
	return func(text string) ([]string, error) {
		var named []string
		known := list()
		for word := range strings.SplitSeq(text, ",") {
			if !slices.ContainsFunc(known, func(c gen.Choice) bool { return c.Name == word }) {
				one := Choice{List: known}
				return nil, one.Set(word)
			}
			if slices.Contains(named, word) {
				return nil, fmt.Errorf("%q is given twice; give each once", word)
			}
			named = append(named, word)
		}
		return named, nil
	}
}

// CompleteChoices proposes a list that is made when it is asked for.
func CompleteChoices(list func() []gen.Choice) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return Described(list()), cobra.ShellCompDirectiveNoFileComp
	}
}

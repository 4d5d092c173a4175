package cmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// direct runs the command that args name as root.ExecuteContext would, without
// what most calls have no use for: the hidden command of completion, the flag
// of help, and the flags sorted to look for required ones, of which idscope has
// none. It is a tenth of what a call does after its start. It reports false, and
// has done nothing, where those may be asked for.
func direct(ctx context.Context, root *cobra.Command, args []string) (bool, error) {
	c, words, err := root.Find(args)
	if err != nil || c.HasSubCommands() || c.RunE == nil || slices.ContainsFunc(words, maybeHelp) {
		return false, nil
	}
	c.SetContext(ctx)
	if err := c.ParseFlags(words); err != nil {
		return true, c.FlagErrorFunc()(c, err)
	}
	rest := c.Flags().Args()
	if err := c.ValidateArgs(rest); err != nil {
		return true, err
	}
	return true, c.RunE(c, rest)
}

// maybeHelp reports whether a word may ask for help: --help, -h, or a letter
// among others behind one dash.
func maybeHelp(word string) bool {
	if strings.HasPrefix(word, "--") {
		return strings.HasPrefix(word, "--h")
	}
	return strings.HasPrefix(word, "-") && strings.Contains(word, "h")
}

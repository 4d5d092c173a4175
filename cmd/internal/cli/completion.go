package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Propose gives each flag of the commands below root its completion, and each that has none of its
// own one by its value: the list of a choice, files for FILE, folders for DIR, else
// nothing. It is called for completion alone, as half of what a flag costs.
func (a *App) Propose(root *cobra.Command) {
	for _, f := range a.flags {
		for _, one := range f.completed {
			_ = f.command.RegisterFlagCompletionFunc(one.flag, one.propose)
		}
	}
	propose(root)
}

func propose(root *cobra.Command) {
	each := func(f *pflag.Flag) {
		if _, has := root.GetFlagCompletionFunc(f.Name); !has && f.NoOptDefVal == "" {
			_ = root.RegisterFlagCompletionFunc(f.Name, proposals(f))
		}
	}
	root.PersistentFlags().VisitAll(each)
	root.LocalFlags().VisitAll(each)
	for _, c := range root.Commands() {
		propose(c)
	}
}

func proposals(f *pflag.Flag) cobra.CompletionFunc {
	if c, ok := f.Value.(*Choice); ok {
		return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return Described(c.List), cobra.ShellCompDirectiveNoFileComp
		}
	}
	switch f.Value.Type() {
	case "FILE":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	case "DIR":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	}
	return cobra.NoFileCompletions
}

// CompleteAliases proposes the aliases of commands that begin as the word does, where
// the command itself does not.
func CompleteAliases(list []Command, args []string, word string) []cobra.Completion {
	var all []cobra.Completion
	for _, c := range list {
		for _, alias := range c.Aliases {
			if len(args) == 0 && word != "" && strings.HasPrefix(alias, word) && !strings.HasPrefix(c.Name, word) {
				all = append(all, cobra.CompletionWithDesc(alias, "the same as "+c.Name))
			}
		}
	}
	return all
}

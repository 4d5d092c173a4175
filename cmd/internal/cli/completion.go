package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Propose gives each flag of the commands below root that has no completion of its
// own one by its value: the list of a choice, files for FILE, folders for DIR, else
// nothing. It is called for completion alone, as half of what a flag costs.
func Propose(root *cobra.Command) {
	each := func(f *pflag.Flag) {
		if _, has := root.GetFlagCompletionFunc(f.Name); !has && f.NoOptDefVal == "" {
			_ = root.RegisterFlagCompletionFunc(f.Name, proposals(f))
		}
	}
	root.PersistentFlags().VisitAll(each)
	root.LocalFlags().VisitAll(each)
	for _, c := range root.Commands() {
		Propose(c)
	}
}

func proposals(f *pflag.Flag) cobra.CompletionFunc {
	if c, ok := f.Value.(*Choice); ok {
		return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return Described(c.List), cobra.ShellCompDirectiveNoFileComp
		}
	}
	switch what, _ := pflag.UnquoteUsage(f); what {
	case "FILE":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	case "DIR":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	}
	return cobra.NoFileCompletions
}

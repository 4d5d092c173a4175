package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// shells are those that completion scripts are made for.
var shells = [...]gen.Choice{
	{Name: "bash", Help: "bash 4 and later"},
	{Name: "zsh", Help: "zsh"},
	{Name: "fish", Help: "fish"},
	{Name: "powershell", Help: "PowerShell 5 and later"},
}

func newCompletion(a *cli.App, f *cli.Flags) cli.Run {
	f.Takes(oneShell, cobra.FixedCompletions(cli.Described(shells[:]), cobra.ShellCompDirectiveNoFileComp))
	return func(_ context.Context, args []string) error {
		switch root := f.Root(); args[0] {
		case "bash":
			return root.GenBashCompletionV2(a.Out, true)
		case "zsh":
			return root.GenZshCompletion(a.Out)
		case "fish":
			return root.GenFishCompletion(a.Out, true)
		default:
			return root.GenPowerShellCompletionWithDesc(a.Out)
		}
	}
}

func oneShell(_ *cobra.Command, args []string) error {
	shell := cli.Choice{List: shells[:]}
	if len(args) != 1 {
		return cli.Usage("completion takes one shell, got %d; use one of %s", len(args),
			shell.Values())
	}
	if err := shell.Set(args[0]); err != nil {
		return cli.Usage("shell %w", err)
	}
	return nil
}

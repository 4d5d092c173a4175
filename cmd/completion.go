package cmd

import (
	"bytes"
	"strings"

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

type completionOptions struct{ *cli.App }

func newCompletion(a *cli.App) *cobra.Command {
	o := &completionOptions{a}
	return &cobra.Command{
		Use:         "completion bash|zsh|fish|powershell",
		Annotations: map[string]string{cli.Unconfigured: "yes"},
		Args: func(_ *cobra.Command, args []string) error {
			shell := cli.Choice{List: shells[:]}
			if len(args) != 1 {
				return cli.Usage("completion takes one shell, got %d; use one of %s", len(args),
					strings.ReplaceAll(shell.Type(), "|", ", "))
			}
			if err := shell.Set(args[0]); err != nil {
				return cli.Usage("shell %w", err)
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(cli.Described(shells[:]), cobra.ShellCompDirectiveNoFileComp),
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c.Root(), args[0]) },
	}
}

func (o *completionOptions) run(root *cobra.Command, shell string) error {
	script, err := completionScript(root, shell)
	if err != nil {
		return err
	}
	return o.Print(string(script))
}

func completionScript(root *cobra.Command, shell string) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch shell {
	case "bash":
		err = root.GenBashCompletionV2(&b, true)
	case "zsh":
		err = root.GenZshCompletion(&b)
	case "fish":
		err = root.GenFishCompletion(&b, true)
	case "powershell":
		err = root.GenPowerShellCompletionWithDesc(&b)
	}
	return b.Bytes(), err
}

package cmd

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"

	"idscope/gen"
)

// shells are those that completion scripts are made for.
var shells = [...]gen.Choice{
	{Name: "bash", Help: "bash 4 and later"},
	{Name: "zsh", Help: "zsh"},
	{Name: "fish", Help: "fish"},
	{Name: "powershell", Help: "PowerShell 5 and later"},
}

type completionOptions struct{ *app }

func newCompletion(a *app) *cobra.Command {
	o := &completionOptions{a}
	return &cobra.Command{
		Use: "completion bash|zsh|fish|powershell",
		Long: `completion writes the completion script of a shell to stdout. Save it once, where
the shell looks for it; the folder completions of the source holds the same files.`,
		Example: strings.Join([]string{
			"  idscope completion bash > ~/.local/share/bash-completion/completions/idscope",
			"  idscope completion zsh > ~/.zsh/completions/_idscope",
			"  idscope completion fish > ~/.config/fish/completions/idscope.fish",
		}, "\n"),
		Args: func(_ *cobra.Command, args []string) error {
			shell := choice{list: shells[:]}
			if len(args) != 1 {
				return usage("completion takes one shell, got %d; want one of %s", len(args), strings.ReplaceAll(shell.Type(), "|", ", "))
			}
			if err := shell.Set(args[0]); err != nil {
				return usage("shell %w", err)
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(described(shells[:]), cobra.ShellCompDirectiveNoFileComp),
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c.Root(), args[0]) },
	}
}

func (o *completionOptions) run(root *cobra.Command, shell string) error {
	script, err := completionScript(root, shell)
	if err != nil {
		return err
	}
	_, err = o.Out.Write(script)
	return stdout(err)
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

package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
)

func newServePasswd(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:               "passwd",
		Args:              cli.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if a.Engines.Server == nil {
				return a.RunFull("idscope serve passwd")
			}
			password, err := a.ReadPassword()
			if err != nil {
				return err
			}
			hash, err := a.Engines.Server.Hash(password)
			if err != nil {
				return cli.Usage("%w", err)
			}
			return a.Print(strings.TrimSpace(hash) + "\n")
		},
	}
}

package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
)

func newServePasswd(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "passwd",
		Short: "hash a password for serve.toml",
		Long: `passwd reads a password, from the terminal without showing it or as one line of stdin, and
prints its hash. serve.toml keeps the hash, never the password. A password has at most 72 bytes.`,
		Example: strings.Join([]string{
			"  echo 'correct horse' | idscope serve passwd",
			"  head -c 18 /dev/urandom | base64 | idscope serve passwd",
			"  head -c 18 /dev/urandom | base64 > secret && idscope serve passwd < secret",
		}, "\n"),
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

package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/server/service"
)

func newServePasswd(a *cli.App) *cobra.Command {
	kind := cli.Choice{Value: string(service.Argon2), Named: "KIND", List: []gen.Choice{
		{Name: string(service.Argon2), Help: "19 MiB and some 20 ms for each that is compared"},
		{Name: string(service.Bcrypt), Help: "no memory and some 50 ms; passwords of up to 72 bytes"},
	}}
	c := &cobra.Command{
		Use:   "passwd",
		Short: "hash a password for serve.toml",
		Long: `passwd reads a password, from the terminal without showing it or as one line of stdin, and
prints its hash. serve.toml keeps the hash, never the password.`,
		Example: strings.Join([]string{
			"  echo 'correct horse' | idscope serve passwd",
			"  echo 'correct horse' | idscope serve passwd --hash bcrypt",
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
			hash, err := a.Engines.Server.Hash(service.HashKind(kind.Value), password)
			if err != nil {
				return cli.Usage("%w", err)
			}
			return a.Print(strings.TrimSpace(hash) + "\n")
		},
	}
	kind.Add(c.Flags(), "hash", "", "how to hash it")
	return c
}

package cmd

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
)

type versionOptions struct{ *cli.App }

func newVersion(a *cli.App) *cobra.Command {
	o := &versionOptions{a}
	return &cobra.Command{
		Use:               "version",
		Annotations:       map[string]string{cli.Unconfigured: "yes"},
		Long:              "version prints the version of this program, and what it was built with and for.",
		Example:           "  idscope version\n  idscope --version\n  idscope version --color never",
		Args:              cli.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return o.run() },
	}
}

func (o *versionOptions) run() error {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	_, err := fmt.Fprintf(o.Out, "idscope %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return cli.StdoutError(err)
}

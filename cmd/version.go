package cmd

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

type versionOptions struct{ *app }

func newVersion(a *app) *cobra.Command {
	o := &versionOptions{a}
	return &cobra.Command{
		Use:               "version",
		Long:              "version prints the version of this program, and what it was built with and for.",
		Example:           "  idscope version\n  idscope --version\n  idscope version --color never",
		Args:              noArguments,
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
	return stdout(err)
}

// noArguments refuses arguments as all wrong use is refused.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usage("%s takes no argument, got %q; want none", c.CommandPath(), args[0])
}

// stdout names the stream in the error of a write.
func stdout(err error) error {
	if err == nil {
		return nil
	}
	return refused("stdout can not be written: %w", fileCause(err))
}

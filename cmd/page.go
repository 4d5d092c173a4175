package cmd

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
)

func newPage(a *cli.App, f *cli.Flags) cli.Run {
	output := ""
	f.Takes(cli.NoArguments, cobra.NoFileCompletions)
	f.Text("output", &output)
	return func(context.Context, []string) error { return writePage(a, output) }
}

func writePage(a *cli.App, output string) error {
	if output == "" {
		return cli.Usage("page has no directory; use idscope page -o DIR")
	}
	if a.Engines.Page == nil {
		return a.RunFull("idscope page")
	}
	files, err := a.Engines.Page()
	if err != nil {
		return cli.Refused("%w", err)
	}
	if err := refuseOthers(output, files); err != nil {
		return err
	}
	if err := os.MkdirAll(output, 0o755); err != nil {
		return cli.Refused("%s cannot be created: %w", output, cli.FileCause(err))
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(output, name)
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			return cli.Refused("%s cannot be written: %w", path, cli.FileCause(err))
		}
	}
	return nil
}

// refuseOthers refuses a directory that has anything but the files of a page: what is served there would be seen by
// all who open the page.
func refuseOthers(output string, files map[string][]byte) error {
	list, err := os.ReadDir(output)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return cli.Refused("%s cannot be read: %w", output, cli.FileCause(err))
	}
	other := slices.IndexFunc(list, func(e fs.DirEntry) bool { return files[e.Name()] == nil })
	if other >= 0 {
		return cli.Refused("%s has %s, which does not belong to the page", output, list[other].Name()).
			Hinted("use a new directory: idscope page -o %s", cli.ShellWord(filepath.Join(output, "idscope")))
	}
	return nil
}

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

type pageOptions struct {
	*cli.App
	output string
}

func newPage(a *cli.App, f *cli.Flags) cli.Run {
	o := &pageOptions{App: a}
	f.Takes(cli.NoArguments, cobra.NoFileCompletions)
	f.Text("output", &o.output)
	return o.run
}

func (o *pageOptions) run(context.Context, []string) error {
	if o.output == "" {
		return cli.Usage("page has no directory; use idscope page -o DIR")
	}
	if o.Engines.Page == nil {
		return o.RunFull("idscope page")
	}
	files, err := o.Engines.Page()
	if err != nil {
		return cli.Refused("%w", err)
	}
	if err := o.refuseOthers(files); err != nil {
		return err
	}
	if err := os.MkdirAll(o.output, 0o755); err != nil {
		return cli.Refused("%s cannot be created: %w", o.output, cli.FileCause(err))
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(o.output, name)
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			return cli.Refused("%s cannot be written: %w", path, cli.FileCause(err))
		}
	}
	return nil
}

// refuseOthers refuses a directory that has anything but the files of a page: what is served there would be seen by
// all who open the page.
func (o *pageOptions) refuseOthers(files map[string][]byte) error {
	list, err := os.ReadDir(o.output)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return cli.Refused("%s cannot be read: %w", o.output, cli.FileCause(err))
	}
	other := slices.IndexFunc(list, func(e fs.DirEntry) bool { return files[e.Name()] == nil })
	if other >= 0 {
		return cli.Refused("%s has %s, which does not belong to the page", o.output, list[other].Name()).
			Hinted("use a new directory: idscope page -o %s", cli.ShellWord(filepath.Join(o.output, "idscope")))
	}
	return nil
}

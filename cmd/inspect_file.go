package cmd

import (
	"os"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
	"idscope/inspect"
)

// areFiles refuses arguments that are no ids but files, and says how to read those.
func areFiles(args []string, in *inspect.Inspector) error {
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err != nil {
			continue
		}
		if r := in.Inspect(arg); r.OK() {
			continue
		}
		name := ui.Escaped(arg)
		if info.IsDir() {
			return cli.Negative("%s is a folder, and no id", name)
		}
		return cli.Negative("%s is a file, and no id", name).
			Hinted("idscope inspect < %s reads ids, one a line; idscope inspect --find %s finds them in text", name, name)
	}
	return nil
}

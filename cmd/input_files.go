package cmd

import (
	"io"
	"os"

	"idscope/cmd/internal/cli"
	"idscope/inspect/lines"
)

// stdinName is stdin in reports and errors.
const stdinName = "stdin"

// inputs are the files, or stdin where there are none or - stands. All files are
// looked at before one is read; empty is the error where a person would have to
// type.
func inputs(a *cli.App, args []string, empty error) ([]lines.Input, error) {
	if len(args) == 0 {
		if a.InTerminal {
			return nil, empty
		}
		args = []string{"-"}
	}
	var list []lines.Input
	for _, name := range args {
		if name == "-" {
			list = append(list, lines.Input{Name: stdinName, R: a.In})
			continue
		}
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return nil, cli.Refused("%s can not be read: %w", name, cli.FileCause(err))
		case info.IsDir():
			return nil, cli.Usage("%s is a folder; want files", name)
		}
		list = append(list, lines.Input{Name: name, R: &lateFile{name: name}, Size: info.Size()})
	}
	return list, nil
}

// lateFile is open from its first byte to its last only, so that any number of
// files can be checked.
type lateFile struct {
	name string
	file *os.File
	done bool
}

// Read reads from the file.
func (f *lateFile) Read(p []byte) (n int, err error) {
	if f.done {
		return 0, io.EOF
	}
	if f.file == nil {
		if f.file, err = os.Open(f.name); err != nil {
			return 0, err
		}
	}
	n, err = f.file.Read(p)
	if err != nil {
		f.done = true
		f.file.Close()
	}
	return n, err
}

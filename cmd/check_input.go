package cmd

import (
	"io"
	"os"

	"idscope/inspect/check"
)

// inputs are the files, or stdin. All files are looked at before one is read.
func (o *checkOptions) inputs(args []string) ([]check.Input, error) {
	if len(args) == 0 {
		if o.InTerminal {
			return nil, usage("check has no file; want one as an argument, or ids on stdin").
				hinted("idscope check FILE, or idscope check < FILE; idscope check --help shows more")
		}
		args = []string{"-"}
	}
	var inputs []check.Input
	for _, name := range args {
		if name == "-" {
			inputs = append(inputs, check.Input{Name: "stdin", R: o.In})
			continue
		}
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return nil, refused("%s can not be read: %w", name, fileCause(err))
		case info.IsDir():
			return nil, usage("%s is a folder; want files", name)
		}
		inputs = append(inputs, check.Input{Name: name, R: &lateFile{name: name}, Size: info.Size()})
	}
	return inputs, nil
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

package cli

import (
	"bytes"
	"errors"
	"io"
	"os"

	"idscope/inspect/lines"
)

// Stdin is the name of stdin in reports and errors.
const Stdin = "stdin"

// Files are the named files, or stdin if there are none or - is one. All files
// are looked at before one is read; empty is the error where a person would have
// to type.
func (a *App) Files(args []string, empty error) ([]lines.Input, error) {
	if len(args) == 0 {
		if a.InTerminal {
			return nil, empty
		}
		args = []string{"-"}
	}
	var list []lines.Input
	for _, name := range args {
		if name == "-" {
			list = append(list, lines.Input{Name: Stdin, R: a.In})
			continue
		}
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return nil, Refused("%s cannot be read: %w", name, FileCause(err))
		case info.IsDir():
			return nil, Usage("%s is a directory; use files", name)
		}
		list = append(list, lines.Input{Name: name, R: &lateFile{name: name}, Size: info.Size()})
	}
	return list, nil
}

// EachID calls add for every argument, and for each line of stdin that is not blank if
// - or nothing is given. Before it waits for more, it calls idle.
func (a *App) EachID(command string, args []string, idle func() error, add func(text []byte) error) error {
	return a.EachInput(command, args, Lines(idle, add), func(text string) error { return add([]byte(text)) })
}

// Lines returns what calls add for each line of an input that is not blank, and idle before it waits for more.
func Lines(idle func() error, add func(text []byte) error) func(lines.Input) error {
	return func(in lines.Input) error {
		return lines.Each(in, lines.Options{Longest: lines.Longest}, idle, func(line []byte) error {
			if lines.Blank(line) {
				return nil
			}
			return add(lines.Trim(line))
		})
	}
}

// EachInput calls add for every argument, and stdin if - or nothing is given.
func (a *App) EachInput(command string, args []string, stdin func(lines.Input) error,
	add func(text string) error) error {
	if len(args) == 0 {
		if a.InTerminal {
			return Usage("%s has no id; use one as an argument, or ids on stdin", command).
				Hinted("idscope %[1]s 1541815603606036480, or idscope %[1]s < FILE; idscope %[1]s --help shows more",
					command)
		}
		args = []string{"-"}
	}
	for _, arg := range args {
		var err error
		if arg == "-" {
			in, done := a.watched()
			err = ReadError(stdin(lines.Input{Name: Stdin, R: lines.WithoutMark(&ids{r: in})}))
			done()
		} else {
			err = add(arg)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ReadError words the error of an input that could not be read; others stay as
// they are.
func ReadError(err error) error {
	var in *lines.Error
	if errors.Is(err, errJSON) {
		return Negative("stdin is JSON of several lines, and no ids one a line").
			Hinted("idscope inspect --find finds the ids in it")
	}
	if errors.As(err, &in) {
		return Refused("%s cannot be read: %w", in.Name, FileCause(in.Err))
	}
	return err
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

// ids is stdin where ids are wanted, one a line: JSON of several lines is refused at
// once, and not line by line.
type ids struct {
	r     io.Reader
	begun bool
}

var errJSON = errors.New("JSON of several lines")

// Read looks at what the first read has.
func (s *ids) Read(p []byte) (n int, err error) {
	n, err = s.r.Read(p)
	text := bytes.TrimLeft(bytes.TrimPrefix(p[:n], []byte("\ufeff")), " \t\r\n")
	if s.begun || len(text) == 0 {
		return n, err
	}
	s.begun = true
	first, _, whole := bytes.Cut(text, []byte{'\n'})
	if whole && (text[0] == '{' || text[0] == '[') && len(bytes.TrimSpace(first)) == 1 {
		return 0, errJSON
	}
	return n, err
}

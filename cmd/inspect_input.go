package cmd

import (
	"bytes"
	"errors"
	"io"
	"os"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// eachID calls add for every argument, and for each line of stdin where - stands
// or nothing. Before it waits for more, it calls idle.
func eachID(a *cli.App, command string, args []string, idle func() error, add func(text string) error) error {
	each := func(in lines.Input) error {
		return unread(lines.Each(in, lines.Options{Longest: lines.Longest}, idle, func(line []byte) error {
			if lines.Blank(line) {
				return nil
			}
			return add(string(lines.Text(line)))
		}))
	}
	return inputsOf(a, command, args, each, add)
}

// inputsOf calls add for every argument, and stdin where - stands or nothing.
func inputsOf(a *cli.App, command string, args []string, stdin func(lines.Input) error, add func(text string) error) error {
	if len(args) == 0 {
		if a.InTerminal {
			return cli.Usage("%s has no id; want one as an argument, or ids on stdin", command).
				Hinted("idscope %s 1541815603606036480, or idscope %s < FILE; idscope %s --help shows more", command, command, command)
		}
		args = []string{"-"}
	}
	for _, arg := range args {
		var err error
		if arg == "-" {
			err = stdin(lines.Input{Name: stdinName, R: lines.WithoutMark(&ids{r: a.In})})
		} else {
			err = add(arg)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unread words the error of an input that could not be read; others stay as they
// are.
func unread(err error) error {
	var in *lines.Error
	if errors.Is(err, errJSON) {
		return cli.Negative("stdin is JSON of several lines, and no ids one a line").Hinted("idscope inspect --find finds the ids in it")
	}
	if errors.As(err, &in) {
		return cli.Refused("%s can not be read: %w", in.Name, cli.FileCause(in.Err))
	}
	return err
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
	if text := bytes.TrimLeft(bytes.TrimPrefix(p[:n], []byte("\ufeff")), " \t\r\n"); !s.begun && len(text) > 0 {
		s.begun = true
		if first, _, ok := bytes.Cut(text, lineEnd); ok && (text[0] == '{' || text[0] == '[') && len(bytes.TrimSpace(first)) == 1 {
			return 0, errJSON
		}
	}
	return n, err
}

// areFiles refuses arguments that are no ids but files, and says how to read those.
func areFiles(args []string, in *inspect.Inspector) error {
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err != nil {
			continue
		}
		if _, ok := in.Detect([]byte(arg)); ok {
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

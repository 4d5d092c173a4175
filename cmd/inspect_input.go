package cmd

import (
	"errors"

	"idscope/cmd/internal/cli"
	"idscope/inspect/lines"
)

// eachID calls add for every argument, and for each line of stdin where - stands
// or nothing. Before it waits for more, it calls idle.
func eachID(a *cli.App, command string, args []string, idle func() error, add func(text string) error) error {
	each := func(in lines.Input) error {
		return unread(lines.Each(in, lines.Options{Longest: lines.Longest}, idle, func(line []byte) error { return add(string(lines.Text(line))) }))
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
			err = stdin(lines.Input{Name: stdinName, R: lines.WithoutMark(a.In)})
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
	if errors.As(err, &in) {
		return cli.Refused("%s can not be read: %w", in.Name, cli.FileCause(in.Err))
	}
	return err
}

package cmd

import (
	"bufio"
	"errors"
	"io"

	"idscope/cmd/internal/cli"
	"idscope/inspect"
)

// longestInput is how much of a line is looked at.
const longestInput = inspect.LongestLine

// eachID calls add for every argument, and for each line of stdin where - stands
// or nothing. Before it waits for more, it calls idle.
func eachID(a *cli.App, command string, args []string, idle func() error, add func(text string) error) error {
	return inputsOf(a, command, args, func(r io.Reader) error { return eachLine(r, idle, add) }, add)
}

// inputsOf calls add for every argument, and lines for stdin where - stands or
// nothing.
func inputsOf(a *cli.App, command string, args []string, lines func(io.Reader) error, add func(text string) error) error {
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
			err = lines(a.In)
		} else {
			err = add(arg)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eachLine calls add for every line, without its end; a last line may lack that.
// Of a line that is too long it passes the start.
func eachLine(r io.Reader, idle func() error, add func(line string) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var long []byte
	for {
		if in.Buffered() == 0 {
			if err := idle(); err != nil {
				return err
			}
		}
		part, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			if len(long) < longestInput {
				long = append(long, part[:longestInput]...)
			}
			continue
		}
		if err != nil && err != io.EOF {
			return cli.Refused("stdin can not be read: %w", cli.FileCause(err))
		}
		ended := err == io.EOF
		if ended && len(part) == 0 && len(long) == 0 {
			return nil
		}
		if !ended {
			part = part[:len(part)-1]
		}
		if n := len(part); n > 0 && part[n-1] == '\r' {
			part = part[:n-1]
		}
		if len(long) > 0 {
			part = long
		}
		if err := add(string(part[:min(len(part), longestInput)])); err != nil || ended {
			return err
		}
		long = long[:0]
	}
}

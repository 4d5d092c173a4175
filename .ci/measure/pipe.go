package main

import (
	"bytes"
	"os"
	"strconv"
)

// fillPipe writes so many bytes from one buffer: what a pipe and its reader let
// through where making the bytes costs nothing. The pipe is as wide as idscope makes
// its own.
func fillPipe(count string) error {
	left, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	widen(os.Stdout)
	buffer := bytes.Repeat([]byte{'\n'}, 32<<10)
	for left > 0 {
		n, err := os.Stdout.Write(buffer[:min(left, len(buffer))])
		if err != nil {
			return err
		}
		left -= n
	}
	return nil
}

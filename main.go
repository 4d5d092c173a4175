// No call lasts until the processors that it may use change, and code that looks for
// that is one goroutine more at each start.
//
//go:debug updatemaxprocs=0

// Command idscope makes, inspects and compares identifiers.
package main

import (
	"os"

	"idscope/cmd"
)

func main() { os.Exit(cmd.Main(cmd.System())) }

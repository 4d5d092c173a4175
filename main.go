// Command idscope makes, inspects and compares identifiers.
package main

import (
	"os"

	"idscope/cmd"
)

func main() { os.Exit(cmd.Main(cmd.System())) }

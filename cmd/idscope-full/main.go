// Command idscope-full is idscope with every engine linked in: databases and
// plotting. idscope calls it when it needs one.
package main

import (
	"os"

	"idscope/cmd"
)

func main() {
	env := cmd.System()
	env.Engines = cmd.Engines{}
	os.Exit(cmd.Main(env))
}

package cmd

import (
	"idscope/inspect"
	"strings"

	"github.com/spf13/cobra"
)

// command is an entry of the list of commands. What it builds is built when it
// is called, and for help and completion.
type command struct {
	name    string
	aliases []string
	short   string
	build   func(*app) *cobra.Command
}

func find(list []command, name string) *command {
	for i, c := range list {
		if c.name == name {
			return &list[i]
		}
		for _, alias := range c.aliases {
			if alias == name {
				return &list[i]
			}
		}
	}
	return nil
}

// unknownCommand names the nearest commands, or the whole command line that an
// id alone should have been.
func unknownCommand(list []command, given string) error {
	given = inspect.Redact(given)
	if strings.ContainsAny(given, "0123456789") && find(list, "inspect") != nil {
		return usage("%q is not a command; want one of %s", given, names(list)).hinted("to read an id: idscope inspect %s", given)
	}
	var all []string
	for _, c := range list {
		all = append(append(all, c.name), c.aliases...)
	}
	err := usage("%q is not a command; want one of %s", given, names(list))
	if near := nearest(given, all); len(near) > 0 {
		return err.hinted("did you mean: idscope %s", strings.Join(near, ", idscope "))
	}
	return err
}

func names(list []command) string {
	all := make([]string, len(list))
	for i, c := range list {
		all[i] = c.name
	}
	return strings.Join(all, ", ")
}

package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// CheckCall refuses what every command refuses: an empty argument or value, as an unset
// variable leaves it, and the value of a flag that is given apart from it.
func CheckCall(c *cobra.Command, args []string) error {
	for i, arg := range args {
		if arg == "" && !c.Hidden { // those are called by shells
			return Usage("argument %d of %s is empty; use %s", i+1, c.CommandPath(), wanted(c)).
				Hinted("is a variable not set?")
		}
	}
	var err error
	c.Flags().Visit(func(f *pflag.Flag) {
		switch choice, ok := f.Value.(*Choice); {
		case err != nil:
		case f.Value.String() == "" && ValueName(f) != "TEXT":
			err = Usage("--%s is empty; use --%s %s", f.Name, f.Name, ValueName(f)).Hinted("is a variable not set?")
		case ok && f.NoOptDefVal != "" && choice.Value == f.NoOptDefVal:
			for _, arg := range args {
				if i := choice.index(arg); i >= 0 {
					err = Usage("%q is separate from --%s; use --%s=%s", arg, f.Name, f.Name, choice.List[i].Name)
				}
			}
		}
	})
	return err
}

// countOf returns the second argument where it is a count, which a flag has to give.
func countOf(args []string) (string, bool) {
	if len(args) != 2 {
		return "", false
	}
	_, err := parseCount(args[1])
	return args[1], err == nil
}

// wanted names the arguments of a command, as its usage does.
func wanted(c *cobra.Command) string {
	_, what, _ := strings.Cut(c.Use, " ")
	what, _, _ = strings.Cut(strings.Trim(what, "<[ "), " ")
	return strings.ToUpper(strings.Trim(what, "<>[]."))
}

// ValueName is what the help of a flag calls its value: FILE, TIME.
func ValueName(f *pflag.Flag) string {
	if c, ok := f.Value.(*Choice); ok {
		return c.Kind()
	}
	if kind := f.Value.Type(); kind != "bool" {
		return kind
	}
	return ""
}

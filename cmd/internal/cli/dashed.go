package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/inspect"
)

// TakesIDs marks the commands whose arguments are ids, some of which start with -.
const TakesIDs = "ids"

// Dashed moves the arguments of such a command behind a --, in their order, where
// one of them looks like a flag and is none but an id.
func Dashed(root *cobra.Command, args []string) []string {
	if !slices.ContainsFunc(args, longDash) {
		return args
	}
	c, _, err := root.Find(args)
	if err != nil || c.Annotations[TakesIDs] == "" {
		return args
	}
	at := slices.IndexFunc(args, func(s string) bool { return s == c.Name() || c.HasAlias(s) })
	flags, ids, found := slices.Clone(args[:at+1]), []string{}, false
	for rest := args[at+1:]; len(rest) > 0; rest = rest[1:] {
		word := rest[0]
		switch value, known := knownFlag(c, word); {
		case word == "--":
			ids, rest = append(ids, rest[1:]...), rest[:1]
		case known && value && len(rest) > 1:
			flags, rest = append(flags, word, rest[1]), rest[1:]
		case known:
			flags = append(flags, word)
		case longDash(word) && (word[1] != '-' || strings.ContainsAny(word, digitsAndCapitals) && isID(word)):
			ids, found = append(ids, word), true
		case strings.HasPrefix(word, "-") && word != "-":
			flags = append(flags, word) // to be refused
		default:
			ids = append(ids, word)
		}
	}
	if !found {
		return args
	}
	return append(append(flags, "--"), ids...)
}

// digitsAndCapitals are what no flag has in its name.
const digitsAndCapitals = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// longDash reports whether a word starts with - and is as long as an id.
func longDash(word string) bool { return len(word) >= 8 && word[0] == '-' }

// knownFlag reports whether a word is a flag of the command, or several in one,
// and whether the next word is its value.
func knownFlag(c *cobra.Command, word string) (value, known bool) {
	if len(word) < 2 || word[0] != '-' || word == "--" {
		return false, false
	}
	if name, ok := strings.CutPrefix(word, "--"); ok {
		name, _, given := strings.Cut(name, "=")
		f := c.Flag(name)
		return f != nil && f.NoOptDefVal == "" && !given, f != nil || name == "help"
	}
	for i, letter := range word[1:] {
		f := shorthand(c, letter)
		switch {
		case f == nil && letter != 'h':
			return false, false
		case f != nil && f.NoOptDefVal == "":
			return i == len(word)-2, true // the rest is its value
		}
	}
	return false, true
}

func shorthand(c *cobra.Command, letter rune) *pflag.Flag {
	if f := c.Flags().ShorthandLookup(string(letter)); f != nil {
		return f
	}
	return c.InheritedFlags().ShorthandLookup(string(letter))
}

// isID reports whether a word is an id of any scheme, at whatever time.
func isID(word string) bool {
	in, err := inspect.New(inspect.Options{Now: time.Now()})
	if err != nil {
		return false
	}
	r := in.Inspect(word)
	return r.OK() || len(r.RuledOut) > 0
}

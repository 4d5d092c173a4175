package cmd

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/inspect"
)

// bare puts inspect in front of arguments that name no command: a pasted id, or nothing
// where ids come through a pipe. A scheme, a word near a command's name, and any other
// word that no scheme reads are wrong use.
func bare(a *cli.App, list []cli.Command, all func() *cobra.Command, args []string) ([]string, error) {
	if len(args) == 0 {
		if a.InTerminal {
			return args, nil
		}
		return []string{"inspect"}, nil
	}
	word := args[0]
	switch {
	case word == "help" || word == cobra.ShellCompRequestCmd || word == cobra.ShellCompNoDescRequestCmd ||
		cli.FindCommand(list, word) != nil:
		return args, nil
	case strings.HasPrefix(word, "-") && word != "-":
		var ours bool
		if word, ours = behindFlags(a, list, args); !ours {
			return args, nil
		}
	}
	if word != "" && word[0] != '-' {
		if err := notPasted(a, list, all, word); err != nil {
			return nil, err
		}
	}
	return append([]string{"inspect"}, args...), nil
}

// behindFlags reports whether arguments that begin with a flag are for inspect: they, or
// a pipe, may hold an id, and neither a command is among them nor a call for help. The
// word is the first one that is no flag's value for certain, empty where there is none.
func behindFlags(a *cli.App, list []cli.Command, args []string) (word string, ours bool) {
	ours = !a.InTerminal
	for i, arg := range args {
		before := ""
		if i > 0 {
			before = args[i-1]
		}
		switch {
		case slices.Contains([]string{"-h", "--help", "--version", "-V", "help"}, arg) ||
			cli.FindCommand(list, arg) != nil:
			return "", false
		case before == "--color" || before == "--now": // the value of a flag
		case strings.HasPrefix(arg, "-") && (len(arg) < 8 || arg[1] == '-'):
		case word == "" && (!strings.HasPrefix(before, "-")):
			word, ours = arg, true
		default:
			ours = true
		}
	}
	return word, ours
}

// notPasted says what is wrong with a first word that is neither a command nor an id.
func notPasted(a *cli.App, list []cli.Command, all func() *cobra.Command, word string) error {
	if s, err := a.Scheme(word, cli.LayoutFlags{}); err == nil {
		name := s.Name
		if s.ReadOnly != "" {
			return cli.Usage("%s is a scheme, not a command", word).
				Hinted("idscope schemes %s", name)
		}
		return cli.Usage("%s is a scheme; to generate one: idscope gen %s", word, word).
			Hinted("idscope gen %s; idscope schemes %s shows it in full", word, name)
	}
	var names []string
	for _, c := range list {
		names = append(append(names, c.Name), c.Aliases...)
	}
	plain := strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") == ""
	if len(cli.Nearest(word, names)) > 0 || plain && !reads(a, word) {
		return cli.UnknownCommand(list, all, word)
	}
	return nil
}

// reads reports whether a scheme reads a word.
func reads(a *cli.App, word string) bool {
	in, err := inspect.New(inspect.Options{Now: a.Now()})
	if err != nil {
		return false
	}
	r := in.Inspect(word)
	return r.OK()
}

// areFiles refuses arguments that are not ids but files, also as curl writes them, and
// says how to read those.
func areFiles(args []string, in *inspect.Inspector) error {
	for _, arg := range args {
		path := arg
		info, err := os.Stat(path)
		if rest, at := strings.CutPrefix(arg, "@"); at && err != nil {
			path = rest
			info, err = os.Stat(path)
		}
		if arg == "-" || err != nil {
			continue
		}
		if r := in.Inspect(arg); r.OK() {
			continue
		}
		name := screen.Escaped(path)
		if info.IsDir() {
			return cli.Negative("%s is a folder, not an id", name)
		}
		return cli.Negative("%s is a file, not an id", name).
			Hinted("idscope inspect < %s reads ids, one a line; idscope inspect --find %s finds them in text", name,
				name)
	}
	return nil
}

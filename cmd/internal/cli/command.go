package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/inspect"
)

// Command is an entry of the list of commands. What it builds is built when it
// is called, and for help and completion.
type Command struct {
	Name      string
	Arguments string // as usage names them; without any it takes none, unless it says so by [Flags.Takes]
	Aliases   []string
	Group     string // the heading below which help lists it
	Short     string
	Marks     []string               // of [Unconfigured], [ByScheme] and [TakesIDs]
	Build     func(*App, *Flags) Run // defines its flags; nil for one that only has commands
	Below     func() []Command       // its commands; nil for none
}

// Run is what a command does.
type Run func(ctx context.Context, args []string) error

// FindCommand returns the command with a name or alias, nil for none.
func FindCommand(list []Command, name string) *Command {
	for i, c := range list {
		if c.Name == name || slices.Contains(c.Aliases, name) {
			return &list[i]
		}
	}
	return nil
}

// AddTo builds the command, which depth others are above, and adds it to the one above. Of the commands
// below it the one that is called is built, and all of them for help and completion, as building the
// others would cost every call. Files are proposed by those commands alone that say so.
func (one *Command) AddTo(above *cobra.Command, a *App, depth int) {
	c := &cobra.Command{Use: strings.TrimSuffix(one.Name+" "+one.Arguments, " "), Aliases: one.Aliases,
		Short: one.Short, Annotations: map[string]string{}, ValidArgsFunction: cobra.NoFileCompletions, RunE: topmost}
	for _, mark := range one.Marks {
		c.Annotations[mark] = mark
	}
	above.AddCommand(c)
	if one.Build != nil {
		if one.Arguments == "" {
			c.Args = NoArguments
		}
		_, path, _ := strings.Cut(c.CommandPath(), " ")
		run := one.Build(a, a.Flags(c, path))
		c.RunE = func(c *cobra.Command, args []string) error { return run(c.Context(), args) }
	}
	if one.Below == nil {
		return
	}
	list := one.Below()
	if len(a.Args) > depth+1 {
		if called := FindCommand(list, a.Args[depth+1]); called != nil {
			list = []Command{*called}
		}
	}
	for _, sub := range list {
		sub.AddTo(c, a, depth+1)
	}
}

// UnknownCommand names the nearest commands, those below others included, or the whole
// command line that an id alone should have been.
func UnknownCommand(all func() *cobra.Command, given string, topics ...string) error {
	if strings.ContainsAny(given, "0123456789") {
		return Usage("unknown command %q", given).Hinted("to decode an ID: idscope inspect %s", given)
	}
	names := topics
	paths := map[string][]string{}
	for _, topic := range topics {
		paths[topic] = []string{"idscope help " + topic}
	}
	each(all(), func(c *cobra.Command) {
		for _, name := range append([]string{c.Name()}, c.Aliases...) {
			path := strings.TrimSuffix(c.CommandPath(), c.Name()) + name
			if paths[name] == nil {
				names = append(names, name)
			}
			paths[name] = append(paths[name], path)
		}
	})
	err := Usage("unknown command %q", given)
	var near []string
	for _, name := range Nearest(given, names) {
		near = append(near, paths[name]...)
	}
	if len(near) > 0 {
		return err.Hinted("did you mean: %s", strings.Join(near, ", "))
	}
	return err.Hinted("idscope --help lists all")
}

// topmost is what runs a command that has commands: its help, or the error of a name that none has.
func topmost(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return c.Help()
	}
	var all []string
	for _, sub := range c.Commands() {
		all = append(all, sub.Name())
	}
	err := Usage("unknown command %q of %s; use one of %s", args[0], c.CommandPath(), strings.Join(all, ", "))
	if near := Nearest(args[0], all); len(near) > 0 {
		return err.Hinted("did you mean: %s %s", c.CommandPath(), near[0])
	}
	return err
}

// NoArguments refuses arguments as all wrong use is refused.
func NoArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Usage("%s takes no argument, got %q; remove it", c.CommandPath(), args[0])
}

// OneScheme wants the name of one scheme; hint says where names come from.
func OneScheme(hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 1 {
			return nil
		}
		if len(args) == 2 && c.Flags().ShorthandLookup("n") != nil {
			if _, err := parseCount(args[1]); err == nil {
				return Usage("unexpected argument %q; for a count use -n %[1]s", args[1]).
					Hinted("%s %s -n %s", c.CommandPath(), args[0], args[1])
			}
		}
		return Usage("%s takes one scheme, got %d; use %s SCHEME", c.Name(), len(args), c.CommandPath()).
			Hinted("%s", hint)
	}
}

// AnyScheme wants the name of one scheme, or nothing.
func AnyScheme(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return Usage("%s takes one scheme, got %d; use one or none", c.Name(), len(args))
	}
	return nil
}

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

// wanted names the arguments of a command, as its usage does.
func wanted(c *cobra.Command) string {
	_, what, _ := strings.Cut(c.Use+" command", " ")
	what, _, _ = strings.Cut(strings.Trim(what, "<[ "), " ")
	return strings.ToUpper(strings.Trim(what, "<>[]."))
}

// ValueName is what the help of a flag calls its value: FILE, TIME.
func ValueName(f *pflag.Flag) string {
	if kind := f.Value.Type(); kind != "bool" {
		return kind
	}
	return ""
}

// Propose gives each flag of a command, and of those below it, its completion, and each that has none of its
// own one by its value: the list of a choice, files for FILE, folders for DIR, else
// nothing. It is called for completion alone, as half of what a flag costs.
func (a *App) Propose(c *cobra.Command) {
	if own := a.flags[c]; own != nil {
		for flag, propose := range own.completed {
			_ = c.RegisterFlagCompletionFunc(flag, propose)
		}
	}
	each := func(f *pflag.Flag) {
		if _, has := c.GetFlagCompletionFunc(f.Name); !has && f.NoOptDefVal == "" {
			_ = c.RegisterFlagCompletionFunc(f.Name, proposals(f))
		}
	}
	c.PersistentFlags().VisitAll(each)
	c.LocalFlags().VisitAll(each)
	for _, sub := range c.Commands() {
		a.Propose(sub)
	}
}

func proposals(f *pflag.Flag) cobra.CompletionFunc {
	if c, ok := f.Value.(*Choice); ok {
		return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return Described(c.List), cobra.ShellCompDirectiveNoFileComp
		}
	}
	switch f.Value.Type() {
	case "FILE":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	case "DIR":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	}
	return cobra.NoFileCompletions
}

// CompleteAliases proposes the aliases of commands that begin as the word does, where
// the command itself does not.
func CompleteAliases(list []Command, args []string, word string) []cobra.Completion {
	var all []cobra.Completion
	for _, c := range list {
		for _, alias := range c.Aliases {
			if len(args) == 0 && word != "" && strings.HasPrefix(alias, word) && !strings.HasPrefix(c.Name, word) {
				all = append(all, cobra.CompletionWithDesc(alias, "the same as "+c.Name))
			}
		}
	}
	return all
}

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
		case known && value: // which is missing
			return append(flags, word)
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
	for i := 1; i < len(word); i++ {
		f := c.Flags().ShorthandLookup(word[i : i+1]) // no flag of the program itself has a letter
		switch {
		case f == nil && word[i] != 'h':
			return false, false
		case f != nil && f.NoOptDefVal == "":
			return i == len(word)-1, true // the rest is its value
		}
	}
	return false, true
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

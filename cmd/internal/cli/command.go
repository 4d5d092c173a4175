package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
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
func UnknownCommand(list []Command, all func() *cobra.Command, given string, topics ...string) error {
	if given == "" {
		return Usage("argument 1 of idscope is empty; use one of %s",
			CommandNames(list)).Hinted("is a variable not set?")
	}
	if strings.ContainsAny(given, "0123456789") && FindCommand(list, "inspect") != nil {
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

// CommandNames lists the names, for errors.
func CommandNames(list []Command) string {
	all := make([]string, len(list))
	for i, c := range list {
		all[i] = c.Name
	}
	return strings.Join(all, ", ")
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
		if n, ok := countOf(args); ok && c.Flags().ShorthandLookup("n") != nil {
			return Usage("unexpected argument %q; for a count use -n %s", n, n).
				Hinted("%s %s -n %s", c.CommandPath(), args[0], n)
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

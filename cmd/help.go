package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/cmd/internal/ui"
)

// newHelp is the command help of all programs: help COMMAND is COMMAND --help, help
// TOPIC a page on what several commands share. A topic comes before a command of its
// name.
func newHelp(a *cli.App, commands func() []cli.Command, all func() *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command|topic]",
		Short: "show the help of a command, or a topic",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var list []cobra.Completion
			if len(args) == 0 {
				for _, name := range topicNames() {
					list = append(list, cobra.CompletionWithDesc(name, topicShort(name)))
				}
			}
			if of, _, err := c.Root().Find(args); err == nil {
				for _, sub := range of.Commands() {
					if !sub.Hidden && (len(args) > 0 || !slices.Contains(topicNames(), sub.Name())) {
						list = append(list, cobra.CompletionWithDesc(sub.Name(), sub.Short))
					}
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				if d, ok := topicDoc(args[0]); ok {
					t := &show.Topic{Text: d.about, Examples: d.examples}
					if args[0] == "environment" {
						t.InForce = a.InForce()
					}
					return a.Page(t.Draw(a.Pen(a.Columns())), false)
				}
			}
			of, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return cli.UnknownCommand(commands(), all, strings.Join(args, " "))
			}
			of.InitDefaultHelpFlag() // as --help does
			return of.Help()
		},
	}
}

// helpOf is what there is to say of a command.
func helpOf(c *cobra.Command) *show.Help {
	d := commandDoc(c.CommandPath())
	h := &show.Help{About: d.about, Examples: d.examples, Flags: flagGroups(c)}
	if h.About == "" {
		h.About = c.Short
	}
	if c.Runnable() {
		h.Usage = append(h.Usage, c.UseLine())
	}
	if len(c.Aliases) > 0 {
		h.Aliases = c.NameAndAliases()
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			h.Commands = append(h.Commands, ui.Entry{Head: "  " + sub.Name(), Text: sub.Short})
		}
	}
	if len(h.Commands) > 0 {
		h.Usage = append(h.Usage, c.CommandPath()+" [command]")
		h.More = fmt.Sprintf("Use %q for more information about a command.", c.CommandPath()+" [command] --help")
	}
	if !c.HasParent() {
		for _, name := range topicNames() {
			h.Topics = append(h.Topics, ui.Entry{Head: "  " + name, Text: topicShort(name)})
		}
	}
	return h
}

// fewFlags is up to how many flags stand in one list.
const fewFlags = 5

// flagGroups are the flags of a command, in groups where they are many, and below them
// those that every command has.
func flagGroups(c *cobra.Command) []show.FlagGroup {
	own := flagEntries(c.LocalFlags(), func(f *pflag.Flag) bool { return c.InheritedFlags().Lookup(f.Name) == nil })
	if len(own) > fewFlags {
		var list []show.FlagGroup
		for _, g := range cli.FlagGroups() {
			if part := flagEntries(c.LocalFlags(), func(f *pflag.Flag) bool { return g.Has(f.Name) }); len(part) > 0 {
				list = append(list, show.FlagGroup{Name: g.Name, List: part})
			}
		}
		list[len(list)-1].List = append(list[len(list)-1].List, generalFlags(c)...) // help is the last of them
		return list
	}
	return []show.FlagGroup{{Name: "Flags", List: append(own, generalFlags(c)...)}}
}

// generalFlags are the flags that a command has from above.
func generalFlags(c *cobra.Command) []ui.Entry {
	return flagEntries(c.InheritedFlags(), func(*pflag.Flag) bool { return true })
}

// hasDefault reports whether a flag that is not given has a value worth telling.
func hasDefault(f *pflag.Flag) bool {
	return !slices.Contains([]string{"", "0", "false", "[]"}, f.DefValue)
}

// flagEntries are flags of a set, each with its value, default and list of values.
func flagEntries(flags *pflag.FlagSet, wanted func(*pflag.Flag) bool) []ui.Entry {
	var list []ui.Entry
	groups := cli.FlagGroups()
	general := groups[len(groups)-1]
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || !wanted(f) {
			return
		}
		value, text := pflag.UnquoteUsage(f)
		e := ui.Entry{Head: "      --" + f.Name}
		if f.Shorthand != "" {
			e.Head = "  -" + f.Shorthand + ", --" + f.Name
		}
		choice, _ := f.Value.(*cli.Choice)
		if choice != nil {
			value = choice.Kind(f.Name)
		}
		switch {
		case value == "":
		case f.NoOptDefVal != "" && f.Value.Type() != "bool":
			e.Head += "[=" + value + "]"
		default:
			e.Head += " " + value
		}
		switch {
		case !hasDefault(f):
		case f.Value.Type() == "string":
			text += fmt.Sprintf(" (default %q)", f.DefValue)
		default:
			text += " (default " + f.DefValue + ")"
		}
		if e.Text = text; choice != nil {
			if !general.Has(f.Name) { // those are the same everywhere
				e.Below = valuesBelow(choice)
			}
			if len(e.Below) == 0 {
				e.Text += ": " + strings.ReplaceAll(choice.Type(), "|", ", ")
			}
		}
		list = append(list, e)
	})
	return list
}

// fewValues is up to how many values of a flag have a line each.
const fewValues = 6

// valuesBelow are the values of a choice with what they mean; none where they are many,
// or explain themselves.
func valuesBelow(c *cli.Choice) []ui.Entry {
	if len(c.List) > fewValues {
		return nil
	}
	var list []ui.Entry
	for _, v := range c.List {
		if v.Help == "" || v.Help == v.Name {
			return nil
		}
		list = append(list, ui.Entry{Head: v.Name, Text: v.Help})
	}
	if c.More != "" {
		list = append(list, ui.Entry{Head: c.More, Text: c.Means})
	}
	return list
}

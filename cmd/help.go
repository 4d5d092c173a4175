package cmd

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/bench/collide"
	"idscope/bench/report"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/inspect/known"
)

// newHelp is the command help of all programs: help COMMAND is COMMAND --help, help
// TOPIC a page on what several commands share.
func newHelp(a *cli.App, all func() *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command|topic]",
		Short: "Show help for a command or a topic",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion,
			cobra.ShellCompDirective) {
			var list []cobra.Completion
			if len(args) == 0 {
				for _, name := range topicNames() {
					list = append(list, cobra.CompletionWithDesc(name, topicShort(name)))
				}
			}
			if of, _, err := c.Root().Find(args); err == nil {
				for _, sub := range of.Commands() {
					if !sub.Hidden {
						list = append(list, cobra.CompletionWithDesc(sub.Name(), sub.Short))
					}
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				if d, ok := topicDoc(args[0]); ok {
					return a.Page(topicScreen(a, d))
				}
			}
			of, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return cli.UnknownCommand(all, strings.Join(args, " "), topicNames()...)
			}
			of.InitDefaultHelpFlag() // as --help does
			return of.Help()
		},
	}
}

// helpExamples is how many examples --help shows.
const helpExamples = 5

// Where the texts of commands begin at the least, and how far those of flags are from
// the widest flag.
const (
	commandColumn = 15
	flagGap       = 2
)

// helpScreen is the help of a command: with --help-all all of it, else what most calls need.
type helpScreen struct {
	*screen.Page
	app  *cli.App
	c    *cobra.Command
	list []cli.Command // of the program
}

func (h *helpScreen) draw() string {
	d := commandDoc(h.c.CommandPath())
	about, examples := cmp.Or(d.about, h.c.Short), d.examples
	if !h.app.HelpAll {
		about, _, _ = strings.Cut(about, "\n\n")
		examples = examples[:min(len(examples), helpExamples)]
	}
	h.Prose(about)
	h.title("Usage")
	if h.c.Runnable() {
		h.Shell(2, h.c.UseLine())
	}
	if h.c.HasAvailableSubCommands() {
		h.Shell(2, h.c.CommandPath()+" [command]")
	}
	if len(h.c.Aliases) > 0 && h.app.HelpAll {
		h.title("Aliases")
		h.Text("  " + h.c.NameAndAliases() + "\n")
	}
	if len(examples) > 0 {
		h.title("Examples")
		for _, line := range examples {
			h.Shell(2, line)
		}
	}
	if h.c.HasParent() {
		h.commands("Commands", h.c.Commands())
	} else {
		h.root()
	}
	if h.c.HasParent() || h.app.HelpAll {
		h.flags()
	}
	return h.String()
}

func (h *helpScreen) title(text string) {
	h.Line()
	h.Line(screen.Bold.Of(text + ":"))
}

func (h *helpScreen) commands(title string, list []*cobra.Command) {
	var entries []screen.Entry
	for _, sub := range list {
		entries = append(entries, screen.Entry{Head: "  " + sub.Name(), Text: sub.Short})
	}
	if len(entries) > 0 {
		h.title(title)
		h.Entries(1, commandColumn, entries)
	}
}

// root lists all commands below headings, and the topics.
func (h *helpScreen) root() {
	groups := map[string][]*cobra.Command{}
	last := ""
	for _, one := range h.list {
		c, _, _ := h.c.Find([]string{one.Name})
		groups[one.Group], last = append(groups[one.Group], c), one.Group
	}
	help, _, _ := h.c.Find([]string{"help"})
	groups[last] = append(groups[last], help)
	for _, one := range h.list {
		h.commands(one.Group, groups[one.Group])
		delete(groups, one.Group)
	}
	h.Line()
	h.Paragraph("", "Topics: "+strings.Join(topicNames(), ", ")) // 40 lines are all that --help has
	h.Paragraph("", "Run 'idscope help COMMAND' or 'idscope help TOPIC'.")
}

// flags lists the flags: below one heading where they are few, else in groups, of which --help
// shows the first.
func (h *helpScreen) flags() {
	groups := map[cli.Group][]*pflag.Flag{}
	count := 0
	visit := func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		group := cli.General // of help, which cobra adds
		if row := h.app.Row(h.c, f.Name); row != nil {
			group = row.Group
		}
		groups[group] = append(groups[group], f)
		count++
	}
	h.c.LocalFlags().VisitAll(visit)
	h.c.InheritedFlags().VisitAll(visit)
	few := count <= fewFlags
	var lists [][]screen.Entry
	var titles []string
	for g := range cli.Groups {
		switch list := groups[g]; {
		case len(list) == 0 || !h.app.HelpAll && !few && g != cli.Common:
		case few && len(lists) > 0:
			lists[0] = append(lists[0], h.entries(list)...)
		default:
			lists, titles = append(lists, h.entries(list)), append(titles, g.String())
		}
	}
	if few {
		titles = []string{"Flags"}
	} else if !h.app.HelpAll && len(lists) > 0 {
		lists[0] = append(lists[0], screen.Entry{Head: "      --help-all",
			Text: fmt.Sprintf("show all %d flags", count)})
	}
	column := 0
	for _, list := range lists {
		column = max(column, h.Column(flagGap, list))
	}
	for i, list := range lists {
		h.title(titles[i])
		h.Entries(flagGap, column, list)
	}
}

// fewFlags is up to how many flags are in one list.
const fewFlags = 12

// entries are flags, each with its value, default and list of values.
func (h *helpScreen) entries(flags []*pflag.Flag) []screen.Entry {
	var list []screen.Entry
	for _, f := range flags {
		e := screen.Entry{Head: "      --" + f.Name, Text: f.Usage}
		if f.Shorthand != "" {
			e.Head = "  -" + f.Shorthand + ", --" + f.Name
		}
		switch value := cli.ValueName(f); {
		case value == "":
		case f.NoOptDefVal != "":
			e.Head += "[=" + value + "]"
		default:
			e.Head += " " + value
		}
		if choice, ok := f.Value.(*cli.Choice); ok {
			if h.app.HelpAll {
				e.Below = valuesBelow(choice)
			}
			if len(e.Below) == 0 {
				e.Text += ": " + choice.Values()
			}
		}
		if shown := h.app.Row(h.c, f.Name).Default(f.DefValue); shown != "" {
			e.Text += " (default " + shown + ")"
		}
		list = append(list, e)
	}
	return list
}

// fewValues is up to how many values of a flag have a line each.
const fewValues = 6

// valuesBelow are the values of a choice with what they mean; none where they are many,
// or explain themselves.
func valuesBelow(c *cli.Choice) []screen.Entry {
	if len(c.List) > fewValues {
		return nil
	}
	var list []screen.Entry
	for _, v := range c.List {
		if v.Help == "" || v.Help == v.Name {
			return nil
		}
		list = append(list, screen.Entry{Head: v.Name, Text: v.Help})
	}
	if c.More != "" {
		list = append(list, screen.Entry{Head: c.More, Text: c.Means})
	}
	return list
}

// topicScreen is a page of help on what several commands share.
func topicScreen(a *cli.App, d doc) string {
	p := a.Pen(a.Columns()).Page(0)
	p.Prose(d.about)
	p.Line()
	p.Line(screen.Bold.Of("Examples:"))
	for _, line := range d.examples {
		p.Shell(2, line)
	}
	return p.String()
}

// docFiles are the texts of help: docs/COMMAND.md for each command, its words parted by hyphens,
// and docs/topics/TOPIC.md for what several commands share. They are read when help is asked for.
//
//go:embed docs
var docFiles embed.FS

// doc is a text of help. Its prose is paragraphs, which empty lines part, and items, which are
// indented: see [screen.Page.Prose].
type doc struct {
	title    string
	about    string
	examples []string // command lines
}

// commandDoc is the text of the command at a path such as "idscope worker list".
func commandDoc(path string) doc { return readDoc("docs/" + docName(path) + ".md") }

func docName(path string) string {
	return strings.ReplaceAll(strings.TrimPrefix(path, "idscope "), " ", "-")
}

// topicDoc is the text of a topic, and whether there is one of that name.
func topicDoc(name string) (doc, bool) {
	if name == "exit" { // as it was called before
		name = "exit-codes"
	}
	if !slices.Contains(topicNames(), name) {
		return doc{}, false
	}
	return readDoc("docs/topics/" + name + ".md"), true
}

// topicColumn is where what is said of a topic begins in a list of them.
const topicColumn = 14

// topicNames are the topics in the order of help.
func topicNames() []string {
	return []string{"choosing", "times", "layouts", "json", "exit-codes", "unique", "counters", "environment",
		"columns"}
}

// topicShort is a topic in a line.
func topicShort(name string) string {
	d, _ := topicDoc(name)
	return strings.TrimPrefix(d.title, name+": ")
}

// readDoc reads a file: a title, text in which blocks are items, and a block of examples below the
// heading Examples. A file that is missing is an empty text: a test holds that there is none.
func readDoc(path string) doc {
	text, _ := docFiles.ReadFile(path)
	var d doc
	var about strings.Builder
	block, examples := false, false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			block = !block
		case !block && strings.HasPrefix(line, "# "):
			d.title = line[2:]
		case !block && line == "## Examples":
			examples = true
		case examples && block:
			d.examples = append(d.examples, line)
		case block && line != "":
			about.WriteString("  " + line + "\n")
		case !examples:
			about.WriteString(line + "\n")
		}
	}
	d.about = strings.Trim(about.String(), "\n")
	for name, list := range derived() {
		if strings.Contains(d.about, name) {
			d.about = strings.ReplaceAll(d.about, name, list())
		}
	}
	return d
}

// derived are the lists that texts of help contain, by what is in their place in a file.
func derived() map[string]func() string {
	return map[string]func() string{
		"{REPORT}": func() string { return strings.Join(report.DefaultSchemes(), ", ") },
		"{RULES}":  func() string { return strings.Join(cli.Names(collide.RulesChoices()), ", ") },
		"{FAULTS}": func() string {
			var list []string
			for _, c := range collide.FaultChoices() {
				form, what, _ := strings.Cut(c.Help, ": ")
				list = append(list, fmt.Sprintf("%-30s %s", form, what))
			}
			return strings.Join(list, "\n  ")
		},
		"{TOPICS}": func() string {
			var list []string
			for _, name := range topicNames() {
				list = append(list, fmt.Sprintf("%-*s%s", topicColumn, name, topicShort(name)))
			}
			return strings.Join(list, "\n  ")
		},
		"{MAY-REPEAT}": func() string {
			var list []string
			for _, s := range known.All() {
				if s.MayRepeat() {
					list = append(list, s.Name)
				}
			}
			return strings.Join(list, ", ")
		},
	}
}

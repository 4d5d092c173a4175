package show

import "idscope/cmd/internal/ui"

// Help is what there is to say of a command.
type Help struct {
	About    string
	Usage    []string
	Aliases  string
	Examples []string // command lines
	Commands []ui.Entry
	Topics   []ui.Entry
	Flags    []FlagGroup // of the command, then those of every command
	More     string      // how to ask for the help of one of the commands
}

// FlagGroup is flags that belong together.
type FlagGroup struct {
	Name string
	List []ui.Entry
}

// Where the texts of commands begin at the least, and how far those of flags are from
// the widest flag.
const (
	commandColumn = 15
	flagGap       = 2
)

// Draw is the screen of the help.
func (h *Help) Draw(pen *ui.Pen) string {
	p := pen.Page(0)
	title := func(text string) {
		p.Line()
		p.Line(ui.Bold.Of(text + ":"))
	}
	entries := func(name string, gap, column int, list []ui.Entry) {
		if len(list) > 0 {
			title(name)
			p.Entries(gap, column, list)
		}
	}
	p.Prose(h.About)
	title("Usage")
	for _, line := range h.Usage {
		p.Shell(2, line)
	}
	if h.Aliases != "" {
		title("Aliases")
		p.Text("  " + h.Aliases + "\n")
	}
	if len(h.Examples) > 0 {
		title("Examples")
		for _, line := range h.Examples {
			p.Shell(2, line)
		}
	}
	entries("Commands", 1, commandColumn, h.Commands)
	entries("Topics, shown by help TOPIC", 1, commandColumn, h.Topics)
	column := 0
	for _, g := range h.Flags {
		column = max(column, p.Column(flagGap, g.List))
	}
	for _, g := range h.Flags {
		entries(g.Name, flagGap, column, g.List)
	}
	if h.More != "" {
		p.Line()
		p.Paragraph("", h.More)
	}
	return p.String()
}

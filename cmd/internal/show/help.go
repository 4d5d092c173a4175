package show

import "idscope/cmd/internal/ui"

// Help is what there is to say of a command.
type Help struct {
	About    string
	Usage    []string
	Aliases  string
	Examples string
	Commands []ui.Entry
	Flags    []ui.Entry // of the command
	Global   []ui.Entry // of every command
	More     string     // how to ask for the help of one of the commands
}

// Where the texts of commands begin at the least, and how far those of flags are from
// the widest flag.
const (
	commandColumn = 14
	flagGap       = 3
)

// Draw is the screen of the help.
func (h *Help) Draw(pen *ui.Pen) string {
	p := pen.Page(0)
	title := func(text string) {
		p.Line()
		p.Line(ui.Bold.Of(text + ":"))
	}
	part := func(name, text string) {
		if text != "" {
			title(name)
			p.Text(text + "\n")
		}
	}
	entries := func(name string, gap, column int, list []ui.Entry) {
		if len(list) > 0 {
			title(name)
			p.Entries(gap, column, list)
		}
	}
	p.Text(h.About + "\n")
	title("Usage")
	for _, line := range h.Usage {
		p.Text("  " + line + "\n")
	}
	if h.Aliases != "" {
		part("Aliases", "  "+h.Aliases)
	}
	part("Examples", h.Examples)
	entries("Available Commands", 1, commandColumn, h.Commands)
	entries("Flags", flagGap, 0, h.Flags)
	entries("Global Flags", flagGap, 0, h.Global)
	if h.More != "" {
		p.Line()
		p.Text(h.More + "\n")
	}
	return p.String()
}

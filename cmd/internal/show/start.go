package show

import "idscope/cmd/internal/ui"

// Start is the screen of a call without arguments: the commands that people use, with an
// example each.
func Start(pen *ui.Pen) string {
	p := pen.Page(0)
	p.Paragraph("", "idscope generates IDs of any scheme, and says of any ID what it is, and when and where it was "+
		"generated.")
	p.Line()
	for _, e := range []ui.Entry{
		{Head: "idscope 1541815603606036480", Text: "what a pasted ID is"},
		{Head: "idscope gen uuidv7 -n 3", Text: "generate IDs"},
		{Head: "idscope convert 1541815603606036480 --to hex", Text: "the same ID in another encoding"},
		{Head: "idscope check ids.txt", Text: "duplicates and order in a file of IDs"},
		{Head: "idscope compare uuidv7 ulid snowflake", Text: "choose a scheme"},
	} {
		p.Row("  "+pen.Paint(ui.Dim, "# "+e.Text)+"\n  "+pen.Paint(ui.Bold, e.Head), 0)
	}
	p.Line()
	p.Paragraph("", "idscope --help lists all commands, idscope schemes all schemes.")
	return p.String()
}

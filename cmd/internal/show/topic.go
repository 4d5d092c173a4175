package show

import "idscope/cmd/internal/ui"

// Topic is a page of help on what several commands share.
type Topic struct {
	Text     string // prose
	InForce  []ui.Entry
	Examples []string
}

// Draw is the screen of the topic.
func (t *Topic) Draw(pen *ui.Pen) string {
	p := pen.Page(0)
	p.Prose(t.Text)
	if len(t.InForce) > 0 {
		p.Line()
		p.Line(ui.Bold.Of("In force now:"))
		p.Entries(flagGap, 0, t.InForce)
	}
	p.Line()
	p.Line(ui.Bold.Of("Examples:"))
	for _, line := range t.Examples {
		p.Shell(2, line)
	}
	return p.String()
}

package show

import (
	"io"
	"slices"
	"time"

	"idscope/bench/compare"
	"idscope/cmd/internal/screen"
	"idscope/cmd/internal/ui"
)

// Compare puts schemes side by side under a load.
func Compare(pen *ui.Pen, rows []compare.Row, load compare.Load, now time.Time) string {
	t := compare.TablesOf(rows, now)
	p := pen.AtMost(textWidth).Page(0)
	p.Paragraph("", "COLLISIONS: "+load.String())
	p.Line()
	if len(t.Facts) == 0 {
		p.Line(ui.Plain.Of("nothing is left"))
	} else {
		p.Text(pen.Panels(&ui.Table{Head: compare.Head(), Rows: t.Facts, Style: ui.BoldNames}))
		p.Line()
		p.Text(pen.Panels(&ui.Table{Head: compare.TraitsHead(), Rows: t.Traits, Style: ui.BoldNames}))
	}
	remarks(p, "libraries", t.Libraries)
	remarks(p, "by the original's own rule", t.Originals)
	remarks(p, "rejected", t.Rejections)
	remarks(p, "cannot carry that", t.Problems)
	return p.String()
}

// remarks writes what is said of several schemes below a title.
func remarks(p *ui.Page, title string, list []compare.Remark) {
	for i, one := range list {
		if i == 0 {
			p.Line()
			p.Line(ui.Plain.Of(title))
		}
		p.Paragraph("  "+one.Of+": ", one.Text)
	}
}

// CompareMarkdown writes the tables for documents, with what was rejected below.
func CompareMarkdown(w io.Writer, rows []compare.Row, load compare.Load, now time.Time) error {
	t := compare.TablesOf(rows, now)
	text := "\n" + "COLLISIONS: " + load.String() + "\n"
	for i, n := range slices.Concat(t.Originals, t.Rejections, t.Problems) {
		if i == 0 {
			text += "\n"
		}
		text += "- " + n.Of + ": " + n.Text + "\n"
	}
	err := screen.Markdown(w, compare.Head(), t.Facts)
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	if err == nil {
		err = screen.Markdown(w, compare.TraitsHead(), t.Traits)
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

package show

import (
	"fmt"
	"strconv"
	"strings"

	"idscope/bench/compare"
	"idscope/cmd/internal/ui"
)

// Advice is the answer to what ids to use: the candidates, best first, each with its
// reason and what to watch, and why others are none.
func Advice(pen *ui.Pen, q *compare.Question, a *compare.Advice) string {
	const column = 12
	p := pen.AtMost(textWidth).Page(column)
	p.Text(pen.AtMost(textWidth).Wrap(0, 2, ui.Bold.Of(q.Use.Name), ui.Plain.Of(": "+q.Use.Help)) + "\n")
	p.Text(pen.AtMost(textWidth).Wrap(0, 2, ui.Plain.Of(adviceLoad(q))) + "\n")
	for i, one := range a.Picks {
		p.Line()
		p.Line(ui.Plain.Of(fmt.Sprintf("%d  ", i+1)), ui.Bold.Of(one.Candidate))
		p.Say("why", one.Why)
		p.Say("watch", one.Watch)
		if t, ok := one.Row.In(q.DB); ok && q.Use.Stored {
			p.Say("keep as", fmt.Sprintf("%s in %s, %d bytes", t.Type, compare.StoreTitle(q.DB), t.Bytes))
		}
		switch width := pen.Width(); { // in one piece, to be copied, where there is room
		case one.Generate == "":
		case width > 0 && column+len(one.Generate) > width:
			p.Line(ui.Plain.Of("  "), ui.Dim.Of("generate"))
			p.Shell(4, one.Generate)
		default:
			p.Say("generate", ui.Hard(one.Generate))
		}
	}
	if len(a.Picks) == 0 {
		p.Line()
		p.Paragraph("", "nothing is left: see why below; fewer needs, a lower rate or a higher --max-probability help")
	}
	verdicts(p, "those that you named", a.Named)
	verdicts(p, "why not", a.Lost)
	return p.String()
}

func verdicts(p *ui.Page, title string, list []compare.Verdict) {
	var all []compare.Remark
	for _, v := range list {
		all = append(all, compare.Remark{Of: v.Candidate, Text: v.Why})
	}
	remarks(p, title, all)
}

// adviceLoad says what an answer holds for.
func adviceLoad(q *compare.Question) string {
	most := strings.ReplaceAll(strconv.FormatFloat(q.MaxProbability, 'g', 3, 64), "e-0", "e-")
	if q.Use.Checked {
		return q.Load.String() + "; a draw is taken, and a guess finds one, with probability " + most + " at most"
	}
	return q.Load.String() + "; probability of a collision at most " + most
}

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
	p.Text(pen.AtMost(textWidth).Wrap(0, 2, ui.Plain.Of(AdviceLoad(q))) + "\n")
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
	var lost [][]string
	for _, l := range a.Lost {
		lost = append(lost, []string{l.Candidate, l.Why})
	}
	paragraphs(p, "why not", lost)
	return p.String()
}

// AdviceLoad says what an answer holds for.
func AdviceLoad(q *compare.Question) string {
	most := strings.ReplaceAll(strconv.FormatFloat(q.MaxProbability, 'g', 3, 64), "e-0", "e-")
	if q.Use.Checked {
		return loadText(q.Load) + "; a draw is taken, and a guess finds one, with probability " + most + " at most"
	}
	return loadText(q.Load) + "; probability of a collision at most " + most
}

// adviceObject is an answer as JSON shows it.
type adviceObject struct {
	Schema int    `json:"schema"`
	Use    string `json:"use"`
	DB     string `json:"db"`
	*compare.Advice
	MaxProbability float64    `json:"max_probability"`
	Load           loadObject `json:"load"`
}

// AdviceObject is an answer for its JSON.
func AdviceObject(q *compare.Question, a *compare.Advice) any {
	return adviceObject{1, q.Use.Name, q.DB, a, q.MaxProbability, loadOf(q.Load)}
}

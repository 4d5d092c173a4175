package show

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	bday "idscope/bench/birthday"
	"idscope/bench/chart"
	"idscope/cmd/internal/ui"
	"idscope/gen/quantity"
)

// Birthday is what was asked of the birthday bound, and what came out.
type Birthday struct {
	*bday.Model
	Count  *big.Int // nil where no count reaches the probability
	Found  bday.Chance
	Pairs  float64
	Levels []BirthdayLevel
	Length uint64 // of the texts, where it was asked for
}

// BirthdayLevel is the count of one of the usual probabilities.
type BirthdayLevel struct {
	bday.Level
	Count *big.Int // nil where there is none
}

// Seconds is how long a count takes; nil where there is no telling.
func (b *Birthday) Seconds(count *big.Int) *float64 {
	if count == nil {
		return nil
	}
	v, ok := b.Model.Seconds(count)
	if !ok || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// Card shows the answer in one sentence, then the counts of the usual probabilities and a
// plot of so many columns; in full with how it was calculated.
func (b *Birthday) Card(pen *ui.Pen, columns int, full bool) string {
	p := pen.Wide(min(columns, textWidth)).Page(schemeFactColumn)
	p.Paragraph("", b.sentence())
	if full {
		p.Line()
		b.method(p)
	}
	if !b.Never() {
		p.Line()
		p.Text(b.table(pen))
		if f := b.Curve(); f != nil {
			if b.Count != nil {
				mark := chart.Mark{Name: b.amount(b.Count), X: whole(b.Count), Y: b.Found.Probability()}
				switch x := f.Lines[0].X; {
				case mark.X < x[0]:
					mark.Name += ", left of the chart"
				case mark.X > x[len(x)-1]:
					mark.Name += ", right of the chart"
				}
				f.Marks = append(f.Marks, mark)
			}
			p.Line()
			p.Text(plot(f, columns, 8))
		}
	}
	return p.String()
}

// sentence is the answer.
func (b *Birthday) sentence() string {
	if b.Never() {
		return fmt.Sprintf("No two ids of %s are equal, whatever their number.", b.subject())
	}
	if b.Count == nil {
		return fmt.Sprintf("No number of %s of %s reaches that probability.", b.Unit, b.subject())
	}
	text := fmt.Sprintf("%s of %s", b.amount(b.Count), b.subject())
	if s := b.Seconds(b.Count); s != nil {
		text += fmt.Sprintf(", %s at %s ids a second", quantity.FormatSeconds(*s),
			quantity.FormatNumber(rational(b.Rate)))
	} else if b.PerTick && b.Rate == nil {
		text += ", in one tick"
	}
	same := "any two are equal"
	if b.Unit == bday.Nodes {
		same = "any two have one worker number"
	}
	text += ": " + b.likely() + " that " + same
	beside := b.Levels[slices.IndexFunc(b.Levels, func(l BirthdayLevel) bool { return l.Name == "1 %" })]
	if p := b.Found.Probability(); p >= 0.0099 && p < 0.49 {
		beside = b.Levels[len(b.Levels)-1]
	}
	if beside.Count != nil {
		text += fmt.Sprintf("; %s at %s", ui.Hard(beside.Name), ui.Hard(quantity.FormatNumber(whole(beside.Count))))
		if s := b.Seconds(beside.Count); s != nil {
			text += ", after " + ui.Hard(quantity.FormatSeconds(*s))
		}
	}
	return text + "."
}

// subject is what the ids are of: a scheme, with the length that was asked for, or a space.
func (b *Birthday) subject() string {
	switch {
	case b.Scheme == "":
		return "a space of " + quantity.FormatPower(b.Space)
	case b.Length > 0:
		return fmt.Sprintf("%s of %d characters", b.Scheme, b.Length)
	}
	return b.Scheme
}

// amount is a count in words, with what is counted.
func (b *Birthday) amount(count *big.Int) string {
	return quantity.FormatNumber(whole(count)) + " " + b.Units(count)
}

func whole(n *big.Int) float64 {
	v, _ := new(big.Float).SetInt(n).Float64()
	return v
}

func rational(r *big.Rat) float64 {
	v, _ := r.Float64()
	return v
}

// likely is the probability in a few words.
func (b *Birthday) likely() string {
	p := b.Found.Probability()
	switch {
	case b.Found.Certain() || b.Found.Complement() < 1e-9:
		return "certain"
	case p == 0:
		return "impossible"
	case p > 0.9995:
		return "all but 1 in " + quantity.FormatNumber(1/b.Found.Complement())
	case p >= 0.01:
		return ui.Hard(fmt.Sprintf("%.3g %%", 100*p))
	}
	return ui.Hard("1 in " + quantity.FormatNumber(1/p))
}

// method writes how the answer was calculated, and what it assumes.
func (b *Birthday) method(p *ui.Page) {
	list := []fact{{"collision", b.chance()}}
	counted := b.Count != nil && !b.Never()
	if counted {
		list = append(list, fact{"pairs", quantity.FormatNumber(b.Pairs) + " expected to be equal"})
		if s := b.Seconds(b.Count); s != nil {
			list = append(list, fact{"takes", quantity.FormatSeconds(*s) + " at " +
				quantity.FormatNumber(rational(b.Rate)) + " ids a second"})
		}
	}
	list = append(list, fact{"space", b.spaceText()}, fact{"model", b.Name})
	if counted {
		list = append(list, fact{"calculated", "by " + b.Method(b.Count)})
	}
	say(p, list)
	var assumed [][]ui.Styled
	for _, text := range b.Assume {
		assumed = append(assumed, []ui.Styled{ui.Plain.Of(text)})
	}
	p.List("assumes", 0, assumed...)
}

// Units is what is counted, one or many.
func (b *Birthday) Units(count *big.Int) string {
	if count.Cmp(big.NewInt(1)) == 0 {
		return strings.TrimSuffix(b.Unit.String(), "s")
	}
	return b.Unit.String()
}

// chance is the probability in figures and in words.
func (b *Birthday) chance() string {
	p := b.Found.Probability()
	switch log := b.Found.Log10Complement(); {
	case b.Never():
		return "none, whatever the number of ids"
	case b.Found.Certain():
		return "certain: more " + b.Unit.String() + " than values"
	case p == 0:
		return "none: one alone meets no other"
	case log < -300:
		return fmt.Sprintf("1 - 10^%.1f: certain, but for a miracle", log)
	case b.Found.Complement() < 1e-3:
		return "1 - " + quantity.FormatNumber(b.Found.Complement())
	case p < 1e-4:
		return fmt.Sprintf("%s, 1 in %s", quantity.FormatNumber(p), quantity.FormatNumber(1/p))
	default:
		return fmt.Sprintf("%.6g, or %.3g %%, 1 in %s", p, 100*p, quantity.FormatNumber(1/p))
	}
}

func (b *Birthday) spaceText() string {
	text := quantity.FormatWhole(b.Space)
	if short := quantity.FormatPower(b.Space); strings.HasPrefix(short, "2^") {
		text = short + " = " + text
	}
	text += " values"
	if b.PerTick {
		text += " in each tick"
		if b.Tick != nil {
			s, _ := b.Tick.Float64()
			text += " of " + quantity.FormatSeconds(s)
		}
	}
	return text
}

// table is the count of the usual probabilities, and the time until then.
func (b *Birthday) table(pen *ui.Pen) string {
	head := []string{"  probability", ">" + b.Unit.String()}
	timed := b.Rate != nil && b.Unit == bday.IDs
	if timed {
		head = append(head, ">after")
	}
	var rows [][]string
	for _, row := range b.Levels {
		cells := []string{"  " + row.Name, "never"}
		if row.Count != nil {
			cells[1] = quantity.FormatWhole(row.Count)
		}
		if timed {
			cells = append(cells, "")
			if s := b.Seconds(row.Count); s != nil {
				cells[2] = quantity.FormatSeconds(*s)
			}
		}
		rows = append(rows, cells)
	}
	return pen.Table(&ui.Table{Head: head, Rows: rows})
}

package show

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	bday "idscope/bench/birthday"
	"idscope/cmd/internal/ui"
)

// Birthday is what was asked of the birthday bound, and what came out.
type Birthday struct {
	*bday.Model
	Count  *big.Int // nil where no count reaches the probability
	Found  bday.Odds
	Pairs  float64
	Levels []BirthdayLevel
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

// Card shows the answer, the probability first, with a plot in so many columns.
func (b *Birthday) Card(pen *ui.Pen, columns int) string {
	list := []fact{{"collision", b.chance()}}
	counted := b.Count != nil && !b.Never()
	if counted {
		list = append(list, fact{"pairs", ui.Digits(b.Pairs) + " expected to be equal"})
		if s := b.Seconds(b.Count); s != nil {
			list = append(list, fact{"takes", ui.Seconds(*s) + " at " + ui.Rational(b.Rate) + " ids a second"})
		}
	}
	list = append(list, fact{"space", b.spaceText()}, fact{"model", b.Name})
	if counted {
		list = append(list, fact{"calculated", "by " + b.Method(b.Count)})
	}
	p := facts(pen, []ui.Styled{ui.Bold.Of(b.head())}, list)
	var assumed [][]ui.Styled
	for _, text := range b.Assume {
		assumed = append(assumed, []ui.Styled{ui.Plain.Of(text)})
	}
	p.List("assumes", 0, assumed...)
	if !b.Never() {
		p.Line()
		p.Text(b.table(pen))
		if f := b.Rise(); f != nil {
			p.Line()
			p.Text(plot(f, columns, 10))
		}
	}
	return p.String()
}

// head is what the card is about: "uuidv4, 1000000000 ids".
func (b *Birthday) head() string {
	text := b.Scheme
	if text == "" {
		text = "space of " + bday.Short(b.Space)
	}
	if b.Count == nil {
		return text
	}
	text += ", " + ui.Big(b.Count) + " " + b.Units(b.Count)
	if b.PerTick && b.Rate == nil {
		text += " in one tick"
	}
	return text
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
		return "1 - " + ui.Digits(b.Found.Complement())
	case p < 1e-4:
		return fmt.Sprintf("%s, 1 in %s", ui.Digits(p), ui.Digits(1/p))
	default:
		return fmt.Sprintf("%.6g, or %.3g %%, 1 in %s", p, 100*p, ui.Digits(1/p))
	}
}

func (b *Birthday) spaceText() string {
	text := ui.Big(b.Space)
	if short := bday.Short(b.Space); strings.HasPrefix(short, "2^") {
		text = short + " = " + text
	}
	text += " values"
	if b.PerTick {
		text += " in each tick"
		if b.Tick != nil {
			s, _ := b.Tick.Float64()
			text += " of " + ui.Seconds(s)
		}
	}
	return text
}

// table is the count of the usual odds, and the time until then.
func (b *Birthday) table(pen *ui.Pen) string {
	head := []string{"  odds", ">" + b.Unit.String()}
	timed := b.Rate != nil && b.Unit == bday.IDs
	if timed {
		head = append(head, ">after")
	}
	var rows [][]string
	for _, row := range b.Levels {
		cells := []string{"  " + row.Name, "never"}
		if row.Count != nil {
			cells[1] = ui.Big(row.Count)
		}
		if timed {
			cells = append(cells, "")
			if s := b.Seconds(row.Count); s != nil {
				cells[2] = ui.Seconds(*s)
			}
		}
		rows = append(rows, cells)
	}
	return pen.Table(&ui.Table{Head: head, Rows: rows})
}

package cmd

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"idscope/cmd/internal/cli"

	bday "idscope/bench/birthday"
)

// birthdayCard shows an answer, the odds first.
func (o *birthdayOptions) birthdayCard(b *birthdayAnswer) string {
	st := newStyles(o.Coloured())
	var w strings.Builder
	fmt.Fprintf(&w, "%s\n\n", st.bold.Render(b.head()))
	facts := []fact{{"collision", b.chance()}}
	if b.count != nil && !b.Never() {
		facts = append(facts, fact{"pairs", fmt.Sprintf("%s expected to be equal", digits(b.pairs))})
		if s := b.seconds(b.count); s != nil {
			facts = append(facts, fact{"takes", longTime(*s) + " at " + digitsRat(b.Rate) + " ids a second"})
		}
	}
	facts = append(facts, fact{"space", b.spaceText()}, fact{"model", b.Name})
	if b.count != nil && !b.Never() {
		facts = append(facts, fact{"calculated", "by " + b.Method(b.count)})
	}
	for i, text := range b.Assume {
		facts = append(facts, fact{first(i, "assumes"), text})
	}
	writeFacts(&w, st, facts)
	if b.Never() {
		return w.String()
	}
	w.WriteString("\n" + b.table(st))
	if f := b.Rise(); f != nil {
		width := 80
		if o.Width > 0 {
			width = min(width, o.Width)
		}
		w.WriteString("\n" + terminalPlot(f, width, 10))
	}
	return w.String()
}

// head is what the card is about: "uuidv4, 1000000000 ids".
func (b *birthdayAnswer) head() string {
	text := b.Scheme
	if text == "" {
		text = "space of " + bday.Short(b.Space)
	}
	if b.count == nil {
		return text
	}
	text += ", " + wholeNumber(b.count) + " " + b.unit(b.count)
	if b.PerTick && b.Rate == nil {
		text += " in one tick"
	}
	return text
}

func (b *birthdayAnswer) unit(count *big.Int) string {
	if count.Cmp(big.NewInt(1)) == 0 {
		return strings.TrimSuffix(b.Unit.String(), "s")
	}
	return b.Unit.String()
}

// chance is the probability in figures and in words.
func (b *birthdayAnswer) chance() string {
	p := b.found.Probability()
	switch log := b.found.Log10Complement(); {
	case b.Never():
		return "none, whatever the number of ids"
	case b.found.Certain():
		return "certain: more " + b.Unit.String() + " than values"
	case p == 0:
		return "none: one alone meets no other"
	case log < -300:
		return fmt.Sprintf("1 - 10^%.1f: certain, but for a miracle", log)
	case b.found.Complement() < 1e-3:
		return "1 - " + digits(b.found.Complement())
	case p < 1e-4:
		return fmt.Sprintf("%s, 1 in %s", digits(p), digits(1/p))
	default:
		return fmt.Sprintf("%.6g, or %.3g %%, 1 in %s", p, 100*p, digits(1/p))
	}
}

func (b *birthdayAnswer) spaceText() string {
	text := wholeNumber(b.Space)
	if short := bday.Short(b.Space); strings.HasPrefix(short, "2^") {
		text = short + " = " + text
	}
	text += " values"
	if b.PerTick {
		text += " in each tick"
		if b.Tick != nil {
			s, _ := b.Tick.Float64()
			text += " of " + longTime(s)
		}
	}
	return text
}

// table is the count of the usual odds, and the time until then.
func (b *birthdayAnswer) table(st styles) string {
	head := []string{"  odds", ">" + b.Unit.String()}
	timed := b.Rate != nil && b.Unit == bday.IDs
	if timed {
		head = append(head, ">after")
	}
	var rows [][]string
	for _, row := range b.rows {
		cells := []string{"  " + row.Name, "never"}
		if row.count != nil {
			cells[1] = wholeNumber(row.count)
		}
		if timed {
			cells = append(cells, "")
			if s := b.seconds(row.count); s != nil {
				cells[2] = longTime(*s)
			}
		}
		rows = append(rows, cells)
	}
	return st.grid(head, rows, func(row, _ int) style {
		if row < 0 {
			return st.dim
		}
		return st.plain
	})
}

// wholeNumber writes all digits of a number where a line holds them, else the first
// of them; --json has all.
func wholeNumber(n *big.Int) string {
	if text := n.String(); len(text) <= 50 {
		return text
	}
	return strings.Replace(new(big.Float).SetInt(n).Text('g', 15), "e+", "e", 1)
}

// digits writes a number with three digits: 0.0123, 1.06e19.
func digits(v float64) string {
	if v != 0 && (v < 1e-3 || v >= 1e6) {
		text := fmt.Sprintf("%.2e", v)
		mantissa, exp, _ := strings.Cut(text, "e")
		sign := ""
		if exp[0] == '-' {
			sign = "-"
		}
		return mantissa + "e" + sign + strings.TrimLeft(exp[1:], "0")
	}
	if v >= 1000 {
		return fmt.Sprintf("%.0f", v) // %g would go over to an exponent
	}
	return fmt.Sprintf("%.3g", v)
}

func digitsRat(v *big.Rat) string {
	if v.IsInt() && v.Num().BitLen() < 50 {
		return v.Num().String()
	}
	f, _ := v.Float64()
	return digits(f)
}

// longTime writes a time of any length in its unit: 244 ns, 1.5 h, 3.27e9 y.
func longTime(seconds float64) string {
	for _, u := range []struct {
		name string
		s    float64
	}{{"y", cli.Year.Seconds()}, {"d", 86400}, {"h", 3600}, {"m", 60}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}} {
		if seconds >= u.s*0.9995 {
			if v := seconds / u.s; v >= 100 && v < 1e6 {
				return fmt.Sprintf("%.0f %s", v, u.name)
			}
			return digits(seconds/u.s) + " " + u.name
		}
	}
	return digits(math.Round(seconds*1e12)/1e3) + " ns"
}

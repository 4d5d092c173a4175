package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"idscope/bench/chart"
)

// Alt says in one sentence what a figure shows, for those who do not see it: the
// values of a few bars, of others and of lines the range.
func Alt(f *chart.Figure) string {
	text := f.Title + ". "
	if len(f.Bars) > 0 {
		return text + bars(f)
	}
	text += fmt.Sprintf("%s against %s", f.Y.Label, f.X.Label)
	parts := make([]string, 0, len(f.Lines))
	for i := range f.Lines {
		l := &f.Lines[i]
		n := min(len(l.X), len(l.Y))
		if n == 0 {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s from %s at %s to %s at %s", l.Name, Number(l.Y[0]), Number(l.X[0]),
			Number(l.Y[n-1]), Number(l.X[n-1])))
	}
	if len(parts) == 0 {
		return text + "."
	}
	return text + ": " + strings.Join(parts, "; ") + "."
}

// spelled is how many bars are named one by one.
const spelled = 12

func bars(f *chart.Figure) string {
	least, most := &f.Bars[0], &f.Bars[0]
	var parts []string
	for i := range f.Bars {
		b := &f.Bars[i]
		if b.Value < least.Value {
			least = b
		}
		if b.Value > most.Value {
			most = b
		}
		parts = append(parts, b.Name+" "+Number(b.Value))
	}
	if len(parts) > spelled {
		parts = []string{least.Name + " " + Number(least.Value) + " is the least", most.Name + " " + Number(most.Value) +
			" the most of " + strconv.Itoa(len(f.Bars))}
	}
	return fmt.Sprintf("Bars, %s: %s.", f.Y.Label, strings.Join(parts, ", "))
}

// Data is the table of what a figure draws: of bars a row each, with the interval
// where one has it; of lines over the same X a row for each X, else one for each
// point.
func Data(f *chart.Figure) Table {
	switch {
	case len(f.Bars) > 0:
		return barData(f)
	case shared(f.Lines):
		t := Table{Caption: f.Y.Label, Head: []string{">" + f.X.Label}}
		for _, l := range f.Lines {
			t.Head = append(t.Head, ">"+l.Name)
		}
		for i := range length(f.Lines) {
			row := []string{Number(f.Lines[0].X[i])}
			for _, l := range f.Lines {
				row = append(row, Number(l.Y[i]))
			}
			t.Rows = append(t.Rows, row)
		}
		return t
	}
	t := Table{Caption: f.Title, Head: []string{"line", ">" + f.X.Label, ">" + f.Y.Label}}
	for _, l := range f.Lines {
		for i := range min(len(l.X), len(l.Y)) {
			t.Rows = append(t.Rows, []string{l.Name, Number(l.X[i]), Number(l.Y[i])})
		}
	}
	return t
}

func barData(f *chart.Figure) Table {
	t := Table{Caption: f.Title, Head: []string{f.X.Label, ">" + f.Y.Label}}
	ranged := false
	for _, b := range f.Bars {
		ranged = ranged || b.Low < b.High
	}
	if ranged {
		t.Head = append(t.Head, ">low", ">high")
	}
	for _, b := range f.Bars {
		row := []string{b.Name, Number(b.Value)}
		if ranged {
			row = append(row, Number(b.Low), Number(b.High))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// shared reports whether all lines are of the same X.
func shared(lines []chart.Line) bool {
	for _, l := range lines {
		if len(l.X) != len(l.Y) || len(l.X) != len(lines[0].X) {
			return false
		}
		for i := range l.X {
			if l.X[i] != lines[0].X[i] {
				return false
			}
		}
	}
	return len(lines) > 0
}

func length(lines []chart.Line) int { return len(lines[0].X) }

// Number writes a value with three digits as people read it: 31.5, 12 300, 1.06e19.
func Number(v float64) string {
	a := math.Abs(v)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "-"
	case v == 0:
		return "0"
	case a < 1e-3 || a >= 1e7:
		mantissa, exp, _ := strings.Cut(strconv.FormatFloat(v, 'e', 2, 64), "e")
		e, _ := strconv.Atoi(exp)
		return trimmed(mantissa) + "e" + strconv.Itoa(e)
	case a >= 999.5:
		return grouped(strconv.FormatFloat(v, 'f', 0, 64))
	}
	digits := 2 - int(math.Floor(math.Log10(a)))
	return trimmed(strconv.FormatFloat(v, 'f', max(digits, 0), 64))
}

// trimmed is a number without the zeros at the end of its fraction.
func trimmed(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// grouped puts blanks, which do not break, between thousands of five digits and more.
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	if len(digits) < 5 {
		return sign + digits
	}
	var b strings.Builder
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteRune('\u00a0')
		}
		b.WriteRune(c)
	}
	return sign + b.String()
}

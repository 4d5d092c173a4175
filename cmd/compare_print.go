package cmd

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/bench/compare"
	"idscope/cmd/internal/cli"
)

// compareColumns are those of the table; > aligns on the right.
var compareColumns = [...]string{"SCHEME", ">BITS", ">CHARS", "ORDER", ">TICK", ">ENDS", ">NODES", ">RATE/NODE", "NEEDS", ">ODDS", "JS", "BIGINT", "INDEX", "LEAKS"}

// write turns the rows into the format asked for.
func (o *compareOptions) write(rows []compare.Row, load compare.Load, now time.Time) (string, error) {
	switch o.format.Value {
	case "json":
		return compareJSON(rows, load)
	case "csv":
		return compareCSV(rows), nil
	case "markdown":
		return o.markdown(rows, load, now), nil
	}
	return o.screen(rows, load, now), nil
}

func (o *compareOptions) screen(rows []compare.Row, load compare.Load, now time.Time) string {
	st := newStyles(o.Coloured())
	kept, rejected := cellsOf(rows, now)
	var b strings.Builder
	b.WriteString(loadText(load) + "\n")
	width := 0
	if o.OutTerminal {
		width = o.Columns()
	}
	if len(kept) == 0 {
		b.WriteString("\nnothing is left\n")
	}
	for _, panel := range panels(compareColumns[:], kept, width) {
		b.WriteString("\n" + st.grid(panel.head, panel.rows, func(row, column int) style {
			if row < 0 || column == 0 {
				return st.bold
			}
			return st.plain
		}))
	}
	for i, r := range rejected {
		if i == 0 {
			b.WriteString("\nrejected\n")
		}
		b.WriteString(paragraph("  "+r[0]+": ", r[1]))
	}
	if notes := problems(rows); len(notes) > 0 {
		b.WriteString("\ncan not carry that\n")
		for _, n := range notes {
			b.WriteString(paragraph("  "+n[0]+": ", n[1]))
		}
	}
	return b.String()
}

func loadText(l compare.Load) string {
	seconds, _ := l.For.Float64()
	span := strconv.FormatFloat(seconds, 'g', 6, 64) + " s"
	switch years := seconds / 31_556_952; {
	case years == 1:
		span = "1 year"
	case years > 1:
		span = strconv.FormatFloat(years, 'g', 6, 64) + " years"
	case seconds >= 2*86400:
		span = strconv.FormatFloat(seconds/86400, 'g', 6, 64) + " days"
	}
	rate, _ := l.Rate.Float64()
	return fmt.Sprintf("odds: %s ids a second of %d nodes together, for %s", strconv.FormatFloat(rate, 'g', 6, 64), l.Nodes, span)
}

// cellsOf are the cells of the rows that meet all needs, and the names of the others
// with their reasons.
func cellsOf(rows []compare.Row, now time.Time) (kept, rejected [][]string) {
	for i := range rows {
		r := &rows[i]
		if r.Rejected != nil {
			rejected = append(rejected, []string{r.Scheme, strings.Join(r.Rejected, "; ")})
			continue
		}
		kept = append(kept, compareRow(r, now))
	}
	return kept, rejected
}

// problems are those of rows that are shown all the same.
func problems(rows []compare.Row) [][]string {
	var list [][]string
	for _, r := range rows {
		if r.Rejected == nil && len(r.Problems) > 0 {
			list = append(list, []string{r.Scheme, strings.Join(r.Problems, "; ")})
		}
	}
	return list
}

func compareRow(r *compare.Row, now time.Time) []string {
	bits, tick, ends, nodes, rate, odds, leaks := "-", "-", "-", "-", "-", "-", "-"
	if r.Bits > 0 {
		bits = strconv.Itoa(r.Bits)
	}
	if r.Resolution > 0 {
		tick = cli.ShortDuration(time.Duration(r.Resolution))
	}
	if r.Ends != nil {
		ends = strconv.Itoa(r.Ends.Year())
	}
	if r.Nodes != nil {
		nodes = power(r.Nodes.BitLen() - 1)
	}
	if r.PerSecond > 0 {
		rate = metric(r.PerSecond)
	}
	if r.Odds != nil {
		odds = strconv.FormatFloat(r.Odds.Probability, 'g', 2, 64)
	}
	if len(r.Leaks) > 0 {
		leaks = strings.Join(r.Leaks, ",")
	}
	return []string{r.Scheme, bits, strconv.Itoa(r.Length), r.Order, tick, ends, nodes, rate, string(r.Coordination), odds,
		fitText(r.JSSafe, now), fitText(r.Bigint, now), string(r.Locality), leaks}
}

// fitText is yes, no, or the year until when.
func fitText(f compare.Fit, now time.Time) string {
	switch {
	case f.Always:
		return "yes"
	case f.Until == nil || !f.Until.After(now):
		return "no"
	}
	return "to " + strconv.Itoa(f.Until.Year())
}

// panel is a part of a table that is too wide.
type panel struct {
	head []string
	rows [][]string
}

// panels cuts a table into parts that fit a width, each behind the first column;
// width 0 is any.
func panels(head []string, rows [][]string, width int) []panel {
	if len(rows) == 0 {
		return nil
	}
	most := make([]int, len(head))
	for i, h := range head {
		most[i] = len(strings.TrimPrefix(h, ">"))
		for _, r := range rows {
			most[i] = max(most[i], len(r[i]))
		}
	}
	var list []panel
	for from := 1; from < len(head); {
		to, used := from, most[0]
		for to < len(head) && (to == from || width <= 0 || used+2+most[to] <= width) {
			used += 2 + most[to]
			to++
		}
		p := panel{head: append([]string{head[0]}, head[from:to]...)}
		for _, r := range rows {
			p.rows = append(p.rows, append([]string{r[0]}, r[from:to]...))
		}
		list = append(list, p)
		from = to
	}
	return list
}

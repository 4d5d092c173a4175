package show

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"idscope/bench/collide"
	"idscope/bench/compare"
	"idscope/cmd/internal/ui"
	"idscope/gen/quantity"
)

// CompareHead is the head of the table; > aligns on the right.
func CompareHead() []string {
	return []string{"SCHEME", ">BITS", ">CHARS", "ORDER", ">TICK", ">ENDS", ">NODES", ">RATE/NODE",
		"NEEDS", ">COLLISIONS", "JS", "BIGINT", "INDEX", "REVEALS"}
}

// Compare puts schemes side by side under a load.
func Compare(pen *ui.Pen, rows []compare.Row, load compare.Load, now time.Time) string {
	kept, rejected := CompareCells(rows, now)
	p := pen.AtMost(textWidth).Page(0)
	p.Paragraph("", Load(load))
	p.Line()
	if len(kept) == 0 {
		p.Line(ui.Plain.Of("nothing is left"))
	} else {
		p.Text(pen.Panels(&ui.Table{Head: CompareHead(), Rows: kept, Style: ui.BoldNames}))
		p.Line()
		p.Text(pen.Panels(&ui.Table{Head: TraitsHead(), Rows: TraitsCells(rows), Style: ui.BoldNames}))
	}
	paragraphs(p, "libraries", Libraries(rows))
	paragraphs(p, "by the original's own rule", Originals(rows))
	paragraphs(p, "rejected", rejected)
	paragraphs(p, "cannot carry that", Problems(rows))
	return p.String()
}

// paragraphs writes what is said of several schemes below a title.
func paragraphs(p *ui.Page, title string, list [][]string) {
	for i, one := range list {
		if i == 0 {
			p.Line()
			p.Line(ui.Plain.Of(title))
		}
		p.Paragraph("  "+one[0]+": ", one[1])
	}
}

// Load says what load the schemes have to carry.
func Load(l compare.Load) string { return "COLLISIONS: " + loadText(l) }

func loadText(l compare.Load) string {
	seconds, _ := l.For.Float64()
	span := quantity.FormatNumber(seconds) + " s"
	switch years := seconds / quantity.Year.Seconds(); {
	case years == 1:
		span = "1 year"
	case years > 1:
		span = quantity.FormatNumber(years) + " years"
	case seconds >= 2*86400:
		span = quantity.FormatNumber(seconds/86400) + " days"
	case seconds >= 2*3600:
		span = quantity.FormatNumber(seconds/3600) + " hours"
	}
	nodes := "1 node"
	if l.Nodes.Cmp(big.NewInt(1)) > 0 {
		nodes = quantity.FormatWhole(l.Nodes) + " nodes together"
	}
	ids := " ids"
	if l.Rate.Cmp(big.NewRat(1, 1)) == 0 {
		ids = " id"
	}
	return fmt.Sprintf("%s%s a second of %s, for %s", quantity.FormatRational(l.Rate), ids, nodes, span)
}

// TraitsHead is the head of the second table: what decides where ids meet links, files,
// telephones and stores. A type stands with the bytes of a key.
func TraitsHead() []string {
	return []string{"SCHEME", ">UNGUESSABLE", "URL", "FILE", "ANY-CASE", "ALOUD", "CHECK", "HOT-SPOT", "STANDARD",
		"POSTGRES", "MYSQL", "MONGODB"}
}

// TraitsRow is a row of that table.
func TraitsRow(r *compare.Row) []string {
	yes := func(is bool) string {
		if is {
			return "yes"
		}
		return "no"
	}
	word := func(text string) string {
		if text == "" {
			return "-"
		}
		return text
	}
	bits := strconv.FormatFloat(r.Unguessable, 'f', 0, 64)
	if r.UnguessableMost > r.Unguessable {
		bits += "-" + strconv.FormatFloat(r.UnguessableMost, 'f', 0, 64)
	}
	row := []string{r.Scheme, bits, yes(r.URLSafe), yes(r.FileSafe), yes(r.AnyCase), yes(r.Aloud), word(r.Check),
		r.HotSpot, word(r.Standard)}
	for _, t := range r.Stores {
		name, _, _ := strings.Cut(t.Type, " ")
		row = append(row, strings.TrimSuffix(name, ",")+" "+strconv.Itoa(t.Bytes))
	}
	return row
}

// TraitsCells are the rows of those that meet all needs.
func TraitsCells(rows []compare.Row) [][]string {
	var list [][]string
	for i := range rows {
		if rows[i].Rejected == nil {
			list = append(list, TraitsRow(&rows[i]))
		}
	}
	return list
}

// Libraries are those of the rows that are shown.
func Libraries(rows []compare.Row) [][]string {
	var list [][]string
	for _, r := range rows {
		if r.Rejected == nil && r.Libraries != "" {
			list = append(list, []string{r.Scheme, r.Libraries})
		}
	}
	return list
}

// CompareCells are the cells of the rows that meet all needs, and the names of the others
// with their reasons.
func CompareCells(rows []compare.Row, now time.Time) (kept, rejected [][]string) {
	for i := range rows {
		r := &rows[i]
		if r.Rejected != nil {
			rejected = append(rejected, []string{r.Scheme, strings.Join(r.Rejected, "; ")})
			continue
		}
		kept = append(kept, CompareRow(r, now))
	}
	return kept, rejected
}

// Problems are those of rows that are shown all the same.
func Problems(rows []compare.Row) [][]string {
	var list [][]string
	for _, r := range rows {
		if r.Rejected == nil && len(r.Problems) > 0 {
			list = append(list, []string{r.Scheme, strings.Join(r.Problems, "; ")})
		}
	}
	return list
}

// Originals are the figures of rows that are shown by the rules of their own systems, each
// with the name that bench collisions --rules has for them.
func Originals(rows []compare.Row) [][]string {
	var list [][]string
	faults := false
	for _, r := range rows {
		if r.Rejected != nil {
			continue
		}
		for _, o := range r.Originals {
			name := r.Scheme
			if o.Rules != name {
				name += " by " + o.Rules
			}
			text := "probability " + quantity.FormatProbability(o.Probability)
			if o.By != "" {
				text += ": " + o.By
			}
			if o.Unless != "" {
				text += "; 0 where " + o.Unless
			}
			if o.AfterIncident != nil {
				text += "; after a fault " + quantity.FormatNumber(roundTo(*o.AfterIncident, 2)) + " duplicates"
				faults = true
			}
			list = append(list, []string{name, text})
		}
	}
	if faults {
		list = append(list, []string{"after a fault", "what one node is expected to generate twice where " +
			collide.Incident +
			"; by our rules nothing"})
	}
	return list
}

// CompareRow is a row of the table.
func CompareRow(r *compare.Row, now time.Time) []string {
	bits, tick, ends, nodes, rate, chance, reveals := "-", "-", "-", "-", "-", "-", "-"
	if r.Bits > 0 {
		bits = strconv.Itoa(r.Bits)
	}
	if r.Resolution > 0 {
		tick = quantity.FormatDuration(time.Duration(r.Resolution))
	}
	if r.Ends != nil {
		ends = strconv.Itoa(r.Ends.Year())
	}
	if r.Nodes != nil {
		nodes = power(r.Nodes.BitLen() - 1)
	}
	if r.PerSecond > 0 {
		rate = quantity.FormatMetric(r.PerSecond)
	}
	if r.Chance != nil {
		chance = quantity.FormatProbability(r.Chance.Probability)
	}
	if len(r.Reveals) > 0 {
		reveals = strings.Join(r.Reveals, ",")
	}
	return []string{r.Scheme, bits, strconv.Itoa(r.Length), r.Order, tick, ends, nodes, rate,
		string(r.Coordination), chance,
		fitText(r.JSSafe, now), fitText(r.Bigint, now), string(r.Locality), reveals}
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

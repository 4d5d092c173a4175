package show

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/bench/compare"
)

// compareObject is a row as JSON shows it, with the load that its chance is of.
type compareObject struct {
	Schema int `json:"schema"`
	compare.Row
	Load loadObject `json:"load"`
}

type loadObject struct {
	Rate    string `json:"rate"`
	Nodes   string `json:"nodes"`
	Seconds string `json:"for_s"`
}

// CompareObject is a row under a load, for its JSON.
func CompareObject(r compare.Row, load compare.Load) any {
	return compareObject{1, r, loadOf(load)}
}

func loadOf(l compare.Load) loadObject {
	return loadObject{l.Rate.RatString(), l.Nodes.String(), l.For.RatString()}
}

// CompareCSV is a row for each scheme, those that were rejected included, with
// numbers as they are.
func CompareCSV(rows []compare.Row) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"scheme", "bits", "length", "order", "text_order", "resolution_ns", "ends", "nodes",
		"per_second_and_node", "coordination", "probability", "js_safe", "bigint", "index", "reveals", "problems", "rejected",
		"unguessable_bits", "unguessable_bits_most", "url_safe", "file_safe", "any_case", "aloud", "check", "hot_spot",
		"standard", "postgres", "postgres_bytes", "mysql", "mysql_bytes", "mongodb", "mongodb_bytes", "libraries",
		"original_rules", "original_probability", "original_after_incident"})
	for _, r := range rows {
		ends, chance := "", ""
		if r.Ends != nil {
			ends = r.Ends.Format(time.RFC3339Nano)
		}
		if r.Chance != nil {
			chance = strconv.FormatFloat(r.Chance.Probability, 'g', -1, 64)
		}
		cells := []string{r.Scheme, orEmpty(int64(r.Bits)), strconv.Itoa(r.Length), r.Order,
			strconv.FormatBool(r.TextOrder), orEmpty(r.Resolution), ends, r.NodesText, rateText(r.PerSecond),
			string(r.Coordination), chance, fitCSV(r.JSSafe), fitCSV(r.Bigint), string(r.Locality),
			strings.Join(r.Reveals, " "), strings.Join(r.Problems, "; "), strings.Join(r.Rejected, "; "),
			strconv.FormatFloat(r.Unguessable, 'g', -1, 64), strconv.FormatFloat(r.UnguessableMost, 'g', -1, 64),
			strconv.FormatBool(r.URLSafe), strconv.FormatBool(r.FileSafe), strconv.FormatBool(r.AnyCase),
			strconv.FormatBool(r.Aloud), r.Check, r.HotSpot, r.Standard}
		for _, t := range r.Stores {
			cells = append(cells, t.Type, strconv.Itoa(t.Bytes))
		}
		var rules, original, incident []string
		for _, o := range r.Originals {
			rules = append(rules, o.Rules)
			original = append(original, strconv.FormatFloat(o.Probability, 'g', -1, 64))
			count := ""
			if o.AfterIncident != nil {
				count = strconv.FormatFloat(*o.AfterIncident, 'g', -1, 64)
			}
			incident = append(incident, count)
		}
		_ = w.Write(append(cells, r.Libraries, strings.Join(rules, " "), strings.Join(original, " "),
			strings.Join(incident, " ")))
	}
	w.Flush() // into memory
	return b.String()
}

func orEmpty(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func rateText(v float64) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func fitCSV(f compare.Fit) string {
	if f.Until != nil {
		return f.Until.Format(time.RFC3339Nano)
	}
	return strconv.FormatBool(f.Always)
}

// CompareMarkdown is the table for documents, with what was rejected below.
func CompareMarkdown(rows []compare.Row, load compare.Load, now time.Time) string {
	kept, rejected := CompareCells(rows, now)
	var b strings.Builder
	line := func(cells []string) {
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	table := func(columns []string, rows [][]string) {
		head, rule := make([]string, len(columns)), make([]string, len(columns))
		for i, h := range columns {
			rule[i] = "---"
			var right bool
			if head[i], right = strings.CutPrefix(h, ">"); right {
				rule[i] = "--:"
			}
		}
		line(head)
		line(rule)
		for _, r := range rows {
			line(r)
		}
	}
	table(CompareHead(), kept)
	b.WriteString("\n")
	table(TraitsHead(), TraitsCells(rows))
	fmt.Fprintf(&b, "\n%s\n", Load(load))
	notes := slices.Concat(Originals(rows), rejected, Problems(rows))
	if len(notes) > 0 {
		b.WriteString("\n")
	}
	for _, n := range notes {
		fmt.Fprintf(&b, "- %s: %s\n", n[0], n[1])
	}
	return b.String()
}

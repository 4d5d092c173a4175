package compare

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"idscope/bench/chart"
	"idscope/bench/collide"
	"idscope/gen/quantity"
)

// facts are the cells of what a scheme is.
func (r *Row) facts(now time.Time) []chart.Cell {
	ends, nodes, chance := "-", "-", "-"
	if r.Ends != nil {
		ends = strconv.Itoa(r.Ends.Year())
	}
	if r.Nodes.Int != nil {
		nodes = quantity.FormatPower(r.Nodes.Int)
	}
	if r.Chance != nil {
		chance = quantity.FormatProbability(r.Chance.Probability)
	}
	return []chart.Cell{
		{Head: "SCHEME", Value: r.Scheme},
		{Head: ">BITS", Value: told(r.Bits, strconv.Itoa)},
		{Head: ">CHARS", Text: ">characters", Value: strconv.Itoa(r.Length)},
		{Head: "ORDER", Text: "in order", Value: r.Order},
		{Head: ">TICK", Value: told(time.Duration(r.Resolution), quantity.FormatDuration)},
		{Head: ">ENDS", Value: ends},
		{Head: ">NODES", Value: nodes},
		{Head: ">RATE/NODE", Text: ">ids/s of a node", Value: told(r.PerSecond, quantity.FormatMetric)},
		{Head: "NEEDS", Value: string(r.Coordination)},
		{Head: ">COLLISIONS", Text: ">probability of a collision", Value: chance},
		{Head: "JS", Text: "within 2^53", Value: r.JSSafe.until(now)},
		{Head: "BIGINT", Text: "within 2^63", Value: r.Bigint.until(now)},
		{Head: "INDEX", Text: "new ids go", Value: string(r.Locality)},
		{Head: "REVEALS", Value: cmp.Or(strings.Join(r.Reveals, ","), "-")},
	}
}

// told is a value in words; a dash where it is 0.
func told[T int | float64 | time.Duration](v T, write func(T) string) string {
	if v == 0 {
		return "-"
	}
	return write(v)
}

// traits are the cells of what decides where ids meet links, files, telephones and stores. A
// type is followed by the bytes of a key.
func (r *Row) traits() []chart.Cell {
	yes := map[bool]string{false: "no", true: "yes"}
	bits := strconv.FormatFloat(r.Unguessable, 'f', 0, 64)
	if r.UnguessableMost > r.Unguessable {
		bits += "-" + strconv.FormatFloat(r.UnguessableMost, 'f', 0, 64)
	}
	list := []chart.Cell{
		{Head: "SCHEME", Value: r.Scheme},
		{Head: ">UNGUESSABLE", Value: bits},
		{Head: "URL", Value: yes[r.URLSafe]},
		{Head: "FILE", Value: yes[r.FileSafe]},
		{Head: "ANY-CASE", Value: yes[r.AnyCase]},
		{Head: "ALOUD", Value: yes[r.Aloud]},
		{Head: "CHECK", Value: cmp.Or(r.Check, "-")},
		{Head: "HOT-SPOT", Value: r.HotSpot},
		{Head: "STANDARD", Value: cmp.Or(r.Standard, "-")},
	}
	for i, store := range Stores() {
		c := chart.Cell{Head: strings.ToUpper(store.Name)}
		if r.Stores != nil {
			name, more, _ := strings.Cut(r.Stores[i].Type, " ")
			if strings.HasPrefix(more, "UNSIGNED") {
				name += " UNSIGNED"
			}
			c.Value = strings.TrimSuffix(name, ",") + " " + strconv.Itoa(r.Stores[i].Bytes)
		}
		list = append(list, c)
	}
	return list
}

// until is yes, no, or the year until when.
func (f Fit) until(now time.Time) string {
	switch {
	case f.Always:
		return "yes"
	case f.Until == nil || !f.Until.After(now):
		return "no"
	}
	return "to " + strconv.Itoa(f.Until.Year())
}

// Remark is what is said of one scheme, below a table or as advice.
type Remark struct {
	Of   string `json:"candidate"`
	Text string `json:"why"`
}

// Tables are rows for people: the cells of those that meet all needs, and what is said of them
// and of the others.
type Tables struct {
	Facts, Traits                              chart.Table
	Libraries, Originals, Rejections, Problems []Remark
}

// TablesOf puts rows side by side.
func TablesOf(rows []Row, now time.Time) (t Tables) {
	var kept []*Row
	faults := false
	say := func(list *[]Remark, name, text string) {
		if text != "" {
			*list = append(*list, Remark{name, text})
		}
	}
	for i := range rows {
		r := &rows[i]
		if r.Rejected != nil {
			say(&t.Rejections, r.Scheme, strings.Join(r.Rejected, "; "))
			continue
		}
		kept = append(kept, r)
		say(&t.Libraries, r.Scheme, r.Libraries)
		say(&t.Problems, r.Scheme, strings.Join(r.Problems, "; "))
		for _, o := range r.Originals {
			name := r.Scheme
			if o.Rules != name {
				name += " by " + o.Rules
			}
			say(&t.Originals, name, o.String())
			faults = faults || o.AfterIncident != nil
		}
	}
	if faults {
		say(&t.Originals, "after a fault", "what one node is expected to generate twice where "+collide.Incident+
			"; by our rules nothing")
	}
	t.Facts = chart.Tabulate(func(r *Row) []chart.Cell { return r.facts(now) }, kept...)
	t.Traits = chart.Tabulate((*Row).traits, kept...)
	return t
}

// String says the figures in words.
func (o *Original) String() string {
	text := "probability " + quantity.FormatProbability(o.Probability)
	if o.By != "" {
		text += ": " + o.By
	}
	if o.Unless != "" {
		text += "; 0 where " + o.Unless
	}
	if o.AfterIncident != nil {
		two, _ := strconv.ParseFloat(strconv.FormatFloat(*o.AfterIncident, 'g', 2, 64), 64)
		text += "; after a fault " + quantity.FormatNumber(two) + " duplicates"
	}
	return text
}

// String says what load it is, in words.
func (l Load) String() string {
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

// Record is a row under a load: an object of JSON, or a row of a table.
type Record struct {
	Schema int `json:"schema" csv:"-"`
	Row
	Load Load `json:"load" csv:"-"`
}

// Records are rows under a load.
func Records(rows []Row, load Load) []Record {
	list := make([]Record, len(rows))
	for i, r := range rows {
		list[i] = Record{2, r, load}
	}
	return list
}

// MarshalJSON writes numbers of any size as texts.
func (l Load) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Rate  string `json:"per_second"`
		Nodes string `json:"nodes"`
		For   string `json:"for_seconds"`
	}{l.Rate.RatString(), l.Nodes.String(), l.For.RatString()})
}

// Cell says in a table whether ids fit, or until when.
func (f Fit) Cell() string {
	if f.Until != nil {
		return f.Until.Cell()
	}
	return strconv.FormatBool(f.Always)
}

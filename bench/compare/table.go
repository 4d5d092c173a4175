package compare

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"idscope/bench/collide"
	"idscope/gen/quantity"
)

// Head are the columns of [Row.Facts]; > aligns on the right.
func Head() []string {
	return []string{"SCHEME", ">BITS", ">CHARS", "ORDER", ">TICK", ">ENDS", ">NODES", ">RATE/NODE",
		"NEEDS", ">COLLISIONS", "JS", "BIGINT", "INDEX", "REVEALS"}
}

// Facts are the cells of a row for people.
func (r *Row) Facts(now time.Time) []string {
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
		nodes = quantity.FormatPower(r.Nodes)
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
		string(r.Coordination), chance, r.JSSafe.until(now), r.Bigint.until(now), string(r.Locality), reveals}
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

// TraitsHead are the columns of [Row.TraitsCells]: what decides where ids meet links, files,
// telephones and stores. A type is followed by the bytes of a key.
func TraitsHead() []string {
	return []string{"SCHEME", ">UNGUESSABLE", "URL", "FILE", "ANY-CASE", "ALOUD", "CHECK", "HOT-SPOT", "STANDARD",
		"POSTGRES", "MYSQL", "MONGODB"}
}

// TraitsCells are the cells of the traits of a row for people.
func (r *Row) TraitsCells() []string {
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

// Remark is what is said of one scheme below a table.
type Remark struct{ Of, Text string }

// Tables are rows for people: the cells of those that meet all needs, and what is said of them
// and of the others.
type Tables struct {
	Facts, Traits                              [][]string
	Libraries, Originals, Rejections, Problems []Remark
}

// TablesOf puts rows side by side.
func TablesOf(rows []Row, now time.Time) (t Tables) {
	for i := range rows {
		r := &rows[i]
		if r.Rejected != nil {
			t.Rejections = append(t.Rejections, Remark{r.Scheme, strings.Join(r.Rejected, "; ")})
			continue
		}
		t.Facts, t.Traits = append(t.Facts, r.Facts(now)), append(t.Traits, r.TraitsCells())
		if r.Libraries != "" {
			t.Libraries = append(t.Libraries, Remark{r.Scheme, r.Libraries})
		}
		if len(r.Problems) > 0 {
			t.Problems = append(t.Problems, Remark{r.Scheme, strings.Join(r.Problems, "; ")})
		}
	}
	t.Originals = remarks(rows)
	return t
}

// remarks are the figures of rows that meet all needs by the rules of their own systems, each
// with the name that bench collisions --rules has for them.
func remarks(rows []Row) (list []Remark) {
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
				two, _ := strconv.ParseFloat(strconv.FormatFloat(*o.AfterIncident, 'g', 2, 64), 64)
				text += "; after a fault " + quantity.FormatNumber(two) + " duplicates"
				faults = true
			}
			list = append(list, Remark{name, text})
		}
	}
	if faults {
		list = append(list, Remark{"after a fault", "what one node is expected to generate twice where " +
			collide.Incident + "; by our rules nothing"})
	}
	return list
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

// Answer is advice with what was asked, an object of JSON.
type Answer struct {
	Schema int    `json:"schema"`
	Use    string `json:"use"`
	DB     string `json:"db"`
	*Advice
	MaxProbability float64 `json:"max_probability"`
	Load           Load    `json:"load"`
}

// Answer is a record of the question and its advice.
func (q *Question) Answer(a *Advice) Answer {
	return Answer{2, q.Use.Name, q.DB, a, q.MaxProbability, q.Load}
}

// MarshalJSON writes numbers of any size as texts.
func (l Load) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Rate  string `json:"per_second"`
		Nodes string `json:"nodes"`
		For   string `json:"for_seconds"`
	}{l.Rate.RatString(), l.Nodes.String(), l.For.RatString()})
}

// Cell is the time in a table.
func (i Instant) Cell() string { return i.text() }

// Cell says in a table whether ids fit, or until when.
func (f Fit) Cell() string {
	if f.Until != nil {
		return f.Until.text()
	}
	return strconv.FormatBool(f.Always)
}

// Types are those of the databases of [Stores], in their order.
type Types []Type

// Columns are two for each database.
func (t Types) Columns() (names, cells []string) {
	for i, s := range Stores() {
		names = append(names, s.Name, s.Name+"_bytes")
		if i < len(t) {
			cells = append(cells, t[i].Type, strconv.Itoa(t[i].Bytes))
		} else {
			cells = append(cells, "", "")
		}
	}
	return names, cells
}

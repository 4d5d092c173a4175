package compare

import (
	"encoding/json"
	"strconv"
)

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
		list[i] = Record{1, r, load}
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
	return Answer{1, q.Use.Name, q.DB, a, q.MaxProbability, q.Load}
}

// MarshalJSON writes numbers of any size as texts.
func (l Load) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Rate  string `json:"rate"`
		Nodes string `json:"nodes"`
		For   string `json:"for_s"`
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

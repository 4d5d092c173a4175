package screen

import (
	"cmp"
	"fmt"
	"strconv"

	"idscope/gen/counter"
)

// Counter is a counter of a store, and what this host knows of it.
type Counter struct {
	Schema int    `json:"schema"`
	Store  string `json:"store"`
	counter.Entry
	Seen   uint64 `json:"seen,string,omitempty"` // highest number that this host was given
	Behind bool   `json:"behind,omitempty"`      // the counter would give it out once more
}

// CountersOf joins what is in a store with what this host knows of its counters.
func CountersOf(store string, entries []counter.Entry, known []counter.Known) []Counter {
	var list []Counter
	seen := map[[2]string]uint64{}
	for _, k := range known {
		seen[[2]string{k.Kind, k.Key}] = k.Seen
	}
	for _, e := range entries {
		id := [2]string{e.Kind, e.Key}
		list = append(list, counterOf(store, e, seen[id]))
		delete(seen, id)
	}
	for _, k := range known {
		if _, left := seen[[2]string{k.Kind, k.Key}]; left && k.Seen > 0 {
			e := counter.Entry{Kind: k.Kind, Key: k.Key, Note: "not in the store any more"}
			list = append(list, counterOf(store, e, k.Seen))
		}
	}
	return list
}

func counterOf(store string, e counter.Entry, seen uint64) Counter {
	c := Counter{Schema: 1, Store: store, Entry: e, Seen: seen, Behind: e.Behind(seen)}
	of := ""
	if c.Kind == "date-seq" { // the day stands above the number of the day
		of = " of " + counter.DateOf(int64(seen>>30))
		c.Seen &= counter.MostADay
	}
	if c.Behind {
		c.Note = fmt.Sprintf("behind: gave out %d, this host saw %d%s", c.Next-1, c.Seen, of)
		if e.Note != "" {
			c.Note += "; " + e.Note
		}
	}
	return c
}

// Counters is the table of counters.
func Counters(pen *Pen, list []Counter) string {
	t := &Table{Head: []string{"KIND", "KEY", ">NEXT", ">STEP", ">SEEN-HERE", "NOTE"}, Style: BoldNames, Prose: true}
	number := func(n uint64) string {
		if n == 0 {
			return "-"
		}
		return strconv.FormatUint(n, 10)
	}
	for _, c := range list {
		t.Rows = append(t.Rows, []string{c.Kind, strconv.Quote(c.Key), number(c.Next), number(c.Step), number(c.Seen),
			cmp.Or(c.Note, "-")})
	}
	return pen.Table(t)
}

package show

import (
	"strconv"
	"time"

	"idscope/inspect/check"
	"idscope/inspect/known"
)

// checkObject is a report as JSON shows it. Numbers that come out of ids are
// decimal strings; what does not apply is absent.
type checkObject struct {
	Schema     int             `json:"schema"`
	OK         bool            `json:"ok"`
	Lines      int64           `json:"lines"`
	Blank      int64           `json:"blank"`
	IDs        int64           `json:"ids"`
	Invalid    invalidObject   `json:"invalid"`
	Duplicates duplicateObject `json:"duplicates"`
	Kinds      []kindObject    `json:"kinds"`
	Gaps       *gapsObject     `json:"gaps,omitempty"`
}

type placeObject struct {
	File   string `json:"file"`
	Line   int64  `json:"line"`
	Text   string `json:"text"`
	Before string `json:"before,omitempty"`
	Reason string `json:"reason,omitempty"`
}

type invalidObject struct {
	Lines int64         `json:"lines"`
	First []placeObject `json:"first"`
}

type duplicateObject struct {
	IDs     int64          `json:"ids"`
	Surplus int64          `json:"surplus"`
	Lowest  []lowestObject `json:"lowest"`
}

type lowestObject struct {
	Kind  string `json:"kind"`
	ID    string `json:"id"`
	Lines int64  `json:"lines"`
}

type kindObject struct {
	Kind     string         `json:"kind"`
	SizeBits int            `json:"size_bits,omitempty"`
	IDs      int64          `json:"ids"`
	Ordered  bool           `json:"ordered"`
	Descents int64          `json:"descents"`
	First    []placeObject  `json:"first_descents,omitempty"`
	Time     *timesObject   `json:"time,omitempty"`
	Workers  *workersObject `json:"workers,omitempty"`
}

type timesObject struct {
	IDs       int64   `json:"ids"`
	First     string  `json:"first"`
	Last      string  `json:"last"`
	PerSecond float64 `json:"per_second,omitempty"`
	Future    int64   `json:"future"`
	Peak      int64   `json:"peak,omitempty"`
	PeakAt    string  `json:"peak_at,omitempty"`
}

type workersObject struct {
	Count  int      `json:"count"`
	More   bool     `json:"more"`
	Lowest []string `json:"lowest"`
}

type gapsObject struct {
	Ticks   int64  `json:"ticks"`
	Missing string `json:"missing"`
}

// CheckObject returns a report for its JSON.
func CheckObject(r *check.Report) any {
	out := checkObject{
		Schema: 1, OK: r.OK(), Lines: r.Lines, Blank: r.Blank, IDs: r.IDs,
		Invalid:    invalidObject{r.Invalid.Lines, []placeObject{}},
		Duplicates: duplicateObject{r.Duplicates.IDs, r.Duplicates.Surplus, []lowestObject{}},
		Kinds:      []kindObject{},
	}
	for _, v := range r.Invalid.First {
		out.Invalid.First = append(out.Invalid.First,
			placeObject{File: v.File, Line: v.Line, Text: v.Text, Reason: v.Reason})
	}
	for _, d := range r.Duplicates.Lowest {
		out.Duplicates.Lowest = append(out.Duplicates.Lowest, lowestObject{d.Kind, d.Text, d.Lines})
	}
	for i := range r.Kinds {
		out.Kinds = append(out.Kinds, kindJSON(&r.Kinds[i]))
	}
	if g := r.Gaps; g != nil {
		out.Gaps = &gapsObject{g.Ticks, strconv.FormatUint(g.Missing, 10)}
	}
	return out
}

func kindJSON(k *check.Kind) kindObject {
	out := kindObject{Kind: k.Name, SizeBits: sizeBits(k), IDs: k.IDs, Ordered: k.Ordered, Descents: k.Descents}
	for _, d := range k.First {
		out.First = append(out.First, placeObject{File: d.File, Line: d.Line, Text: d.Text, Before: d.Before})
	}
	if s := k.Span; s != nil {
		out.Time = &timesObject{IDs: s.IDs, First: s.First.UTC().Format(time.RFC3339Nano),
			Last:      s.Last.UTC().Format(time.RFC3339Nano),
			PerSecond: s.Rate(), Future: s.Future, Peak: s.Peak}
		if s.Peak > 0 {
			out.Time.PeakAt = s.PeakAt.UTC().Format(time.RFC3339)
		}
	}
	if w := k.Workers; w != nil {
		out.Workers = &workersObject{w.Count, w.More, []string{}}
		for _, n := range w.Lowest {
			out.Workers.Lowest = append(out.Workers.Lowest, strconv.FormatUint(n, 10))
		}
	}
	return out
}

// sizeBits is 0 for a kind of ids that are patterns of text.
func sizeBits(k *check.Kind) int {
	if s, ok := known.Get(k.Name); ok && s.Pattern != nil {
		return 0
	}
	return k.Bits
}

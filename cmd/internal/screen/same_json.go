package screen

import (
	"math"
	"time"

	"idscope/inspect"
)

// familyObject is the report of --same-source as JSON shows it. Bits are listed
// with the most significant first.
type familyObject struct {
	Schema   int            `json:"schema"`
	IDs      int            `json:"ids"`
	Distinct int            `json:"distinct"`
	Spelling string         `json:"encoding"`
	SizeBits int            `json:"size_bits"`
	Change   []float64      `json:"change"`
	Ones     []float64      `json:"ones"`
	Runs     []runObject    `json:"runs"`
	Layouts  []fitObject    `json:"layouts"`
	Proposal *proposeObject `json:"proposal,omitempty"`
	Warnings []string       `json:"warnings"`
}

type runObject struct {
	MSB       int    `json:"msb"`
	LSB       int    `json:"lsb"`
	Width     int    `json:"width"`
	Behaviour string `json:"behaviour"`
	Values    int    `json:"values"`
}

type fitObject struct {
	Scheme    string   `json:"scheme"`
	SameAs    []string `json:"same_as,omitempty"`
	Score     float64  `json:"score"`
	Matches   float64  `json:"matches"`
	Plausible float64  `json:"plausible"`
	Ordered   float64  `json:"ordered"`
	First     string   `json:"first,omitempty"`
	Last      string   `json:"last,omitempty"`
	Workers   int      `json:"workers,omitempty"`
}

type proposeObject struct {
	Layout string   `json:"layout"`
	Tick   int64    `json:"tick_ns"`
	Epoch  string   `json:"epoch,omitempty"`
	Why    []string `json:"why,omitempty"`
}

// SameSourceObject returns a report for its JSON.
func SameSourceObject(r *inspect.Report, spelling string) any {
	out := familyObject{
		Schema: 1, IDs: r.Count, Distinct: r.Distinct, Spelling: spelling, SizeBits: r.Bits,
		Change: shares(r.Change), Ones: shares(r.Ones), Runs: []runObject{}, Layouts: []fitObject{},
		Warnings: append([]string{}, r.Warnings...),
	}
	for _, run := range r.Runs {
		out.Runs = append(out.Runs, runObject{run.MSB, run.LSB, run.MSB - run.LSB + 1, run.Behaviour.String(),
			run.Values})
	}
	for _, fit := range r.Layouts {
		s := fit.Scheme
		o := fitObject{Scheme: s.Name, SameAs: fit.SameAs, Score: share(fit.Score), Matches: share(fit.Matches),
			Plausible: share(fit.Plausible), Ordered: share(fit.Ordered)}
		if s.Timed() {
			o.First, o.Last = fit.First.Format(s.TimeLayout()), fit.Last.Format(s.TimeLayout())
		}
		if s.WorkerBits() > 0 {
			o.Workers = fit.Workers
		}
		out.Layouts = append(out.Layouts, o)
	}
	if p := r.Proposal; p.Layout != "" {
		out.Proposal = &proposeObject{Layout: p.Layout, Tick: int64(p.Tick), Why: p.Why}
		if !p.Epoch.IsZero() {
			out.Proposal.Epoch = p.Epoch.UTC().Format(time.RFC3339Nano)
		}
	}
	return out
}

// share is a part of one, to a ten thousandth.
func share(v float64) float64 { return math.Round(v*1e4) / 1e4 }

func shares(list []float64) []float64 {
	out := make([]float64, len(list))
	for i, v := range list {
		out[i] = share(v)
	}
	return out
}

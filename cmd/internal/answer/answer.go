// Package answer answers the questions of the page that runs in a browser: JSON in, JSON out. It says what the
// commands inspect, gen, range, bench birthday and compare say, from the same packages.
//
// A question is an object whose member "ask" names one of [Questions]; its other members are those of the question's
// type. An answer is the object of the type named after it, or {"error":{"message":...,"hint":...}}.
package answer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"idscope/bench/compare"
	"idscope/gen"
	"idscope/gen/fault"
	"idscope/inspect"
	"idscope/inspect/known"
)

// Answerer answers questions, and keeps generators between them: no ID is generated twice by one. Any number of
// goroutines may use it.
type Answerer struct {
	now func() time.Time

	mu      sync.Mutex
	sources map[string]gen.IDSource // by the name of their scheme
	any     *inspect.Inspector      // that reads any scheme; nil before the first text
}

// New returns an Answerer whose present is what now returns.
func New(now func() time.Time) *Answerer {
	return &Answerer{now: now, sources: map[string]gen.IDSource{}}
}

// A handler answers the questions of one kind.
type handler func(a *Answerer, ctx context.Context, question []byte) (any, error)

// handlers are the kinds of questions.
var handlers = map[string]handler{
	"schemes":    answering((*Answerer).schemes),
	"read":       answering((*Answerer).read),
	"lines":      answering((*Answerer).lines),
	"generate":   answering((*Answerer).generate),
	"range":      answering((*Answerer).window),
	"collisions": answering((*Answerer).collisions),
	"compare":    answering((*Answerer).compare),
}

// answering decodes the question of a method.
func answering[Q any](method func(*Answerer, context.Context, Q) (any, error)) handler {
	return func(a *Answerer, ctx context.Context, question []byte) (any, error) {
		var q struct {
			Ask string `json:"ask"`
			Q   Q      `json:"of"`
		}
		d := json.NewDecoder(bytes.NewReader(question))
		d.DisallowUnknownFields()
		if err := d.Decode(&q); err != nil {
			return nil, fmt.Errorf("the question cannot be read: %w", err)
		}
		return method(a, ctx, q.Q)
	}
}

// failure is the answer where there is none.
type failure struct {
	Error struct {
		Message string `json:"message"`
		Hint    string `json:"hint,omitempty"`
	} `json:"error"`
}

// Answer answers one question. Secrets are masked in all that it returns, errors included.
func (a *Answerer) Answer(ctx context.Context, question []byte) []byte {
	var kind struct {
		Ask string `json:"ask"`
	}
	err := json.Unmarshal(question, &kind)
	var answer any
	if err == nil {
		if h, ok := handlers[kind.Ask]; ok {
			answer, err = h(a, ctx, question)
		} else {
			err = fmt.Errorf("%.64q is not a question", kind.Ask)
		}
	}
	if err != nil {
		var f failure
		f.Error.Message, f.Error.Hint = inspect.Redact(err.Error()), inspect.Redact(fault.Hint(err))
		answer = f
	}
	text, err := json.Marshal(answer)
	if err != nil { // of a number that is none
		return []byte(`{"error":{"message":"the answer cannot be written as JSON"}}`)
	}
	return text
}

// find returns the scheme of a name or alias.
func find(name string) (*gen.Scheme, error) {
	s, ok := known.Get(name)
	if !ok {
		return nil, fmt.Errorf("scheme %.64q is unknown; choose one of the list", name)
	}
	return s, nil
}

// noQuestion is the question that has nothing but its kind.
type noQuestion struct{}

// schemeList is every scheme that the page offers.
type schemeList struct {
	Schemes []schemeEntry `json:"schemes"`
}

// schemeEntry is one scheme, with what can be asked of it.
type schemeEntry struct {
	Name      string `json:"name"`
	Summary   string `json:"summary"`
	Generated bool   `json:"generated"`          // generate takes it
	Named     bool   `json:"named,omitempty"`    // and needs a name for each ID
	Recorded  bool   `json:"recorded,omitempty"` // idscope gen keeps a record, so that no other process repeats an ID
	Ranged    bool   `json:"ranged,omitempty"`   // range takes it
	Common    bool   `json:"common,omitempty"`   // people compare it first
}

func (a *Answerer) schemes(context.Context, noQuestion) (any, error) {
	var list schemeList
	common := compare.Common()
	for _, s := range known.All() {
		list.Schemes = append(list.Schemes, schemeEntry{Name: s.Name, Summary: s.Summary, Generated: s.ReadOnly == "",
			Named:    s.Named(),
			Recorded: s.Recorded() || s.Counter != "", Ranged: s.Pattern == nil && s.Timed() && s.TimeOrdered(),
			Common: slices.Contains(common, s.Name)})
	}
	return list, nil
}

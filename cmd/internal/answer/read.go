package answer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// readQuestion asks what one text is.
type readQuestion struct {
	Text string `json:"text"`
	As   string `json:"as"` // a scheme or a family, as --as takes it; empty is any
}

// readAnswer is what inspect --json says of it, and the facts of each reading as screens show them.
type readAnswer struct {
	Result json.RawMessage `json:"result"`
	Facts  [][]shownFact   `json:"facts"`
}

func (a *Answerer) read(_ context.Context, q readQuestion) (any, error) {
	in, err := a.inspector(q.As)
	if err != nil {
		return nil, err
	}
	r := in.Inspect(q.Text)
	answer := readAnswer{Result: r.AppendJSON(nil), Facts: [][]shownFact{}}
	for i := range r.Readings {
		answer.Facts = append(answer.Facts, factsOf(&r.Readings[i], in.Now()))
	}
	return answer, nil
}

// reused is how long an inspector is used again: what it has compiled takes longer than most texts. Its present may be
// so long ago.
const reused = time.Minute

// inspector returns what reads texts as a scheme or a family; empty is any.
func (a *Answerer) inspector(as string) (*inspect.Inspector, error) {
	now := a.now()
	if as != "" {
		list, ok := inspect.Named(as)
		if !ok {
			s, err := find(as)
			if err != nil {
				return nil, err
			}
			list = []*gen.Scheme{s}
		}
		return inspect.New(inspect.Options{Now: now, As: list})
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.any != nil && now.Sub(a.any.Now()) < reused && !now.Before(a.any.Now()) {
		return a.any, nil
	}
	in, err := inspect.New(inspect.Options{Now: now})
	if err == nil {
		a.any = in
	}
	return in, err
}

// linesQuestion asks what the lines of a text are, one ID a line.
type linesQuestion struct {
	Text string `json:"text"`
	As   string `json:"as"`   // as of a readQuestion
	Rows int    `json:"rows"` // how many lines are answered one by one; of all others only their number is
}

// linesAnswer is what inspect --json=brief says of the first lines, and how many there are of each kind.
type linesAnswer struct {
	Lines int               `json:"lines"` // that are not blank
	IDs   int               `json:"ids"`
	Kinds []kindCount       `json:"kinds"` // the most frequent first
	First string            `json:"first,omitempty"`
	Last  string            `json:"last,omitempty"` // of the times of the best readings
	Rows  []json.RawMessage `json:"rows"`
}

// kindCount is how many lines are best read as one scheme.
type kindCount struct {
	Scheme string `json:"scheme"`
	Count  int    `json:"count"`
}

func (a *Answerer) lines(_ context.Context, q linesQuestion) (any, error) {
	in, err := a.inspector(q.As)
	if err != nil {
		return nil, err
	}
	answer := linesAnswer{Kinds: []kindCount{}, Rows: []json.RawMessage{}}
	kinds := map[string]int{}
	var first, last time.Time
	var r inspect.Result
	err = eachLine(q.Text, func(line string) {
		answer.Lines++
		in.DetectInto(&r, []byte(line))
		if len(answer.Rows) < q.Rows {
			answer.Rows = append(answer.Rows, r.AppendBrief(nil))
		}
		if !r.OK() {
			return
		}
		best := &r.Readings[0]
		answer.IDs++
		kinds[best.Scheme.Name]++
		if best.Timed && best.Plausible {
			if first.IsZero() || best.Time.Before(first) {
				first = best.Time
			}
			if best.Time.After(last) {
				last = best.Time
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if !first.IsZero() {
		answer.First, answer.Last = first.Format(time.RFC3339Nano), last.Format(time.RFC3339Nano)
	}
	for name, n := range kinds {
		answer.Kinds = append(answer.Kinds, kindCount{name, n})
	}
	slices.SortFunc(answer.Kinds, func(x, y kindCount) int {
		return cmp.Or(y.Count-x.Count, strings.Compare(x.Scheme, y.Scheme))
	})
	return answer, nil
}

// eachLine calls do for each line that is not blank, cut as the commands cut them.
func eachLine(text string, do func(line string)) error {
	in := lines.Input{Name: "the pasted text", R: lines.WithoutMark(strings.NewReader(text))}
	err := lines.Each(in, lines.Options{Longest: lines.Longest}, func() error { return nil }, func(line []byte) error {
		if !lines.Blank(line) {
			do(string(lines.Trim(line)))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("the pasted text cannot be read: %w", err)
	}
	return nil
}

// shownFact is a fact of a reading as the page shows it.
type shownFact struct {
	Key    string `json:"key"`
	Label  string `json:"label,omitempty"` // of its row; empty where it has none of its own
	Kind   string `json:"kind"`            // one of kindNames
	Value  string `json:"value"`
	Note   string `json:"note,omitempty"`
	Source string `json:"source,omitempty"` // of a field and a part, as of the place below
	Letter string `json:"letter,omitempty"`
	From   int32  `json:"from"` // the lowest bit, or the first symbol
	Width  int32  `json:"width,omitempty"`
}

// kindNames tell the page where a fact belongs; those that are not here are rows of their label.
var kindNames = map[inspect.Kind]string{
	inspect.Moment: "time", inspect.Milli: "milli", inspect.Field: "field", inspect.Part: "part",
	inspect.Number: "part", inspect.Encoding: "encoding", inspect.Finding: "finding", inspect.Item: "item",
}

// factsOf walks the facts of a reading.
func factsOf(r *inspect.Reading, now time.Time) []shownFact {
	var list []shownFact
	for _, f := range r.Facts() {
		one := shownFact{Key: f.Key, Label: f.Label, Kind: kindNames[f.Kind], Value: string(f.AppendShown(nil))}
		switch f.Kind {
		case inspect.Field, inspect.Part, inspect.Number:
			one.Source, one.From, one.Width = f.Source.String(), f.From, f.Width
			if f.Letter != 0 {
				one.Letter = string(rune(f.Letter))
			}
			if f.Kind == inspect.Field && f.Text != "" { // a prefix in bits
				one.Value = f.Text
			}
		case inspect.Moment:
			if _, dated := r.UnixMilli(); dated {
				one.Note = quantity.FormatAgo(r.Time, now)
			}
		}
		if f.Key == "random_bits" {
			one.Note = r.EntropyNote()
		}
		list = append(list, one)
	}
	return list
}

package answer

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"idscope/gen"
)

// mostIDs is how many IDs one question asks for, at most.
const mostIDs = 10_000

// generateQuestion asks for new IDs of a scheme.
type generateQuestion struct {
	Scheme    string `json:"scheme"`
	Count     int    `json:"count"`
	Namespace string `json:"namespace"` // of Name
	Name      string `json:"name"`      // of schemes that take one
}

// generateAnswer is the IDs, with what has to be known of them.
type generateAnswer struct {
	IDs  []string `json:"ids"`
	Note string   `json:"note,omitempty"`
}

func (a *Answerer) generate(ctx context.Context, q generateQuestion) (any, error) {
	s, err := find(q.Scheme)
	switch {
	case err != nil:
		return nil, err
	case s.ReadOnly != "":
		return nil, fmt.Errorf("%s cannot be generated: %s; choose another scheme", s.Name, s.ReadOnly)
	case s.Pattern == nil && s.Text.Form.Binary():
		return nil, fmt.Errorf("%s has no text; choose another scheme", s.Name)
	case s.Named():
		return named(s, q)
	case q.Count < 1 || q.Count > mostIDs:
		return nil, fmt.Errorf("count is %d; use 1 to %d", q.Count, mostIDs)
	}
	from, err := a.source(s)
	if err != nil {
		return nil, err
	}
	answer := generateAnswer{IDs: make([]string, 0, q.Count)}
	for range q.Count {
		line, err := gen.AppendNext(ctx, from, nil)
		if err != nil {
			return nil, err
		}
		answer.IDs = append(answer.IDs, strings.TrimSuffix(string(line), "\n"))
	}
	switch {
	case s.Counter != "":
		answer.Note = "Counted from 1 within this tab only: a browser reaches no store, in which " + s.Name +
			" is counted. For IDs that nobody else gets, use idscope gen " + s.Name + " --store URL or idscope serve."
	case s.SavesState():
		answer.Note = "Unique within this tab only: a browser keeps no record of worker IDs. " +
			"For IDs that other processes do not repeat, use idscope gen " + s.Name + " or idscope serve."
	case s.MayRepeat():
		answer.Note = s.Name + " has few random bits: two calls may generate the same ID by chance."
	}
	return answer, nil
}

// named returns the one ID of a name.
func named(s *gen.Scheme, q generateQuestion) (any, error) {
	space, ok := gen.Namespace(q.Namespace)
	switch {
	case !ok:
		return nil, fmt.Errorf("%.64q is not a namespace; use dns, url, oid, x500 or a UUID", q.Namespace)
	case q.Name == "":
		return nil, fmt.Errorf("%s is the ID of a name, and there is none; give a name", s.Name)
	}
	n, err := gen.NewNamer(s)
	if err != nil {
		return nil, err
	}
	return generateAnswer{IDs: []string{string(s.Append(nil, n.ID(space, []byte(q.Name))))}}, nil
}

// source returns the source of a scheme: always the same, so that no ID comes twice.
func (a *Answerer) source(s *gen.Scheme) (gen.IDSource, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if from := a.sources[s.Name]; from != nil {
		return from, nil
	}
	from, err := a.newSource(s)
	if err == nil {
		a.sources[s.Name] = from
	}
	return from, err
}

func (a *Answerer) newSource(s *gen.Scheme) (gen.IDSource, error) {
	switch {
	case s.Pattern != nil:
		return gen.NewComposer(s, gen.ComposerOptions{})
	case s.Counter != "":
		return gen.Texts(s, &tally{of: s, now: a.now}, s.Lines()), nil
	}
	g, err := gen.New(s, gen.Options{})
	if err != nil {
		return nil, err
	}
	return gen.Texts(g.Scheme(), g, g.Scheme().Lines()), nil
}

// tally counts IDs from 1, those with a date from 1 on each day of UTC.
type tally struct {
	of  *gen.Scheme
	now func() time.Time

	mu   sync.Mutex
	date int64
	n    uint64
}

// The number of a day has so many digits, as idscope gen writes it, and ends below the limit.
const (
	dailyDigits = 6
	dailyLimit  = 1_000_000
)

// next returns the next number.
func (t *tally) next() (gen.ID, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.of.Timed() {
		t.n++
		return gen.FromUint64(t.n), nil
	}
	if date := t.now().Unix() / 86400; date != t.date {
		t.date, t.n = date, 0
	}
	if t.n++; t.n >= dailyLimit {
		return gen.ID{}, fmt.Errorf(
			"the %d digits of this day are exhausted; go on tomorrow, or use idscope gen %s --digits N",
			dailyDigits, t.of.Name)
	}
	codec, err := t.of.Layout.Compile()
	if err != nil {
		return gen.ID{}, err
	}
	return codec.Pack([]gen.ID{gen.FromUint64(dailyDigits), gen.FromUint64(uint64(t.date)), gen.FromUint64(t.n)})
}

// Fill implements [gen.IDs].
func (t *tally) Fill(_ context.Context, dst []gen.ID) (int, error) {
	id, err := t.next()
	if err != nil {
		return 0, err
	}
	dst[0] = id
	return 1, nil
}

// Close implements [gen.IDs].
func (t *tally) Close() error { return nil }

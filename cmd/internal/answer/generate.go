package answer

import (
	"context"
	"fmt"
	"strings"

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
	case !s.Generated():
		return nil, fmt.Errorf("%s cannot be generated here: %s; choose another scheme", s.Name, s.Counter)
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
		line, err := from.Next(ctx, nil)
		if err != nil {
			return nil, err
		}
		answer.IDs = append(answer.IDs, strings.TrimSuffix(string(line), "\n"))
	}
	switch {
	case recorded(s):
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
	from, err := newSource(s)
	if err == nil {
		a.sources[s.Name] = from
	}
	return from, err
}

func newSource(s *gen.Scheme) (gen.IDSource, error) {
	if s.Pattern != nil {
		return gen.NewComposer(s, gen.ComposerOptions{})
	}
	g, err := gen.New(s, gen.Options{})
	if err != nil {
		return nil, err
	}
	return gen.Texts(g.Scheme(), g, g.Scheme().Lines()), nil
}

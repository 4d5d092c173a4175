package cmd

import (
	"errors"
	"slices"
	"strings"

	"idscope/cmd/internal/cli"
	"idscope/inspect"
)

// decided converts the best reading. Where that is but one of several, all have
// to come to the same.
func (o *convertOptions) decided(r *inspect.Result) (inspect.Converted, error) {
	best := &r.Readings[0]
	for i := range r.Readings { // 32 digits may be a hash, but then there is nothing to convert
		if r.Readings[i].Scheme.Pattern == nil {
			best = &r.Readings[i]
			break
		}
	}
	out, err := inspect.Convert(best.ID, best.Scheme, o.target, o.lossy)
	if r.Ambiguous {
		for i := range r.Readings {
			other := &r.Readings[i]
			if other == best || other.Scheme.Pattern != nil && best.Scheme.Pattern == nil {
				continue
			}
			c, e := inspect.Convert(other.ID, other.Scheme, o.target, o.lossy)
			if c.Text != out.Text || (e == nil) != (err == nil) {
				return out, ambiguous(r)
			}
		}
	}
	switch {
	case errors.Is(err, inspect.ErrLossy):
		return out, cli.Usage("%w", err).Hinted("use --lossy to convert anyway")
	case err != nil:
		return out, cli.Usage("%s as %s: %w", best.Scheme.Name, o.target.Name, err)
	}
	return out, nil
}

// ambiguous names the readings between which --as has to decide.
func ambiguous(r *inspect.Result) error {
	var names, spellings []string
	for i := range r.Readings {
		if name := r.Readings[i].Scheme.Name; !slices.Contains(names, name) {
			names = append(names, name)
		}
		if s := r.Readings[i].Spelling; !slices.Contains(spellings, s) {
			spellings = append(spellings, s)
		}
	}
	if len(names) == 1 {
		return cli.Usage("%q of %s may be %s, which are different ids; use it in another encoding", r.Cleaned, names[0],
			strings.Join(spellings, " or "))
	}
	return cli.Usage("%q fits %d schemes, and they come to different ids; use --as SCHEME", r.Cleaned, len(names)).
		Hinted("--as %s", strings.Join(names, ", --as "))
}

package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/scheme"
	"idscope/gen/server/service"
)

// table is what names mean. It never changes: a new one takes its place.
type table struct {
	sources map[string]*source
	listed  bool // the file names generators: others need a permission
}

// What clients are told of by a word of their own.
var (
	errUnknown      = errors.New("unknown generator")
	errNoPermission = errors.New("no permission for this generator")
)

// unknown is the error of a name that means nothing.
func unknown(name string, why error) error {
	return &fault.Error{Reason: errUnknown, Cause: why, Text: fmt.Sprintf("no generator %q: %v", name, why)}
}

// defaultAge is how old the time in an id may be, where the file says nothing.
const defaultAge = 2 * time.Millisecond

// names lists the generators, sorted.
func (t *table) names() []string { return sorted(t.sources) }

// find returns the source of a name, if the user may use it, and opens the scheme of that name where there is none yet.
// Names of schemes are folded as everywhere; two ways to write one are one source.
func (s *Server) find(ctx context.Context, t *table, u *user, name []byte) (*source, error) {
	src := t.sources[string(name)]
	if src == nil {
		if !u.may(create, name) && (t.listed || !u.may(generate, name)) {
			return nil, errNoPermission
		}
		var err error
		if src, err = s.open(ctx, string(name)); err != nil {
			return nil, err
		}
	}
	if !u.mayUse(src, name) {
		return nil, errNoPermission
	}
	return src, nil
}

// show makes a table the one in use.
func (s *Server) show(t *table) {
	s.table.Store(t)
	s.metrics.show(t)
}

// mostNames is how many generators are opened by name: a client that goes through all
// names must not fill the memory.
const mostNames = 1024

// open opens the scheme of a name.
func (s *Server) open(ctx context.Context, name string) (*source, error) {
	if len(name) > 64 {
		return nil, unknown(name[:64]+"...", errors.New("the name is too long"))
	}
	s.opening.Lock()
	defer s.opening.Unlock()
	t := s.table.Load()
	if src, ok := t.sources[name]; ok {
		return src, nil
	}
	scheme, err := s.schemeOf(name)
	if err != nil {
		return nil, unknown(name, firstLine(err))
	}
	src, known := t.sources[scheme.Name]
	if !known {
		if src, err = s.openScheme(ctx, scheme.Name, scheme, nil, nil, 0); err != nil {
			return nil, err
		}
		src.plain = s.cluster == nil
	}
	next := &table{sources: maps.Clone(t.sources), listed: t.listed}
	if len(next.sources) < mostNames {
		next.sources[name] = src
	}
	next.sources[scheme.Name] = src
	s.show(next)
	return src, nil
}

// schemeOf returns the scheme that a name alone means.
func (s *Server) schemeOf(name string) (*gen.Scheme, error) {
	if s.cluster == nil || name != sequenceName {
		return s.options.Scheme(name, noOverride)
	}
	numbers, err := s.options.Scheme(scheme.CustomName, service.Override{Layout: sequenceLayout})
	if err != nil {
		return nil, err
	}
	named := *numbers
	named.Name, named.Title = sequenceName, sequenceName
	return &named, nil
}

// The sequence that a group of servers has without a file.
const (
	sequenceName   = "sequence"
	sequenceLayout = "seq:63"
)

// openScheme makes the source of a scheme. A block of 0 is the default.
func (s *Server) openScheme(ctx context.Context, name string, scheme *gen.Scheme, number *uint64,
	set []gen.Assignment, block uint64) (*source, error) {
	switch {
	case scheme.Named():
		return nil, unknown(name, fmt.Errorf("%s is generated from a name: use a scheme without one", scheme.Name))
	case scheme.Counter != "":
		return nil, unknown(name, fmt.Errorf(`%s is counted in a store: use a generator with scheme = "%[1]s" and its `+
			"store in serve.toml", scheme.Name))
	case scheme.ReadOnly != "":
		return nil, unknown(name, fmt.Errorf("%s is only read: %s", scheme.Name, scheme.ReadOnly))
	case scheme.Pattern != nil:
		return newPattern(name, scheme)
	}
	scheme = scheme.Fix(set...)
	if s.cluster != nil && recorded(scheme) {
		from, err := newGroupGenerator(s.cluster, scheme, number, set, s.age,
			cmp.Or(block, defaultBlock))
		if err != nil {
			return nil, err
		}
		return newSource(name, from.scheme, from), nil
	}
	stats := &storeStats{s.metrics, name, scheme.Name}
	from, err := newLocal(ctx, scheme, number, set, s.age, s.options.Hold, stats.watch())
	if err != nil {
		return nil, err
	}
	s.log.Info("generator opened", "generator", name, "scheme", scheme.Name)
	return newSource(name, scheme, from), nil
}

func firstLine(err error) error {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(text)
}

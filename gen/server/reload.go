package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"idscope/gen/scheme"
	"idscope/gen/server/service"
)

// apply puts a file into force: limits, users and generators. Generators whose tables
// did not change go on, unless max_age did; those that are not named any more are closed.
// On an error all stays as it was.
func (s *Server) apply(ctx context.Context, f *file) error {
	s.opening.Lock()
	defer s.opening.Unlock()
	old, before := s.table.Load(), s.settings.Load()
	next := &table{sources: map[string]*source{}, listed: len(f.Generators) > 0}
	age := s.age
	s.age = cmp.Or(f.MaxAge.Duration, defaultAge)
	same := s.age == age
	var opened []*source
	for _, name := range sorted(f.Generators) {
		g := f.Generators[name]
		if src := old.sources[name]; src != nil && same && reflect.DeepEqual(before.Generators[name], g) {
			next.sources[name] = src
			continue
		}
		src, err := s.openNamed(ctx, name, g)
		if err != nil {
			for _, src := range opened {
				err = errors.Join(err, src.close())
			}
			s.age = age
			return err
		}
		src.listed = true
		opened = append(opened, src)
		next.sources[name] = src
	}
	for name, src := range old.sources {
		if next.sources[name] == nil && same && !src.listed && (old.listed || !next.listed) {
			next.sources[name] = src // opened by its name, which still suffices
		}
	}
	s.users.Store(f.users())
	bounds := f.limits()
	if was := s.bounds.Load(); was != nil && bounds.each.same(was.each) {
		bounds.each = was.each // who has used it up has
	}
	s.bounds.Store(bounds)
	s.settings.Store(f)
	s.show(next)
	s.retire(old, next)
	return nil
}

// retire closes the sources of a table that the next one does not have.
func (s *Server) retire(old, next *table) {
	for name, src := range old.sources {
		if next.sources[name] == src {
			continue
		}
		if next.sources[name] == nil {
			s.metrics.forget(src)
		}
		if err := src.close(); err != nil {
			s.log.Warn("a generator was not closed", "generator", name, "error", err)
		}
	}
}

// openNamed opens a generator of the file.
func (s *Server) openNamed(ctx context.Context, name string, g fileGenerator) (src *source, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("generator %s: %w", name, err)
		}
	}()
	named, err := s.options.Scheme(cmp.Or(g.Scheme, scheme.CustomName),
		service.Override{Layout: g.Layout, Epoch: g.Epoch, Tick: g.Tick})
	if err == nil {
		err = g.fits(named)
	}
	if err != nil {
		return nil, err
	}
	if named.Counter != "" {
		return s.openCounter(ctx, name, named, &g.fileCounter)
	}
	number, err := g.number()
	if err != nil {
		return nil, err
	}
	return s.openScheme(ctx, plan{name: name, scheme: named, number: number, set: g.assignments(),
		block: uint64(g.Block)})
}

// take puts this server's file into force, with what the group's says and the certificate. On an error all stays as
// it was.
func (r *Running) take(ctx context.Context, own *file) (*file, error) {
	f, err := r.shared(own)
	if err == nil {
		err = r.guarded(f)
	}
	if err != nil {
		return nil, err
	}
	pair, err := f.TLS.load()
	if err == nil {
		err = r.apply(ctx, f)
	}
	if err == nil && pair != nil { // else the last one goes on
		r.pair.Store(pair)
	}
	return f, err
}

// reload reads the file and the certificates again. What is wrong with them is logged,
// and changes nothing.
func (r *Running) reload(ctx context.Context) {
	f, err := readSettings(r.options.File)
	if err == nil {
		f, err = r.take(ctx, f)
	}
	if err != nil {
		r.log.Error("the file was not taken", "file", r.options.File, "error", err)
		return
	}
	changed := map[string]bool{"listen": f.Listen != r.first.Listen, "http": f.HTTP != r.first.HTTP,
		"cluster": f.Cluster != r.first.Cluster}
	maps.DeleteFunc(changed, func(_ string, is bool) bool { return !is })
	if keys := sorted(changed); len(keys) > 0 {
		r.log.Warn("changes in the file need a restart", "keys", strings.Join(keys, ", "))
	}
	r.log.Info("read again", "file", r.options.File, "generators", len(f.Generators), "users", len(f.Users))
}

package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/server/service"
	"idscope/gen/store"
	"idscope/gen/store/etcd"
	"idscope/gen/worker"
)

// apply puts a file into force: limits, users and generators. Generators whose tables
// did not change go on, unless max_age did; those that are not named any more are closed.
// On an error all stays as it was.
func (s *Server) apply(ctx context.Context, f *file) error {
	s.opening.Lock()
	defer s.opening.Unlock()
	old, before := s.table.Load(), s.settings.Load()
	next := &table{sources: map[string]*source{}, listed: len(f.Generators) > 0}
	same := f.age() == before.age()
	var opened []*source
	for _, name := range sorted(f.Generators) {
		g := f.Generators[name]
		if src := old.sources[name]; src != nil && same && reflect.DeepEqual(before.Generators[name], g) {
			next.sources[name] = src
			continue
		}
		src, err := s.openNamed(ctx, name, f)
		if err != nil {
			err = fmt.Errorf("generator %s: %w", name, err)
			for _, src := range opened {
				err = errors.Join(err, src.from.Close())
			}
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
	if before.Limits.Requests == f.Limits.Requests && before.Limits.IDs == f.Limits.IDs {
		bounds.each = s.limits().each // who has used it up has
	}
	s.bounds.Store(bounds)
	s.settings.Store(f)
	s.table.Store(next)
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
			s.metrics.stores.of(src.name, src.scheme.Name).forget()
		}
		if err := src.from.Close(); err != nil {
			s.log.Warn("a generator was not closed", "generator", name, "error", err)
		}
	}
}

// openNamed opens a generator of a file.
func (s *Server) openNamed(ctx context.Context, name string, f *file) (*source, error) {
	g := f.Generators[name]
	named, err := s.options.Scheme(cmp.Or(g.Scheme, scheme.CustomName),
		service.Override{Layout: g.Layout, Epoch: g.Epoch, Tick: g.Tick})
	if err == nil {
		err = g.fits(named)
	}
	if err == nil && g.Block != 0 && s.cluster == nil {
		err = errors.New("block is for a group of servers: remove it, or use [cluster]")
	}
	if err != nil {
		return nil, err
	}
	if named.Counter != "" {
		return s.openCounter(ctx, name, named, &g.fileCounter)
	}
	number, _ := g.number() // which was checked when it was read
	o := gen.Options{Worker: number, MaxAge: new(f.age())}
	return s.openScheme(ctx, plan{name: name, scheme: named, set: g.assignments(), options: o, auto: g.Worker != nil,
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
		"cluster": f.Cluster != r.first.Cluster, "stalled of HTTP": r.web != nil && f.limits().stalled != r.stalled,
		"tls": (f.TLS == fileTLS{}) != (r.first.TLS == fileTLS{})} // another certificate is taken at once
	maps.DeleteFunc(changed, func(_ string, is bool) bool { return !is })
	if keys := sorted(changed); len(keys) > 0 {
		r.log.Warn("changes in the file need a restart", "keys", strings.Join(keys, ", "))
	}
	r.log.Info("read again", "file", r.options.File, "generators", len(f.Generators), "users", len(f.Users))
}

// groupFile is how messages call the file that the group has in its store.
const groupFile = "the file of the group"

// parseGroupFile reads it, of some path: what one server has for itself does not belong there.
func parseGroupFile(path string, text []byte) (*file, error) {
	f, err := parseSettings(path, text)
	if err != nil {
		return nil, err
	}
	if f.Listen != "" || f.HTTP != "" || f.TLS != (fileTLS{}) || f.Cluster != (fileCluster{}) {
		return nil, fileError(path, 0,
			errors.New("it has addresses, tls or cluster: use those in the file of each server"))
	}
	return f, nil
}

// shared returns the settings of this server's file with the generators, users and limits of the
// group's, where there is one.
func (r *Running) shared(own *file) (*file, error) {
	if r.cluster == nil {
		return own, nil
	}
	v, _, _ := r.cluster.state()
	if len(v.File) == 0 {
		return own, nil
	}
	group, err := parseGroupFile(groupFile, v.File)
	if err != nil {
		return nil, err
	}
	both := *own
	both.Generators, both.Users, both.Limits, both.MaxAge = group.Generators, group.Users, group.Limits, group.MaxAge
	return &both, nil
}

// OpenGroup implements [service.Engine].
func (Engine) OpenGroup(ctx context.Context, url, name string) (service.Group, error) {
	return openGroup(ctx, url, name, 0)
}

// openGroup opens a group of that name, or of the default one, in the etcd of a URL.
func openGroup(ctx context.Context, url, name string, pace time.Duration) (*etcd.Group, error) {
	u, err := store.Parse(url)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(etcd.Driver.Schemes, u.Scheme) {
		return nil, fmt.Errorf("no group of servers can be kept at %s://: use etcd://HOST:2379", u.Scheme)
	}
	return etcd.OpenGroup(ctx, u, cmp.Or(name, defaultGroup), pace)
}

// CheckGroup implements [service.Engine].
func (Engine) CheckGroup(path string, text, before []byte, o service.Options) ([]service.Change, error) {
	f, err := parseGroupFile(path, text)
	if err != nil {
		return nil, err
	}
	o.Store, o.Folder = "file:any", func() (worker.Folder, error) { return worker.Folder{}, errChecked }
	s := newServer(o, slog.New(slog.DiscardHandler), time.Now)
	s.cluster = &cluster{}
	for _, name := range sorted(f.Generators) {
		if _, err := s.openNamed(context.Background(), name, f); err != nil && !errors.Is(err, errChecked) {
			return nil, fmt.Errorf("%s: generator %s: %w", path, name, err)
		}
	}
	old, err := parseGroupFile(groupFile, before)
	if err != nil {
		old = &file{} // no server took it
	}
	return append(append(tables("generators.", old.Generators, f.Generators), tables("users.", old.Users, f.Users)...),
		tables("", old.rest(), f.rest())...), nil
}

// errChecked ends the check of a counter: its store, which may be another one for each server, is not asked.
var errChecked = errors.New("a counter is not opened")

// rest is what else the file of a group may say.
func (f *file) rest() map[string]any {
	rest := map[string]any{}
	if f.Limits != (fileLimits{}) {
		rest["limits"] = f.Limits
	}
	if f.MaxAge != (duration{}) {
		rest["max_age"] = f.MaxAge
	}
	return rest
}

// tables says which tables two files have otherwise.
func tables[T any](prefix string, old, now map[string]T) (list []service.Change) {
	for _, name := range sorted(now) {
		if was, ok := old[name]; !ok {
			list = append(list, service.Change{Table: prefix + name, What: "added"})
		} else if !reflect.DeepEqual(was, now[name]) {
			list = append(list, service.Change{Table: prefix + name, What: "changed"})
		}
	}
	for _, name := range sorted(old) {
		if _, ok := now[name]; !ok {
			list = append(list, service.Change{Table: prefix + name, What: "removed"})
		}
	}
	return list
}

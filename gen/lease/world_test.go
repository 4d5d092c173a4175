package lease_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/scheme"
	"idscope/gen/store"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// place is a host of a test: its state folder, and its clock.
type place struct {
	t      *testing.T
	name   string
	boot   string
	folder worker.Folder
	clock  *clock
	store  store.Store
	scheme *gen.Scheme
	seen   map[gen.ID]bool
}

// clock is one that tests step.
type clock struct{ at time.Time }

func (c *clock) Now() time.Time { return c.at }
func (c *clock) Sleep(_ context.Context, d time.Duration) error {
	c.at = c.at.Add(d)
	return nil
}

func newPlace(t *testing.T, name string, s store.Store, c *clock, seen map[gen.ID]bool) *place {
	dir := t.TempDir()
	p := &place{t: t, name: name, boot: "boot of " + name, clock: c, store: s, seen: seen}
	p.scheme, _ = scheme.Get("snowflake")
	p.folder = worker.Folder{State: filepath.Join(dir, "state"), Claims: filepath.Join(dir, "claims"), Granted: true,
		Host: worker.Host{Now: c.Now, BootID: func() string { return p.boot },
			MachineID: func() string { return "machine " + name }}}
	return p
}

// holder is what one process of the host has.
func (p *place) holder() *lease.Lease {
	p.t.Helper()
	terms := try.Of(lease.ConfigOf(p.scheme, worker.Key(p.scheme), lease.WorkerField, p.scheme.Lead(), time.Minute)).Or(p.t)
	g := try.Of(p.folder.Grant(p.scheme, "", "default", "group default of a test")).Or(p.t)
	home := try.Of(p.folder.Home()).Or(p.t)
	h := &lease.Lease{Name: "default", Config: terms, Keeper: g, Clock: p.clock, Create: true,
		Owner: func() lease.Owner { return lease.Owner{Host: p.name, Home: home, PID: 1} }}
	if p.store != nil {
		h.Open = func(context.Context) (store.Store, error) { return p.store, nil }
	}
	return h
}

// generator is what one process of the host generates with.
func (p *place) generator(h *lease.Lease) (*gen.Generator, uint64, error) {
	p.t.Helper()
	ctx := context.Background()
	err := h.Acquire(ctx)
	if err != nil {
		return nil, 0, err
	}
	number := h.Worker()
	r, err := p.folder.Number(ctx, p.scheme, number, p.scheme.Lead())
	if err != nil {
		return nil, number, err
	}
	g := try.Of(gen.New(p.scheme, gen.Options{Worker: &number, Ledger: h.Ledger(r), Ceiling: h.Ceiling(), Clock: p.clock})).Or(p.t)
	return g, number, nil
}

// run is one process that generates n identifiers.
func (p *place) run(n int) (uint64, error) {
	p.t.Helper()
	g, number, err := p.generator(p.holder())
	if err != nil {
		return number, err
	}
	ids := make([]gen.ID, n)
	made, err := g.Fill(context.Background(), ids)
	for _, id := range ids[:made] {
		if p.seen[id] {
			p.t.Fatalf("%s generated %s twice", p.name, id.Decimal())
		}
		p.seen[id] = true
	}
	return number, err
}

// must is run that has to work.
func (p *place) must(n int) uint64 {
	p.t.Helper()
	number, err := p.run(n)
	if err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
	return number
}

// refused is run that has to fail for that reason.
func (p *place) refused(reason error) error {
	p.t.Helper()
	_, err := p.run(1)
	if !errors.Is(err, reason) {
		p.t.Fatalf("%s: error %v; want %v", p.name, err, reason)
	}
	return err
}

// world is a store, a clock that its hosts share, and all identifiers of a test.
type world struct {
	t     *testing.T
	store *model
	clock *clock
	seen  map[gen.ID]bool
}

func newWorld(t *testing.T) *world {
	w := &world{t, newModel(), &clock{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}, map[gen.ID]bool{}}
	w.store.clock = w.clock.Now
	return w
}

func (w *world) host(name string) *place { return newPlace(w.t, name, w.store, w.clock, w.seen) }

func (w *world) pass(d time.Duration) { w.clock.at = w.clock.at.Add(d) }

// register is what the store has of a number.
func (w *world) register(p *place, n uint64) lease.Number {
	w.t.Helper()
	list := try.Of(p.group().List(context.Background())).Or(w.t)
	for _, x := range list {
		if x.Worker == n {
			return x
		}
	}
	w.t.Fatalf("number %d has no register", n)
	return lease.Number{}
}

func (p *place) group() *lease.Group {
	return &lease.Group{Store: p.store, Name: "default", Config: p.holder().Config, Clock: p.clock}
}

// workers gives the place a layout with so many bits of workers.
func (p *place) workers(layout string) *place {
	p.t.Helper()
	l := try.Of(gen.ParseLayout(layout)).Or(p.t)
	s := *p.scheme
	s.Name, s.Layout = "custom", l
	p.scheme = &s
	return p
}

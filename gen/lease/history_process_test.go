package lease

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"idscope/gen"
	"idscope/gen/internal/histories"
	"idscope/gen/store"
)

// process is a program on a host, as far as it got.
type process struct {
	histories.Program
	h    *history
	host *host
	name string
}

func (h *history) start() { h.spawn(h.hosts[h.IntN(len(h.hosts))], (*process).main) }

// spawn starts a program on a host.
func (h *history) spawn(host *host, main func(*process)) *process {
	host.started++
	p := &process{h: h, host: host, name: fmt.Sprintf("%s/%d", host.name, host.started)}
	p.Begin(func() { main(p) }, func() { h.live = slices.DeleteFunc(h.live, func(o *process) bool { return o == p }) })
	h.live = append(h.live, p)
	return p
}

// main is the program: it generates, or gives the host's number back.
func (p *process) main() {
	h, ctx := p.h, context.Background()
	holder := p.holder()
	if h.one(8) {
		if err := holder.Release(ctx); err != nil {
			p.failed("release", err)
			return
		}
		h.Released++
		h.say("%s: released", p.name)
		return
	}
	err := holder.Acquire(ctx)
	if err != nil {
		p.failed("acquire", err)
		return
	}
	number := holder.Worker()
	g, err := gen.New(h.scheme, gen.Options{Worker: &number, Ledger: holder.Ledger(&record{p, p.host.record(number)}),
		Ceiling: holder.Ceiling(), Clock: p})
	if err != nil {
		panic(err)
	}
	codec := g.Codec()
	for range 1 + h.IntN(6) {
		ids := make([]gen.ID, 1+h.IntN(20))
		n, err := g.Fill(ctx, ids)
		p.Step() // it may stand still before it prints
		for _, id := range ids[:n] {
			h.generated(used{number, codec.Source(id, gen.Time).Lo, codec.Source(id, gen.Seq).Lo,
				codec.Source(id, gen.Rollback).Lo}, p.name)
		}
		if n > 0 {
			h.say("%s: %d ids of number %d, last tick %d", p.name, n, number, codec.Source(ids[n-1], gen.Time).Lo)
		}
		if err != nil {
			p.failed("generate", err)
			return
		}
		p.Step()
	}
}

// failed tells a refusal, of which some kinds are bugs.
func (p *process) failed(what string, err error) {
	p.h.Refused++
	p.h.say("%s: %s: %v", p.name, what, err)
	if errors.Is(err, ErrDamaged) {
		p.h.broken = err.Error()
	}
}

// Now and Sleep make the process a clock: its host's.
func (p *process) Now() time.Time { return p.h.at.Add(p.host.offset) }

func (p *process) Sleep(_ context.Context, d time.Duration) error {
	for until := p.Now().Add(d); p.Now().Before(until); {
		if !p.Rest() { // the generator is not locked while it sleeps: it has to return
			return context.Canceled
		}
		if p.h.one(20) {
			return context.DeadlineExceeded
		}
	}
	return nil
}

func (p *process) holder() *Lease {
	return &Lease{Name: "g", From: "model", Config: p.h.terms, Keeper: p, Clock: p, Create: !p.h.store.begun,
		Owner: func() Owner { return Owner{Host: p.host.name, Home: p.host.name} },
		Open:  func(context.Context) (store.Store, error) { return &visit{p.h.store, p}, nil }}
}

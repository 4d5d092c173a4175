package counter

import (
	"context"
	"fmt"
	"time"

	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/store/memory"
	"idscope/gen/worker"
)

// machine is a host of a world: its clocks, its network, and the file of its counter.
type machine struct {
	w       *world
	name    string
	up      time.Duration // how long it ran when the world began
	offset  time.Duration // of its clock of day
	cut     bool
	started int
	file    modelFile
	saved   worker.Content
}

// restart ends all processes; the clock that counts since the start begins anew, and
// the file is not intact.
func (m *machine) restart() {
	m.w.say("%s: started anew", m.name)
	for i := len(m.w.live) - 1; i >= 0; i-- {
		if p := m.w.live[i]; p.m == m {
			p.Kill()
		}
	}
	m.up = -m.w.at
	m.file.sheet.Intact = false
}

// modelFile is what worker.File promises: one process at a time, and no intact content
// that is not what the last update left.
type modelFile struct {
	m     *machine
	sheet worker.Content
	lock  bool
	ask   bool
}

// fileOf is the file as a process uses it.
type fileOf struct {
	*modelFile
	p *process
}

func (f fileOf) Update(_ context.Context, change func(*worker.Content) error) error {
	for f.lock {
		f.p.Step()
	}
	f.lock = true
	defer func() { f.lock = false }()
	f.p.Step()
	c := f.sheet
	if err := change(&c); err != nil {
		return err
	}
	if c.Intact && string(c.Text) == string(f.sheet.Text) {
		return nil
	}
	f.p.Step()
	f.sheet = worker.Content{Text: c.Text, Intact: true} // it is written ahead, and then in its place
	f.p.Step()
	return nil
}

func (f fileOf) Peek() ([]byte, error) { return f.sheet.Text, nil }

func (f fileOf) Alone(_ context.Context, wait bool) (func(), bool, error) {
	for f.ask && wait {
		f.p.Step()
	}
	if f.ask {
		return nil, false, nil
	}
	f.ask = true
	return func() { f.ask = false }, true, nil
}

// segments are those of a process, under the lease of a writer.
func (p *process) segments() *Segments {
	host := &Host{id: orders, file: fileOf{&p.m.file, p}}
	begun := p.w.at
	uptime := func() (time.Duration, bool) {
		if p.w.loose { // a lease never ends while the process lives
			return begun + p.m.up, true
		}
		return p.w.at + p.m.up, true
	}
	return NewSegments(SegmentsOptions{Host: host, Now: p.Now, Step: 10, Writer: &Writer{Clock: p, Uptime: uptime,
		Term: p.w.term,
		Wait: time.Duration(p.w.IntN(2)) * p.w.term, Create: p.w.most == 0,
		Owner: func() lease.Owner { return lease.Owner{Host: p.m.name, Home: p.m.name} },
		Open:  func(context.Context) (store.Store, error) { return visit{p}, nil }},
		Open: func(ctx context.Context) (Allocator, error) { return OpenRegister(ctx, visit{p}, orders, true, 10) }})
}

// Now and Sleep make the process a clock: its machine's.
func (p *process) Now() time.Time { return birth.Add(p.w.at + p.m.offset) }

func (p *process) Sleep(_ context.Context, d time.Duration) error {
	for until := p.w.at + d; p.w.at < until; {
		p.Step()
		if p.w.one(60) {
			return context.DeadlineExceeded
		}
	}
	return nil
}

// visit is the store as a process sees it.
type visit struct{ p *process }

func (v visit) step(what string) error {
	if v.p.Step(); v.p.m.cut || v.p.w.one(60) {
		return fmt.Errorf("%s: %w", what, memory.ErrDown)
	}
	return nil
}

func (v visit) Load(ctx context.Context, key string) (store.Value, error) {
	if err := v.step("load"); err != nil {
		return store.Value{}, err
	}
	out, err := v.p.w.store.Load(ctx, key)
	v.p.Step()
	return out, err
}

func (v visit) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := v.step("swap"); err != nil {
		return "", err
	}
	switch w := v.p.w; w.IntN(30) {
	case 0: // served later, or never
		w.late = append(w.late, func() { _, _ = w.store.Swap(context.Background(), key, old, data) })
		return "", store.ErrUnknown
	case 1: // the reply is lost
		_, _ = w.store.Swap(ctx, key, old, data)
		return "", store.ErrUnknown
	}
	version, err := v.p.w.store.Swap(ctx, key, old, data)
	v.p.Step()
	return version, err
}

func (v visit) List(ctx context.Context, prefix string) ([]store.Entry, error) {
	if err := v.step("list"); err != nil {
		return nil, err
	}
	out, err := v.p.w.store.List(ctx, prefix)
	v.p.Step()
	return out, err
}

func (v visit) Now(ctx context.Context) (time.Time, error) {
	if !v.p.w.clock {
		return time.Time{}, store.ErrNoClock
	}
	if err := v.step("now"); err != nil {
		return time.Time{}, err
	}
	return v.p.w.store.Now(ctx)
}

func (v visit) Incarnation(ctx context.Context) (store.Incarnation, error) {
	now, err := v.Now(ctx)
	if err == store.ErrNoClock {
		err = nil
	}
	return store.Incarnation{History: "1", Now: now}, err
}

func (v visit) Safety(context.Context) (store.Safety, error) {
	return store.Safety{Class: store.Proven}, v.step("safety")
}

func (v visit) Close() error { return nil }

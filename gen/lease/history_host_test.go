package lease

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"idscope/gen"
)

// host is a machine of a history: its clock, the file of its grant, its records.
type host struct {
	h       *history
	name    string
	offset  time.Duration
	boot    int
	started int
	file    file
	saved   file
	lock    *process // of the grant
	records map[uint64]*entry
}

// file is the grant; a copy is told from it by the marks of package worker.
type file struct {
	content []byte
	boot    int
	copied  bool
}

// entry is a record: what its high-water mark is, and was before.
type entry struct {
	mark, old gen.Mark
	lock      *process
}

func newHost(h *history, name string) *host {
	return &host{h: h, name: name, records: make(map[uint64]*entry)}
}

func (m *host) record(n uint64) *entry {
	if m.records[n] == nil {
		m.records[n] = &entry{}
	}
	return m.records[n]
}

// reboot ends all processes, and the records are as the disk had them some time ago.
func (m *host) reboot() {
	m.h.say("%s: started anew", m.name)
	for i := len(m.h.live) - 1; i >= 0; i-- {
		if p := m.h.live[i]; p.host == m {
			p.Kill()
		}
	}
	m.boot++
	for _, e := range m.records {
		e.mark = e.old
	}
}

func (m *host) remembered() string {
	g, _ := decodeGrant(m.file.content)
	return g.ID
}

// Lock waits for the lock of the grant; a process that is killed gives it up.
func (p *process) Lock(context.Context) (func(), error) {
	for p.host.lock != nil {
		p.Step()
	}
	p.host.lock = p
	p.Step()
	return func() { p.host.lock = nil }, nil
}

// Read returns the grant; a loose one has no end.
func (p *process) Read() ([]byte, bool, error) {
	p.Step()
	f := &p.host.file
	if f.content == nil {
		return nil, false, fs.ErrNotExist
	}
	content := f.content
	if p.h.loose {
		if g, err := decodeGrant(content); err == nil && g.State == Held {
			g.Ceiling = 1 << 62
			content = g.encode()
		}
	}
	return content, f.boot == p.host.boot && !f.copied, nil
}

// Write replaces the grant.
func (p *process) Write(content []byte) error {
	p.Step()
	p.host.file = file{content: content, boot: p.host.boot}
	p.Step()
	return nil
}

// Forget is not called: hosts of a history do not leave.
func (p *process) Forget() error { return errors.ErrUnsupported }

// Highest looks at the record of the number under its lock.
func (p *process) Highest(_ context.Context, n uint64) (uint64, bool, error) {
	p.Step()
	var m gen.Mark
	err := (&record{p, p.host.record(n)}).locked(func(e *entry) error {
		m = e.mark
		return nil
	})
	if !m.Used {
		return 0, true, err
	}
	if !p.h.terms.Timed {
		return m.Value.Lo, true, err
	}
	tick := m.Tick
	for _, t := range m.Counts.Marks {
		tick = max(tick, t)
	}
	return tick, true, err
}

// record is an entry as a process uses it.
type record struct {
	p *process
	e *entry
}

func (r *record) locked(f func(*entry) error) error {
	for r.e.lock != nil {
		r.p.Step()
	}
	r.e.lock = r.p
	defer func() { r.e.lock = nil }()
	r.p.Step()
	return f(r.e)
}

// Update implements gen.Ledger.
func (r *record) Update(_ context.Context, f func(*gen.Mark) error) error {
	return r.locked(func(e *entry) error {
		m := e.mark
		if err := f(&m); err != nil {
			return err
		}
		r.p.Step()
		if r.p.h.one(4) {
			e.old = e.mark
		}
		e.mark = m
		r.p.Step()
		return nil
	})
}

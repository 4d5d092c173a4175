package lease

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"time"

	"idscope/gen"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
)

// shelf is the store of a history. It does what is promised of one: it is
// linearizable and keeps what it confirmed. A reply may be lost; a request whose
// sender got no answer may be served later.
type shelf struct {
	memory.Store
	h     *history
	saved []store.Entry
	most  uint64 // the highest tick or number that was ever granted
	begun bool   // the group was made
	down  bool
	late  []request
}

// request is a swap that is still on its way.
type request struct {
	key  string
	old  store.Version
	data []byte
}

var errDown = errors.New("the store does not answer")

func newShelf(h *history) *shelf {
	return &shelf{h: h, Store: memory.Store{Clock: func() time.Time { return h.at }}}
}

// restore puts the backup back; versions go on, as in another life of the server.
func (s *shelf) restore() {
	s.Restore(s.saved)
	s.late = nil
	s.h.Restored++
}

// goBack puts the backup back while all go on, and what is on its way arrives there: in
// another life of the server, which it tells unless the history is one without that. Where
// there is no time, the history of the data is another one.
func (s *shelf) goBack() {
	s.Restore(s.saved)
	s.h.Forgot++
	switch {
	case s.h.blind:
	case s.h.terms.Timed:
		s.Restart()
	default:
		s.Replace()
	}
	s.h.say("the store went back")
}

// fences is how often the group was fenced, 0 if it is not there.
func (s *shelf) fences() uint64 {
	v, _ := s.Load(context.Background(), "idscope/g/0123/group")
	m, _ := decodeMeta("", v.Data)
	return m.Fence
}

func (s *shelf) swap(r request) (store.Version, error) {
	v, err := s.Swap(context.Background(), r.key, r.old, r.data)
	if err == nil {
		s.begun = true
		s.count(r)
	}
	return v, err
}

// count tells what the swap of a register was.
func (s *shelf) count(r request) {
	x, err := decodeRegister(r.key, r.data)
	if err != nil || !strings.Contains(r.key, "/number/") {
		return
	}
	s.most = max(s.most, x.High)
	owner := "nobody"
	if x.Owner != nil {
		if owner = x.Owner.Host; x.Owner.Since.Equal(x.Owner.Clock) {
			s.h.Acquired++
		} else {
			s.h.Renewed++
		}
	}
	s.h.say("store: %s epoch %d of %s: %d to %d", r.key, x.Epoch, owner, x.Floor, x.High)
}

// deliver serves requests that were on their way.
func (s *shelf) deliver(all bool) {
	for len(s.late) > 0 && (all || s.h.one(3)) {
		i := s.h.IntN(len(s.late))
		r := s.late[i]
		s.late = slices.Delete(s.late, i, i+1)
		if _, err := s.swap(r); err == nil {
			s.h.say("store: a late request was served")
		}
	}
}

// lose deletes a register: whoever had it has to notice, and nobody may take it for
// a number that never was.
func (s *shelf) lose() {
	var keys []string
	for _, e := range s.Copy() {
		if strings.Contains(e.Key, "/number/") {
			keys = append(keys, e.Key)
		}
	}
	if len(keys) > 0 {
		key := keys[s.h.IntN(len(keys))]
		s.h.say("store: %s was deleted", key)
		s.h.Lost++
		s.Delete(key)
	}
}

// forget deletes the group, or all that there is, and has it fenced: by a host that knew it,
// or by one that is no member, which begins another one.
func (s *shelf) forget() {
	if !s.h.terms.Timed {
		return
	}
	all, by, remembered := s.h.one(2), "no member", ""
	if s.h.one(2) {
		by, remembered = "a member", s.h.hosts[0].remembered()
	}
	for _, e := range s.Copy() {
		if all || strings.HasSuffix(e.Key, "/group") {
			s.Delete(e.Key)
		}
	}
	s.h.say("store: the group was deleted, all of it: %v, and fenced by %s", all, by)
	s.h.fence(remembered, 0)
	for _, host := range s.h.hosts {
		if s.h.one(2) {
			s.h.join(host)
		}
	}
}

// visit is the store as a process sees it.
type visit struct {
	*shelf
	p *process
}

func (v *visit) step() error {
	v.p.Step()
	v.deliver(false)
	if v.down || v.h.one(60) {
		return errDown
	}
	return nil
}

func (v *visit) Load(_ context.Context, key string) (store.Value, error) {
	if err := v.step(); err != nil {
		return store.Value{}, err
	}
	out, _ := v.shelf.Load(context.Background(), key)
	return out, v.step()
}

func (v *visit) Swap(_ context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := v.step(); err != nil {
		return "", err
	}
	r := request{key, old, slices.Clone(data)}
	if v.h.one(12) {
		switch v.h.IntN(3) {
		case 0:
			v.late = append(v.late, r) // served later, or never
		case 1:
			_, _ = v.swap(r) // the reply is lost
		}
		return "", store.ErrUnknown
	}
	version, err := v.swap(r)
	v.p.Step()
	return version, err
}

func (v *visit) List(_ context.Context, prefix string) ([]store.Entry, error) {
	if err := v.step(); err != nil {
		return nil, err
	}
	out, _ := v.shelf.List(context.Background(), prefix)
	return out, v.step()
}

func (v *visit) Incarnation(context.Context) (store.Incarnation, error) {
	i, _ := v.shelf.Incarnation(context.Background())
	return i, v.step()
}

func (v *visit) Safety(context.Context) (store.Safety, error) {
	return store.Safety{Class: store.Proven}, v.step()
}

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
	g, _ := ReadGrant(m.file.content)
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
		if g, err := ReadGrant(content); err == nil && g.State == Held {
			g.Ceiling = 1 << 62
			content = g.encode()
		}
	}
	return content, f.boot == p.host.boot && !f.copied, nil
}

// Write replaces the grant.
func (p *process) Write(content []byte) error {
	p.Step()
	failed := p.faulty()
	if failed == nil || p.h.one(2) {
		p.host.file = file{content: content, boot: p.host.boot}
	}
	p.Step()
	return failed
}

// faulty is the error of a write that fails; what was written may be there anyway.
func (p *process) faulty() error {
	if p.faults > 0 && p.h.one(p.faults) {
		return syscall.EIO
	}
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
		failed := r.p.faulty()
		if failed == nil || r.p.h.one(2) {
			e.mark = m
		}
		r.p.Step()
		return failed
	})
}

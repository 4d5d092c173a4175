package lease_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/histories"
	"idscope/gen/lease"
	"idscope/gen/scheme"
	"idscope/gen/store"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// TestNoTime leases numbers of a layout whose ids carry no time, in blocks.
func TestNoTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var hosts []*place
	for _, name := range []string{"a", "b"} {
		p := w.host(name).workers("worker:2 seq:20")
		s := *p.scheme
		s.Tick, s.Epoch, s.Start = 0, time.Time{}, gen.Start{Rule: gen.StartZero}
		p.scheme = &s
		hosts = append(hosts, p)
	}
	for range 20 {
		hosts[0].must(700)
		hosts[1].must(5)
	}
	x := w.register(hosts[0], 0)
	try.Within(t, x.High, 14000, 14000+2048, "granted with at most two blocks too many:")
	try.Works(t, hosts[0].holder().Release(context.Background()))
	try.Equal(t, w.register(hosts[0], 0).High, 14000, "after the release, what was used:")
	hosts[0].must(10)
	first := hosts[0].workers("shard:8 time:41 seq:12").scheme
	try.Of(lease.ConfigOf(first, "key", "shard", 0, time.Minute)).Or(t)
	hosts[0].workers("worker:2 seq:20").keep(3)
	hosts[0].denies(lease.ErrForgotten)(hosts[0].group().Unreserve(t.Context(), 3))
	w.lose("3")
	hosts[0].denies(lease.ErrForgotten)(hosts[0].group().Reserve(t.Context(), 3, "x")) // one that is lost
}

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

// holder is what one process of the host has.
func (p *place) holder() *lease.Lease {
	p.t.Helper()
	terms := try.Of(lease.ConfigOf(p.scheme, worker.Key(p.scheme), lease.WorkerField, p.scheme.Lead(),
		time.Minute)).Or(p.t)
	g := try.Of(p.folder.Grant(p.scheme, "", "default", "group default of a test")).Or(p.t)
	home := try.Of(p.folder.Home()).Or(p.t)
	h := &lease.Lease{Name: "default", Config: terms, Keeper: g, Clock: p.clock, Create: true,
		Command: func(verb, _ string, flags ...string) string {
			return strings.Join(append([]string{"worker", verb, p.scheme.Name}, flags...), " ")
		},
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
	g := try.Of(gen.New(p.scheme, gen.Options{Worker: &number, Ledger: h.Ledger(r), Ceiling: h.Ceiling(),
		Clock: p.clock})).Or(p.t)
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
		try.Need(p.t, p.seen[id], false, "%s generated %v before:", p.name, id)
		p.seen[id] = true
	}
	return number, err
}

// must is run that has to work.
func (p *place) must(n int) uint64 {
	p.t.Helper()
	return try.Of(p.run(n)).Or(p.t)
}

// refused is run that has to fail for that reason.
func (p *place) refused(reason error) error {
	p.t.Helper()
	return p.denies(reason)(p.run(1))
}

// denies is for calls that have to fail for that reason, in the words that are recorded.
func (p *place) denies(reason error) func(any, error) error {
	return func(_ any, err error) error {
		p.t.Helper()
		if !errors.Is(err, reason) {
			p.t.Fatalf("%s: error %v; want %v", p.name, err, reason)
		}
		try.Recorded(p.t, fmt.Sprint(err, "; hint: ", fault.Hint(err)), varying)
		return err
	}
}

var varying = regexp.MustCompile(`\b[0-9a-f]{8}\b|host\d+|/\S+/state/`) // IDs, who was faster, and folders

// once generates one identifier.
func (p *place) once() error {
	p.t.Helper()
	_, err := p.run(1)
	return err
}

// fence fences the group, of which nothing is remembered.
func (p *place) fence() error {
	_, err := p.group().Fence(context.Background(), lease.Grant{}, 0, 0)
	return err
}

// accept accepts the group that is in the store, which another host began.
func (p *place) accept() lease.Meta {
	p.t.Helper()
	m, joined, err := p.holder().Accept(context.Background())
	try.Works(p.t, err)
	try.Need(p.t, joined, true, "accepted:")
	return m
}

// world is a store, a clock that its hosts share, and all identifiers of a test.
type world struct {
	t     *testing.T
	store *model
	clock *clock
	seen  map[gen.ID]bool
}

func newWorld(t *testing.T) *world {
	c := &clock{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	return &world{t, newModel(c.Now), c, map[gen.ID]bool{}}
}

// host is another host, whose clock is the world's.
func (w *world) host(name string) *place {
	dir := w.t.TempDir()
	p := &place{t: w.t, name: name, boot: "boot of " + name, clock: w.clock, store: w.store, seen: w.seen}
	p.scheme, _ = scheme.Get("snowflake")
	h := worker.DefaultHost()
	h.Now, h.BootID = func() time.Time { return p.clock.at }, func() string { return p.boot }
	h.MachineID = func() string { return "machine " + name }
	p.folder = worker.Folder{State: filepath.Join(dir, "state"), Claims: filepath.Join(dir, "claims"), Granted: true,
		Host: h}
	return p
}

// off is one whose own clock is off by so much.
func (w *world) off(name string, by time.Duration) *place {
	p := w.host(name)
	p.clock = &clock{w.clock.at.Add(by)}
	return p
}

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

// keep reserves a number of the group, which is made if there is none.
func (p *place) keep(n uint64) {
	p.t.Helper()
	try.Of(p.group().Make(context.Background())).Or(p.t)
	try.Of(p.group().Reserve(context.Background(), n, "kept")).Or(p.t)
}

// grant is what the host keeps of its grant.
func (p *place) grant() lease.Grant {
	p.t.Helper()
	return try.Of(p.holder().Grant()).Or(p.t)
}

// above wants number 0 to begin no lower than what the host may generate up to, who has it or had it.
func (w *world) above(p *place) {
	w.t.Helper()
	try.Equal(w.t, w.register(p, 0).High >= p.grant().Ceiling, true, "the number begins above what %s generates:", p.name)
}

// What tests do to the store of a world.

// drop deletes the keys of the store that end so; lose what it has of a number.
func (w *world) drop(suffix string) {
	for _, e := range w.store.Copy() {
		if strings.HasSuffix(e.Key, suffix) {
			w.store.Delete(e.Key)
		}
	}
}

// meta changes what the store has of the group.
func (w *world) meta(change func(*lease.Meta)) {
	w.store.edit("/group", func(v *store.Value) {
		var m lease.Meta
		try.Works(w.t, json.Unmarshal(v.Data, &m))
		change(&m)
		v.Data, _ = json.Marshal(m)
	})
}

// edit changes what the store has of number 0.
func (w *world) edit(change func(*lease.Register, *store.Value)) {
	w.store.edit("/number/0", func(v *store.Value) {
		var r lease.Register
		try.Works(w.t, json.Unmarshal(v.Data, &r))
		change(&r, v)
		v.Data, _ = json.Marshal(r)
	})
}

func (w *world) lose(n string) { w.drop("/number/" + n) }

// during runs f once, at the k-th time that something is done from now on.
func (w *world) during(what string, k int, f func()) {
	w.store.step = func(did string) error {
		if did == what {
			if k--; k == 0 {
				w.store.step = nil
				f()
			}
		}
		return nil
	}
}

// fail lets the next of something that is done fail so.
func (w *world) fail(what string, err error) {
	w.store.step = func(did string) error {
		if did != what {
			return nil
		}
		w.store.step = nil
		return err
	}
}

// alone are hosts with two numbers, so that they come to the same one.
func (w *world) alone(name string) *place { return w.host(name).workers("time:41 worker:1 seq:12") }

// killed is what a process gets that is killed behind its n-th swap: errKilled.
func (w *world) killed(n int, f func() error) {
	w.t.Helper()
	w.store.step = func(what string) error {
		if what == "Swapped" {
			n--
		}
		if n <= 0 {
			return errKilled
		}
		return nil
	}
	defer func() { w.store.step = nil }()
	try.Fails(w.t, f(), errKilled, "the process is to be killed:")
}

var errKilled = errors.New("killed")

// clockless is a store without a clock, and without a history.
type clockless struct{ store.Store }

func (c clockless) Incarnation(ctx context.Context) (store.Incarnation, error) {
	i, err := c.Store.Incarnation(ctx)
	i.Now, i.History = time.Time{}, ""
	return i, err
}

// TestNotedIsNotLost: between the note of a number and its register it is beginning; one
// whose register does not come, or was deleted, is lost.
func TestNotedIsNotLost(t *testing.T) {
	for name, of := range map[string]func(*model) store.Store{
		"a store with a clock":    func(m *model) store.Store { return m },
		"a store without a clock": func(m *model) store.Store { return clockless{m} },
	} {
		t.Run(name, func(t *testing.T) {
			w, ctx := newWorld(t), context.Background()
			s := of(w.store)
			a := w.host("a")
			a.store = s
			a.must(1)
			expect := func(when string, beginning bool) {
				t.Helper()
				list, err := lease.Layouts(ctx, s, "default", w.clock.at)
				if err != nil || len(list) != 1 || len(list[0].Missing()) != 1 || list[0].Beginning != beginning {
					t.Errorf("%s: %+v, %v; want one number without a register, beginning %v", when, list, err, beginning)
				}
			}
			w.pass(time.Hour)
			w.during("Swap", 2, func() { // that of the register
				expect("just noted", true)
				panic(histories.Killed{})
			})
			try.Need(t, histories.Dies(func() { a.group().Reserve(ctx, 7, "database") }), true, "killed")
			expect("a moment later", true)
			w.pass(lease.Skew)
			expect("later", false)
		})
	}
}

// paced is a clock that calls each after every sleep.
type paced struct {
	*clock
	each func()
}

func (p paced) Sleep(ctx context.Context, d time.Duration) error {
	if err := p.clock.Sleep(ctx, d); err != nil {
		return err
	}
	p.each()
	return ctx.Err()
}

// renew renews until it is enough, which is asked after each sleep; it returns how often the store was written.
func (w *world) renew(h *lease.Lease, enough func() bool) (swaps int) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(w.t.Context())
	defer cancel()
	before := w.store.Swaps()
	h.Clock = paced{w.clock, func() {
		if enough() {
			cancel()
		}
	}}
	try.Need(w.t, h.Renew(ctx), context.Canceled, "renewed until")
	return w.store.Swaps() - before
}

// TestRenew lets ten minutes pass, in which the store is gone twice, while the grant is renewed.
func TestRenew(t *testing.T) {
	w := newWorld(t)
	h := w.host("a").holder()
	var warned []string
	h.Warn = func(line string) { warned = append(warned, line) }
	try.Works(t, h.Acquire(t.Context()))
	begin := w.clock.at
	try.Within(t, until(h).Sub(begin), 60*time.Second, 62*time.Second, "a lease of 1m lasts")
	least := time.Hour
	swaps := w.renew(h, func() bool {
		since := w.clock.at.Sub(begin)
		left := until(h).Sub(w.clock.at)
		w.store.down = nil
		if since > 300*time.Second && since < 400*time.Second && left > 12*time.Second && left < 32*time.Second {
			w.store.down = errors.New("connection refused")
		}
		least = min(least, left)
		return since > 10*time.Minute
	})
	try.Within(t, swaps, 17, 24, "swaps in 10 min, one in about 30 s:")
	try.Within(t, least, 5*time.Second, time.Minute, "renewed at half of it, there were always left")
	try.Need(t, len(warned), 2, "warnings, one for each outage:")
	try.Contains(t, warned[1], `/group": connection refused; going on until 2026-03-01T12:06:53.500Z`, "warned")
}

// TestRenewWithoutNumber ends where no patience helps.
func TestRenewWithoutNumber(t *testing.T) {
	w := newWorld(t)
	a := w.host("a")
	h := a.holder()
	g, _, err := a.generator(h)
	try.Works(t, err)
	try.Of(a.group().Evict(t.Context(), 0)).Or(t)
	h.Clock = paced{w.clock, func() {}}
	a.denies(lease.ErrVoid)(nil, h.Renew(t.Context()))
	a.denies(lease.ErrVoid)(g.Next(t.Context())) // an ID with the number that was taken away
}

// TestRenewShort: a lease that is no longer than the lead is renewed at half of it, too, and where the lead is longer
// than the group permits.
func TestRenewShort(t *testing.T) {
	w := newWorld(t)
	h := w.host("a").holder()
	h.Config.Lease = h.Config.Lead
	for _, h.Config.Lead = range []time.Duration{h.Config.Lead, time.Hour} {
		try.Works(t, h.Acquire(t.Context()))
		begin := w.clock.at
		n := w.renew(h, func() bool { return w.clock.at.Sub(begin) > 10*h.Config.Lease })
		try.Within(t, n, 15, 25, "swaps in 10 leases, 2 in each:")
	}
}

// until is when the grant of a lease ends.
func until(l *lease.Lease) time.Time { return l.Config.Time(l.Ceiling().Tick()) }

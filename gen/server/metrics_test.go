package server

import (
	"context"
	"maps"
	"math"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"idscope/gen/scheme"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
)

// withAllMetrics is a server that has each metric: a leader of a group with a sequence, and a counter in a store.
func withAllMetrics(t *testing.T) *Server {
	m := newSeenGroup(t, 1)
	s := newStandby(t, m.list[0])
	e := m.source(m.list[0], groupLayouts[1])
	g := storedIn(t, &memory.Store{})
	segment, _ := schemeOf("segment", noOverride)
	try.Of(one(t.Context(), g)).Or(t)
	s.table.Store(&table{sources: map[string]*source{"numbers": newSource("numbers", e.scheme, e),
		"orders": newSource("orders", segment, g)}})
	stats := s.metrics.stores.of("orders", "segment")
	stats.ahead(1)
	stats.called(time.Millisecond, store.ErrUnknown)
	return s
}

// shownBy are the metrics of a server, by name without idscope_, and with their labels.
func shownBy(s *Server) map[string]string {
	w := httptest.NewRecorder()
	s.getMetrics(w, httptest.NewRequest("GET", "/metrics", nil), nil)
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^idscope_(\S+) (\S+)$`).FindAllStringSubmatch(w.Body.String(), -1) {
		all[m[1]] = m[2]
	}
	return all
}

// TestMetricsLint: names and helps are as Prometheus's linter wants them, and no two metrics are the same one in
// OpenMetrics.
func TestMetricsLint(t *testing.T) {
	s := withAllMetrics(t)
	all := try.Of(s.metrics.Gather()).Or(t)
	problems := try.Of(promlint.NewWithMetricFamilies(all).Lint()).Or(t)
	for _, p := range problems {
		if strings.HasPrefix(p.Metric, "idscope_") {
			t.Errorf("%s: %s", p.Metric, p.Text)
		}
	}
	q := httptest.NewRequest("GET", "/metrics", nil)
	q.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	w := httptest.NewRecorder()
	s.getMetrics(w, q, nil)
	if kind := w.Header().Get("Content-Type"); !strings.HasPrefix(kind, "application/openmetrics-text") ||
		!strings.HasSuffix(w.Body.String(), "\n# EOF\n") {
		t.Errorf("OpenMetrics is answered with %s", kind)
	}
	families := map[string]bool{}
	for _, line := range strings.Split(w.Body.String(), "\n") {
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, _, _ := strings.Cut(rest, " ")
			if families[name] {
				t.Errorf("%s is there twice", name)
			}
			families[name] = true
		}
	}
}

// TestMetricsList: README.md lists the metrics that there are.
func TestMetricsList(t *testing.T) {
	text := try.Of(os.ReadFile("README.md")).Or(t)
	families := try.Of(withAllMetrics(t).metrics.Gather()).Or(t)
	var want []string
	for _, f := range families {
		if strings.HasPrefix(f.GetName(), "idscope_") {
			want = append(want, "`"+f.GetName()+"`")
		}
	}
	got := regexp.MustCompile("`idscope_\\w+`").FindAllString(string(text), -1)
	slices.Sort(got)
	try.Same(t, got, want, "README.md lists")
}

// TestGroupMetrics: the metrics say who leads, in which epoch and for how long, and no more
// that a server leads when its time has passed. A server alone has none of them.
func TestGroupMetrics(t *testing.T) {
	m := newSeenGroup(t, 2)
	a, b := m.list[0], m.list[1]
	check := func(c *cluster, deadline, epoch, leads string) {
		t.Helper()
		got := shownBy(newStandby(t, c))
		try.Equal(t, got["group_deadline_seconds"], deadline, "deadline")
		try.Equal(t, got["group_epoch"], epoch, "epoch")
		try.Equal(t, got["group_leads"], leads, "leads")
	}
	check(a, "27", "1", "1")
	check(b, "27", "1", "0")
	m.pass(17 * time.Second)
	check(a, "10", "1", "1")
	m.pass(17 * time.Second)
	check(a, "0", "1", "0")
	v := b.view
	v.Leader, v.Epoch = v.Members[1], 2
	b.extend(b.id, b.id, m.now())
	b.setView(v)
	b.begin(2, b.id)
	check(b, "27", "2", "1")
	check(nil, "", "", "")
}

// TestGroupStoreMetrics: calls of the store are counted and measured, with those that failed;
// numbers that are reserved are known where the server leads.
func TestGroupStoreMetrics(t *testing.T) {
	m := newSteppedGroup(t, 2)
	a, b := m.list[0], m.list[1]
	check := func(c *cluster, e *groupGenerator, want map[string]string) {
		t.Helper()
		s := newStandby(t, c)
		s.table.Store(&table{sources: map[string]*source{"numbers": newSource("numbers", e.scheme, e)}})
		got := shownBy(s)
		for name, value := range want {
			try.Equal(t, got["group_"+name], value, "%s is", name)
		}
	}
	e := m.source(a, groupLayouts[1])
	m.take(e) // loads and swaps, of a block of 100
	a.calls.now = func() time.Duration {
		m.pass(30 * time.Millisecond)
		return m.now()
	}
	m.keep(a)
	const left = `numbers_left{generator="numbers",scheme="custom"}`
	check(a, e, map[string]string{"store_seconds_count": "3", `store_seconds_bucket{le="0.02"}`: "2",
		`store_seconds_bucket{le="0.05"}`: "3", "store_failures_total": "0", "members": "2",
		"clock_difference_seconds": "NaN", left: "99"})
	check(b, m.source(b, groupLayouts[1]), map[string]string{left: "0"}) // does not lead
	m.cutOff(1)
	if err := b.keep(t.Context()); err == nil {
		t.Error("a lease was renewed without a store")
	}
	check(b, e, map[string]string{"store_failures_total": "1", "store_seconds_count": "1"})
}

// TestClocksCompared: the clock of a store that is ahead is known to be, less the time that its answer may have been on
// the way.
func TestClocksCompared(t *testing.T) {
	m := newSteppedGroup(t, 1)
	c := m.list[0]
	slow := &slowClock{ahead: -time.Minute}
	c.clock = slow
	ctx, end := context.WithCancel(t.Context())
	slow.end = end
	c.compareClocks(ctx)
	text := shownBy(newStandby(t, c))["group_clock_difference_seconds"]
	if got, err := strconv.ParseFloat(text, 64); err != nil || got < 35 || got > 45 {
		t.Errorf("of a clock a minute ahead the metrics say %q; want 60, less the 20 s that asking took", text)
	}
}

// slowClock is one for which 20 s pass between two calls, of which the second ends the test.
type slowClock struct {
	ahead time.Duration
	calls int
	end   func()
}

// Now implements [gen.Clock].
func (c *slowClock) Now() time.Time {
	at := time.Now().Add(c.ahead)
	c.ahead += 20 * time.Second
	if c.calls++; c.calls == 2 {
		c.end()
	}
	return at
}

// Sleep implements [gen.Clock].
func (c *slowClock) Sleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// reserved is a generator that has reserved ahead.
type reserved struct {
	Generator
	known reservations
}

func (r *reserved) reservations() reservations { return r.known }
func (r *reserved) Ready() error               { return nil }
func (r *reserved) Close() error               { return nil }

// TestMetricsValues: each metric has the value that its name says, told apart by values that all differ.
func TestMetricsValues(t *testing.T) {
	s := bareServer(t)
	n := &s.stats
	want := map[string]float64{}
	for name, v := range map[string]*atomic.Int64{"open_connections": &n.open, "connections_total": &n.connections,
		"rejected_connections_total": &n.rejected, "protocol_errors_total": &n.broken,
		"foreign_connections_total": &n.foreign, "stalled_connections_total": &n.stalled,
		"http_requests_total": &n.http, "wrong_passwords_total": &n.wrong, "delayed_passwords_total": &n.delayed,
		"limited_requests_total": &n.limited} {
		want[name] = float64(101 + len(want))
		v.Store(int64(want[name]))
	}
	uuid, _ := scheme.Get("uuidv4")
	src := newSource("orders", uuid, &reserved{known: reservations{lead: 2 * time.Second,
		reserved: 3 * time.Second, granted: 4 * time.Second, number: 5, spent: 6 * time.Second, waits: 7}})
	src.ids.Store(8)
	src.requests.Store(9)
	src.failures.Store(10)
	s.table.Store(&table{sources: map[string]*source{"orders": src}})
	stats := s.metrics.stores.of("orders", "uuidv4")
	stats.called(11*time.Second, store.ErrUnknown)
	stats.called(12*time.Second, nil)
	stats.ahead(-13)
	for name, value := range map[string]float64{"lead_seconds": 2, "reserved_seconds": 3, "granted_seconds": 4,
		"reservations_total": 5, "reservation_seconds_total": 6, "waits_total": 7, "ids_total": 8, "requests_total": 9,
		"failures_total": 10, "ready": 1, "store_failures_total": 1, "store_seconds_sum": 23, "store_seconds_count": 2,
		"clock_difference_seconds": -13} {
		want[name] = value
	}
	got := map[string]float64{}
	for name, value := range shownBy(s) {
		if name, _, _ = strings.Cut(name, "{"); !strings.HasSuffix(name, "_bucket") {
			got[name], _ = strconv.ParseFloat(value, 64)
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v; want %v", got, want)
	}
}

// TestMeasured: each call of a store is measured, its clock, and failures but for those that say nothing against it.
func TestMeasured(t *testing.T) {
	m := &memory.Store{Clock: func() time.Time { return time.Now().Add(time.Hour) }}
	b := bareServer(t)
	s := store.Around(m, b.metrics.stores.of("orders", "uuidv4").make)
	shown := func(name string) string { return shownBy(b)[name+`{generator="orders",scheme="uuidv4"}`] }
	try.Of(s.Swap(t.Context(), "a", "", []byte("1"))).Or(t)
	try.Of(s.Swap(t.Context(), "a", "", []byte("2"))).Fails(t, store.ErrConflict, "Swap =")
	_, _ = s.Load(t.Context(), "a")
	_, _ = s.List(t.Context(), "a")
	_, _ = s.Incarnation(t.Context())
	_, _ = s.Safety(t.Context())
	try.Equal(t, shown("store_seconds_count")+" "+shown("store_failures_total"), "5 0", "calls and failures:")
	ahead := try.Of(strconv.ParseFloat(shown("clock_difference_seconds"), 64)).Or(t)
	try.Equal(t, math.Round(ahead/60), 60, "minutes that the clock is ahead:")
	m.At = func(context.Context, string, string) error { return memory.ErrDown }
	_, _ = s.Load(t.Context(), "a")
	try.Equal(t, shown("store_seconds_count")+" "+shown("store_failures_total"), "6 1", "calls and failures:")
}

package server

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"idscope/gen/store"
	"idscope/gen/store/election"
)

// groupMetrics are those that only servers of a group have; README.md lists them.
func groupMetrics() []metric {
	const c, g = prometheus.CounterValue, prometheus.GaugeValue
	return []metric{
		{name: "group_leads", help: "1 where this server leads the group and may answer", kind: g},
		{name: "group_epoch", help: "epoch of the leader that this server sees; 0 for none", kind: g},
		{name: "group_members", help: "servers of the group that this one sees", kind: g},
		{name: "group_deadline_seconds", help: "how long this server may answer if its lease is not renewed; 0 from then on",
			kind: g},
		{name: "group_clock_difference_seconds",
			help: "how far the store's clock is ahead of this server's, to half a second; NaN while it is not known", kind: g},
		{name: "group_store_failures_total", help: "calls of the store that failed", kind: c},
		{name: "group_store_seconds", help: "how long calls of the store took, a histogram"},
		{name: "group_numbers_left", help: "numbers of a sequence that are reserved and not handed out", kind: g,
			labelled: true},
	}
}

// groupCollector gives Prometheus what is known of the group.
type groupCollector struct{ s *Server }

// Describe implements [prometheus.Collector].
func (c groupCollector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range groupMetrics() {
		to <- m.desc()
	}
}

// Collect implements [prometheus.Collector].
func (c groupCollector) Collect(to chan<- prometheus.Metric) {
	group := c.s.cluster
	if group == nil {
		return
	}
	list := groupMetrics()
	for i, v := range group.values() {
		to <- prometheus.MustNewConstMetric(list[i].desc(), list[i].kind, v)
	}
	group.calls.took.Collect(to)
	left := list[len(list)-1]
	t := c.s.table.Load()
	for _, name := range t.names() {
		src := t.sources[name]
		if e, ok := src.from.(*elected); ok && src.name == name {
			if n, ok := e.left(); ok {
				to <- prometheus.MustNewConstMetric(left.desc(), left.kind, float64(n), name, src.scheme.Name)
			}
		}
	}
}

// values are those of the first metrics.
func (c *cluster) values() []float64 {
	c.mu.Lock()
	epoch, members := c.view.Epoch, len(c.view.Members)
	c.mu.Unlock()
	left := max(0, time.Duration(c.deadline.Load())-c.boot())
	leads := 0.0
	if t := c.leading.Load(); t != nil && left > 0 {
		leads = 1
	}
	return []float64{leads, float64(epoch), float64(members), left.Seconds(),
		math.Float64frombits(c.calls.difference.Load()), float64(c.calls.failed.Load())}
}

// left is how many numbers of a sequence are reserved and not handed out; false where this
// server does not lead, or the ids have time.
func (e *elected) left() (uint64, bool) {
	now := e.tenure.Load()
	if now == nil || !e.c.answers(now.term) {
		return 0, false
	}
	g, ok := now.from.(*counted)
	if !ok {
		return 0, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.limit - g.next, true
}

// measured is an elector whose calls are measured.
type measured struct {
	election.Elector
	now        func() time.Duration
	took       prometheus.Histogram
	failed     atomic.Uint64
	difference atomic.Uint64 // bits of seconds
}

func newMeasured(e election.Elector, now func() time.Duration) *measured {
	m := &measured{Elector: e, now: now}
	for _, one := range groupMetrics() {
		if one.name == "group_store_seconds" {
			m.took = prometheus.NewHistogram(prometheus.HistogramOpts{Name: "idscope_" + one.name, Help: one.help,
				Buckets: []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2}})
		}
	}
	m.difference.Store(math.Float64bits(math.NaN()))
	return m
}

// measure is called when a call ends.
func (m *measured) measure(began time.Duration, err error) {
	m.took.Observe((m.now() - began).Seconds())
	if err != nil {
		m.failed.Add(1)
	}
}

// Keep implements [election.Elector].
func (m *measured) Keep(ctx context.Context) error {
	began := m.now()
	err := m.Elector.Keep(ctx)
	m.measure(began, err)
	return err
}

// Load implements [election.Elector].
func (m *measured) Load(ctx context.Context, key string) (store.Value, error) {
	began := m.now()
	v, err := m.Elector.Load(ctx, key)
	m.measure(began, err)
	return v, err
}

// Swap implements [election.Elector].
func (m *measured) Swap(ctx context.Context, epoch uint64, key string, old store.Version,
	data []byte) (store.Version, error) {
	began := m.now()
	v, err := m.Elector.Swap(ctx, epoch, key, old, data)
	m.measure(began, err)
	return v, err
}

// compareEach is how often clocks are compared.
const compareEach = 30 * time.Second

// compareClocks compares the clock of the ids with the store's, where that has one, until the
// context ends.
func (c *cluster) compareClocks(ctx context.Context) {
	asked, ok := c.calls.Elector.(interface {
		Now(ctx context.Context) (time.Time, error)
	})
	for ok && ctx.Err() == nil {
		difference := math.NaN()
		before := c.clock.Now()
		if at, err := asked.Now(ctx); err == nil {
			difference = (at.Sub(before) - c.clock.Now().Sub(before)/2).Seconds()
		}
		c.calls.difference.Store(math.Float64bits(difference))
		sleep(ctx, compareEach)
	}
}

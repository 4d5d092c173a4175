package server

import (
	"context"
	"math"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"idscope/gen/store"
)

const namespace = "idscope"

// metrics are what /metrics says. README.md lists them, which a test compares.
type metrics struct {
	server     *prometheus.Registry                // of the process, its connections and its stores
	generators atomic.Pointer[prometheus.Registry] // of the generators of the present table

	storeSeconds    *prometheus.HistogramVec
	storeFailures   *prometheus.CounterVec
	clockDifference *prometheus.GaugeVec
}

// stats are what is counted of connections and requests.
type stats struct {
	open, connections, rejected, broken, foreign, wrong, delayed, limited, stalled, http atomic.Int64
}

// storeBuckets are the upper ends of the buckets of calls of a store, in seconds.
func storeBuckets() []float64 {
	return []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5}
}

// register adds metrics whose values are asked for when they are read.
type register struct{ prometheus.Registerer }

func (r register) counter(name, help string, value func() float64) {
	o := prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}
	r.MustRegister(prometheus.NewCounterFunc(o, value))
}

func (r register) gauge(name, help string, value func() float64) {
	r.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, value))
}

func newMetrics(n *stats) *metrics {
	byGenerator := []string{"generator", "scheme"}
	m := &metrics{server: prometheus.NewRegistry(),
		storeSeconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: "store_seconds",
			Help: "time that calls of the store took", Buckets: storeBuckets()}, byGenerator),
		storeFailures: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace,
			Name: "store_failures_total", Help: "calls of the store that failed"}, byGenerator),
		clockDifference: prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace,
			Name: "clock_difference_seconds", Help: "how far the store's clock is ahead of this host's"}, byGenerator)}
	// not valid as OpenMetrics
	process := collectors.NewGoCollector(collectors.WithGoCollectorMemStatsMetricsDisabled(),
		collectors.WithGoCollectorRuntimeMetrics(collectors.MetricsMemory))
	m.server.MustRegister(process, collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), m.storeSeconds,
		m.storeFailures, m.clockDifference)
	r := register{m.server}
	of := func(v *atomic.Int64) func() float64 { return func() float64 { return float64(v.Load()) } }
	r.gauge("open_connections", "connections of the Redis protocol", of(&n.open))
	r.counter("connections_total", "connections of the Redis protocol that were accepted", of(&n.connections))
	r.counter("rejected_connections_total", "connections refused by a limit", of(&n.rejected))
	r.counter("protocol_errors_total", "connections closed for what they sent", of(&n.broken))
	r.counter("foreign_connections_total", "connections closed that spoke another protocol", of(&n.foreign))
	r.counter("stalled_connections_total", "connections closed for being too slow", of(&n.stalled))
	r.counter("http_requests_total", "requests of HTTP", of(&n.http))
	r.counter("wrong_passwords_total", "wrong passwords", of(&n.wrong))
	r.counter("delayed_passwords_total", "passwords refused without a look, after wrong ones", of(&n.delayed))
	r.counter("limited_requests_total", "requests refused as the client asked for too much", of(&n.limited))
	m.show(&table{})
	return m
}

// show has the generators of a table from now on.
func (m *metrics) show(t *table) {
	all := prometheus.NewRegistry()
	for name, src := range t.sources {
		src.register(register{prometheus.WrapRegistererWith(
			prometheus.Labels{"generator": name, "scheme": src.scheme.Name}, all)})
	}
	m.generators.Store(all)
}

// forget drops what was counted of a generator that is not served any more.
func (m *metrics) forget(src *source) {
	m.storeSeconds.DeleteLabelValues(src.name, src.scheme.Name)
	m.storeFailures.DeleteLabelValues(src.name, src.scheme.Name)
	m.clockDifference.DeleteLabelValues(src.name, src.scheme.Name)
}

// all is what a reader gets.
func (m *metrics) all() prometheus.Gatherers {
	return prometheus.Gatherers{m.server, m.generators.Load()}
}

func (s *Server) getMetrics(w http.ResponseWriter, q *http.Request) error {
	promhttp.HandlerFor(s.metrics.all(), promhttp.HandlerOpts{EnableOpenMetrics: true}).ServeHTTP(w, q)
	return nil
}

// reservations is what a generator knows of what it has reserved ahead.
type reservations struct {
	lead     time.Duration // of the last ID ahead of the clock
	reserved time.Duration
	left     uint64        // numbers of a layout without time that are reserved and not handed out
	granted  time.Duration // by a store
	number   uint64
	spent    time.Duration
	waits    uint64 // of requests
}

// reserving is a [Generator] that reserves.
type reserving interface{ reservations() reservations }

func (s *source) reservations() (r reservations) {
	if g, ok := s.from.(reserving); ok {
		r = g.reservations()
	}
	return r
}

// register adds the metrics of a generator.
func (s *source) register(r register) {
	of := func(v *atomic.Uint64) func() float64 { return func() float64 { return float64(v.Load()) } }
	r.counter("ids_total", "IDs handed out", of(&s.ids))
	r.counter("requests_total", "requests for IDs that were answered with some", of(&s.requests))
	r.counter("failures_total", "requests for IDs that were refused", of(&s.failures))
	r.counter("waits_total", "waits of requests for a clock, a disk or a store",
		func() float64 { return float64(s.reservations().waits) })
	r.gauge("lead_seconds", "how far the last ID is ahead of the clock",
		func() float64 { return s.reservations().lead.Seconds() })
	r.gauge("reserved_seconds", "how far ahead of the clock ticks are reserved",
		func() float64 { return s.reservations().reserved.Seconds() })
	r.gauge("granted_seconds", "how far ahead of the clock ticks are granted by a store; 0 without one",
		func() float64 { return s.reservations().granted.Seconds() })
	r.counter("reservations_total", "reservations in the record",
		func() float64 { return float64(s.reservations().number) })
	r.counter("reservation_seconds_total", "time that reservations took",
		func() float64 { return s.reservations().spent.Seconds() })
	r.gauge("ready", "1 where the generator can generate", func() float64 { return oneIf(s.ready() == nil) })
	if _, ok := s.from.(*groupGenerator); ok {
		r.gauge("group_numbers_left", "numbers of a sequence that the leader has reserved and not handed out",
			func() float64 { return float64(s.reservations().left) })
	}
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// storeStats measures the calls of a store for a generator.
type storeStats struct {
	m            *metrics
	name, scheme string
}

// call measures one call.
func (s *storeStats) call(f func() error) error {
	began := time.Now()
	err := f()
	s.called(time.Since(began), err)
	return err
}

func (s *storeStats) called(took time.Duration, err error) {
	s.m.storeSeconds.WithLabelValues(s.name, s.scheme).Observe(took.Seconds())
	failures := s.m.storeFailures.WithLabelValues(s.name, s.scheme) // 0 is said, too
	if err != nil {
		failures.Inc()
	}
}

// watch is for calls that the program around the server makes.
func (s *storeStats) watch() store.Watch {
	return store.Watch{Called: s.called, Clock: func(difference time.Duration) {
		s.m.clockDifference.WithLabelValues(s.name, s.scheme).Set(difference.Seconds())
	}}
}

// register adds the metrics of a group of servers.
func (c *cluster) register(r register) {
	r.gauge("group_leads", "1 where this server leads the group and may answer",
		func() float64 { return oneIf(c.term() != nil) })
	r.gauge("group_epoch", "epoch of the leader that this server sees; 0 for none", func() float64 {
		c.mu.Lock()
		defer c.mu.Unlock()
		return float64(c.view.Epoch)
	})
	r.gauge("group_members", "servers of the group that this one sees", func() float64 {
		c.mu.Lock()
		defer c.mu.Unlock()
		return float64(len(c.view.Members))
	})
	r.gauge("group_deadline_seconds", "how long this server may answer if its lease is not renewed; 0 from then on",
		func() float64 { return max(0, time.Duration(c.deadline.Load())-c.boot()).Seconds() })
	r.MustRegister(c.calls.took, c.calls.failed, c.calls.difference)
}

// groupCalls measures the calls of the store of a group.
type groupCalls struct {
	now        func() time.Duration
	took       prometheus.Histogram
	failed     prometheus.Counter
	difference prometheus.Gauge
}

func newGroupCalls(now func() time.Duration) *groupCalls {
	m := &groupCalls{now: now,
		took: prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: namespace, Name: "group_store_seconds",
			Help: "how long calls of the store of the group took", Buckets: storeBuckets()}),
		failed: prometheus.NewCounter(prometheus.CounterOpts{Namespace: namespace, Name: "group_store_failures_total",
			Help: "calls of the store of the group that failed"}),
		difference: prometheus.NewGauge(prometheus.GaugeOpts{Namespace: namespace,
			Name: "group_clock_difference_seconds",
			Help: "how far the store's clock is ahead of this server's, to half a second; NaN while it is not known"})}
	m.difference.Set(math.NaN())
	return m
}

// timed makes a call.
func (m *groupCalls) timed(call func() error) error {
	began := m.now()
	err := call()
	m.took.Observe((m.now() - began).Seconds())
	if err != nil {
		m.failed.Inc()
	}
	return err
}

// compareEach is how often clocks are compared.
const compareEach = 30 * time.Second

// compareClocks compares the clock of the IDs with the store's until the context ends.
func (c *cluster) compareClocks(ctx context.Context) {
	for ctx.Err() == nil {
		difference := math.NaN()
		before := c.clock.Now()
		if at, err := c.group.Now(ctx); err == nil {
			difference = (at.Sub(before) - c.clock.Now().Sub(before)/2).Seconds()
		}
		c.calls.difference.Set(difference)
		sleep(ctx, compareEach)
	}
}

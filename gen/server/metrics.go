package server

import (
	"context"
	"errors"
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
	*prometheus.Registry
	stores *storeCalls
}

// stats are what is counted of connections and requests.
type stats struct {
	open, connections, rejected, broken, foreign, wrong, delayed, limited, stalled, http atomic.Int64
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
	m := &metrics{Registry: prometheus.NewRegistry()}
	began := time.Now()
	m.stores = newStoreCalls("", [...]string{"time that calls of the store took", "calls of the store that failed",
		"how far at least the store's clock is ahead of this host's"},
		func() time.Duration { return time.Since(began) }, "generator", "scheme")
	// not valid as OpenMetrics
	process := collectors.NewGoCollector(collectors.WithGoCollectorMemStatsMetricsDisabled(),
		collectors.WithGoCollectorRuntimeMetrics(collectors.MetricsMemory))
	m.MustRegister(process, collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	r := register{m}
	m.stores.register(r)
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
	return m
}

func (s *Server) getMetrics(w http.ResponseWriter, q *http.Request, _ *user) error {
	promhttp.HandlerFor(s.metrics, promhttp.HandlerOpts{EnableOpenMetrics: true}).ServeHTTP(w, q)
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

// Describe implements [prometheus.Collector]: nothing is known before it is collected.
func (*Server) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector] with the metrics of the generators of the present table.
func (s *Server) Collect(to chan<- prometheus.Metric) {
	const counter, gauge = prometheus.CounterValue, prometheus.GaugeValue
	for name, src := range s.table.Load().sources {
		add := func(kind prometheus.ValueType, metric, help string, value float64) {
			d := prometheus.NewDesc(namespace+"_"+metric, help, []string{"generator", "scheme"}, nil)
			to <- prometheus.MustNewConstMetric(d, kind, value, name, src.scheme.Name)
		}
		r := src.from.reservations()
		add(counter, "ids_total", "IDs handed out", float64(src.ids.Load()))
		add(counter, "requests_total", "requests for IDs that were answered with some", float64(src.requests.Load()))
		add(counter, "failures_total", "requests for IDs that were refused", float64(src.failures.Load()))
		add(counter, "waits_total", "waits of requests for a clock, a disk or a store", float64(r.waits))
		add(gauge, "lead_seconds", "how far the last ID is ahead of the clock", r.lead.Seconds())
		add(gauge, "reserved_seconds", "how far ahead of the clock ticks are reserved", r.reserved.Seconds())
		add(gauge, "granted_seconds", "how far ahead of the clock ticks are granted by a store; 0 without one",
			r.granted.Seconds())
		add(counter, "reservations_total", "reservations in the record", float64(r.number))
		add(counter, "reservation_seconds_total", "time that reservations took", r.spent.Seconds())
		add(gauge, "ready", "1 where the generator can generate", oneIf(src.ready() == nil))
		if _, ok := src.from.(*groupGenerator); ok {
			add(gauge, "group_numbers_left", "numbers of a sequence that the leader has reserved and not handed out",
				float64(r.left))
		}
	}
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// storeCalls measures the calls of stores, which labels tell apart.
type storeCalls struct {
	took       *prometheus.HistogramVec
	failed     *prometheus.CounterVec
	difference *prometheus.GaugeVec
	now        func() time.Duration // a clock that does not step
	labels     []string             // of these calls
}

// newStoreCalls returns metrics whose names begin with a prefix. The helps are of their times, of failures and of the
// difference of clocks.
func newStoreCalls(prefix string, helps [3]string, now func() time.Duration, labels ...string) *storeCalls {
	return &storeCalls{now: now,
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: prefix + "store_seconds",
			Help: helps[0], Buckets: []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5}}, labels),
		failed: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace,
			Name: prefix + "store_failures_total", Help: helps[1]}, labels),
		difference: prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace,
			Name: prefix + "clock_difference_seconds", Help: helps[2]}, labels)}
}

func (c *storeCalls) register(r register) { r.MustRegister(c.took, c.failed, c.difference) }

// of are the calls with these labels.
func (c *storeCalls) of(labels ...string) *storeCalls {
	one := *c
	one.labels = labels
	return &one
}

// timed makes a call.
func (c *storeCalls) timed(call func() error) error {
	began := c.now()
	err := call()
	c.called(c.now()-began, err)
	return err
}

func (c *storeCalls) called(took time.Duration, err error) {
	c.took.WithLabelValues(c.labels...).Observe(took.Seconds())
	failures := c.failed.WithLabelValues(c.labels...) // 0 is said, too
	if err != nil {
		failures.Inc()
	}
}

// make makes a call of a store, as [store.Do] does. A report of safety is not measured, and what says nothing against
// the store is no failure.
func (c *storeCalls) make(ctx context.Context, _ string, _ bool,
	call func(context.Context) (any, error)) (any, error) {
	began := time.Now()
	v, err := call(ctx)
	took := time.Since(began)
	var theirs time.Time
	switch v := v.(type) {
	case store.Safety:
		return v, err
	case store.Incarnation:
		theirs = v.Now
	}
	failed := err
	if errors.Is(err, store.ErrConflict) {
		failed = nil
	}
	c.called(took, failed)
	if err == nil && !theirs.IsZero() {
		c.ahead(store.Ahead(theirs, began, began.Add(took)).Seconds())
	}
	return v, err
}

// ahead notes by how many seconds the store's clock is ahead.
func (c *storeCalls) ahead(seconds float64) { c.difference.WithLabelValues(c.labels...).Set(seconds) }

// forget drops what was counted.
func (c *storeCalls) forget() {
	c.took.DeleteLabelValues(c.labels...)
	c.failed.DeleteLabelValues(c.labels...)
	c.difference.DeleteLabelValues(c.labels...)
}

// register adds the metrics of a group of servers.
func (c *cluster) register(r register) {
	r.gauge("group_leads", "1 where this server leads the group and may answer",
		func() float64 { return oneIf(c.term() != nil) })
	r.gauge("group_epoch", "epoch of the leader that this server sees; 0 for none", func() float64 {
		v, _, _ := c.state()
		return float64(v.Epoch)
	})
	r.gauge("group_members", "servers of the group that this one sees", func() float64 {
		v, _, _ := c.state()
		return float64(len(v.Members))
	})
	r.gauge("group_deadline_seconds", "how long this server may answer if its lease is not renewed; 0 from then on",
		func() float64 { return max(0, time.Duration(c.deadline.Load())-c.boot()).Seconds() })
	c.calls.register(r)
}

// newGroupCalls measures the calls of the store of a group.
func newGroupCalls(now func() time.Duration) *storeCalls {
	c := newStoreCalls("group_", [...]string{"how long calls of the store of the group took",
		"calls of the store of the group that failed",
		"how far at least the store's clock is ahead of this server's, to half a second; NaN while unknown"}, now)
	c.took.WithLabelValues()
	c.failed.WithLabelValues()
	c.ahead(math.NaN())
	return c
}

// compareEach is how often clocks are compared.
const compareEach = 30 * time.Second

// compareClocks compares the clock of the IDs with the store's until the context ends.
func (c *cluster) compareClocks(ctx context.Context) {
	for ctx.Err() == nil {
		difference := math.NaN()
		before := c.clock.Now()
		if at, err := c.group.Now(ctx); err == nil && !at.IsZero() {
			difference = store.Ahead(at, before, c.clock.Now()).Seconds()
		}
		c.calls.ahead(difference)
		_ = c.clock.Sleep(ctx, compareEach)
	}
}

package server

import (
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metric is one that /metrics has; README.md lists them, which a test compares.
type metric struct {
	name, help string
	kind       prometheus.ValueType
	labelled   bool // by generator
	histogram  bool // and not of the kind
}

func (m *metric) desc() *prometheus.Desc {
	var labels []string
	if m.labelled {
		labels = []string{"generator", "scheme"}
	}
	return prometheus.NewDesc("idscope_"+m.name, m.help, labels, nil)
}

// metrics are all of ours, in the order in which collect gives their values.
func metrics() []metric {
	const c, g = prometheus.CounterValue, prometheus.GaugeValue
	return []metric{
		{"ids_total", "ids handed out", c, true, false},
		{"requests_total", "requests for ids that were answered with some", c, true, false},
		{"failures_total", "requests for ids that were refused", c, true, false},
		{"waits_total", "requests that waited for a clock, a disk or a store", c, true, false},
		{"lead_seconds", "how far the last id is ahead of the clock", g, true, false},
		{"reserved_seconds", "how far ahead of the clock ticks are reserved", g, true, false},
		{"granted_seconds", "how far ahead of the clock ticks are granted by a store; 0 without one", g, true, false},
		{"reservations_total", "reservations in the record", c, true, false},
		{"reservation_seconds_total", "time that reservations took", c, true, false},
		{"ready", "1 where the generator can generate", g, true, false},
		{"store_failures_total", "calls of the store that failed", c, true, false},
		{"clock_difference_seconds", "how far the store's clock is ahead of this host's", g, true, false},
		{"store_seconds", "time that calls of the store took", 0, true, true},

		{"connections", "connections of the Redis protocol", g, false, false},
		{"connections_total", "connections of the Redis protocol that were accepted", c, false, false},
		{"rejected_connections_total", "connections refused by a limit", c, false, false},
		{"protocol_errors_total", "connections closed for what they sent", c, false, false},
		{"foreign_connections_total", "connections closed that spoke another protocol", c, false, false},
		{"stalled_connections_total", "connections closed for being too slow", c, false, false},
		{"http_requests_total", "requests of HTTP", c, false, false},
		{"wrong_passwords_total", "wrong passwords", c, false, false},
		{"delayed_passwords_total", "passwords refused without a look, after wrong ones from the address", c, false, false},

		{"limited_requests_total", "requests refused as the client asked for too much", c, false, false},
	}
}

// collector gives Prometheus what is counted anyway: nothing is done for it in the path of
// a request.
type collector struct{ s *Server }

// Describe implements [prometheus.Collector].
func (c collector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range metrics() {
		to <- m.desc()
	}
}

// Collect implements [prometheus.Collector].
func (c collector) Collect(to chan<- prometheus.Metric) {
	list := metrics()
	send := func(values []float64, labels ...string) {
		for _, v := range values {
			if !math.IsNaN(v) { // there is none
				to <- prometheus.MustNewConstMetric(list[0].desc(), list[0].kind, v, labels...)
			}
			list = list[1:]
		}
	}
	all := list
	perSource := slices.IndexFunc(list, func(m metric) bool { return !m.labelled })
	t := c.s.table.Load()
	for _, name := range t.names() {
		src := t.sources[name]
		if src.name != name {
			continue
		}
		list = all
		send(src.values(), name, src.scheme.Name)
		if s := src.storeStats(); s.asked() {
			to <- s.histogram(list[0].desc(), name, src.scheme.Name)
		}
	}
	list = all[perSource:]
	n := &c.s.stats
	send(
		[]float64{float64(n.open.Load()), float64(n.connections.Load()), float64(n.rejected.Load()), float64(n.broken.Load()),
			float64(n.foreign.Load()), float64(n.stalled.Load()), float64(n.http.Load()), float64(n.wrong.Load()),
			float64(n.delayed.Load()), float64(n.limited.Load())},
	)
}

// reservations is what a generator knows of what it has reserved ahead.
type reservations struct {
	lead     time.Duration // of the last id ahead of the clock
	reserved time.Duration
	granted  time.Duration // by a store
	number   uint64
	spent    time.Duration
}

// reserving is a [Generator] that reserves.
type reserving interface{ reservations() reservations }

// values are those of the metrics of a generator.
func (s *source) values() []float64 {
	var r reservations
	if g, ok := s.from.(reserving); ok {
		r = g.reservations()
	}
	ready := 0.0
	if s.ready() == nil {
		ready = 1
	}
	failures, difference := s.storeStats().values()
	return []float64{
		float64(s.ids.Load()),
		float64(s.requests.Load()),
		float64(s.failures.Load()),
		float64(s.waits.Load()),
		r.lead.Seconds(),
		r.reserved.Seconds(),
		r.granted.Seconds(),
		float64(r.number),
		r.spent.Seconds(),
		ready,
		failures,
		difference,
	}
}

// newMetrics returns what answers /metrics.
func (s *Server) newMetrics() http.Handler {
	r := prometheus.NewRegistry()
	r.MustRegister(
		collector{s},
		groupCollector{s},
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return promhttp.HandlerFor(r, promhttp.HandlerOpts{})
}

func (s *Server) getMetrics(w http.ResponseWriter, q *http.Request) { s.metrics.ServeHTTP(w, q) }

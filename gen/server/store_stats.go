package server

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"idscope/gen/counter"
	"idscope/gen/store"
)

// storeStats are what is measured of the calls of a store.
type storeStats struct {
	counts     [len(storeBounds) + 1]atomic.Uint64
	spent      atomic.Int64 // nanoseconds
	failures   atomic.Uint64
	difference atomic.Int64 // of its clock from ours, nanoseconds
	told       atomic.Bool  // it has said the time
}

// storeBounds are the upper ends of the buckets of the histogram, in seconds.
var storeBounds = [...]float64{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5}

// call measures one call.
func (s *storeStats) call(f func() error) error {
	began := time.Now()
	err := f()
	s.called(time.Since(began), err)
	return err
}

func (s *storeStats) called(took time.Duration, err error) {
	i := 0
	for i < len(storeBounds) && took.Seconds() > storeBounds[i] {
		i++
	}
	s.counts[i].Add(1)
	s.spent.Add(int64(took))
	if err != nil {
		s.failures.Add(1)
	}
}

// watch is for calls that the program around the server makes.
func (s *storeStats) watch() store.Watch {
	return store.Watch{Called: s.called, Clock: func(difference time.Duration) {
		s.difference.Store(int64(difference))
		s.told.Store(true)
	}}
}

// storeMeasured is a [Generator] whose ids need a store.
type storeMeasured interface{ measured() *storeStats }

func (g *stored) measured() *storeStats { return g.stats }

func (l *local) measured() *storeStats { return &l.store }

// storeStats are those of the source's store; nil where it has none.
func (s *source) storeStats() *storeStats {
	if g, ok := s.from.(storeMeasured); ok {
		return g.measured()
	}
	return nil
}

// asked reports whether there was a call.
func (s *storeStats) asked() bool {
	if s == nil {
		return false
	}
	for i := range s.counts {
		if s.counts[i].Load() > 0 {
			return true
		}
	}
	return false
}

// values are those of the metrics; NaN where there is none.
func (s *storeStats) values() (failures, difference float64) {
	failures, difference = math.NaN(), math.NaN()
	if s.asked() {
		failures = float64(s.failures.Load())
		if s.told.Load() {
			difference = time.Duration(s.difference.Load()).Seconds()
		}
	}
	return failures, difference
}

// histogram is how long the calls took.
func (s *storeStats) histogram(desc *prometheus.Desc, labels ...string) prometheus.Metric {
	below, n := map[float64]uint64{}, uint64(0)
	for i, end := range storeBounds {
		n += s.counts[i].Load()
		below[end] = n
	}
	n += s.counts[len(storeBounds)].Load()
	return prometheus.MustNewConstHistogram(desc, n, time.Duration(s.spent.Load()).Seconds(), below, labels...)
}

// timedAllocator measures an allocator.
type timedAllocator struct {
	counter.Allocator
	stats *storeStats
}

// Allocate implements [counter.Allocator].
func (a timedAllocator) Allocate(ctx context.Context, step uint64) (b counter.Block, err error) {
	err = a.stats.call(func() (err error) { b, err = a.Allocator.Allocate(ctx, step); return err })
	return b, err
}

// timedNumbers measures numbers of a table.
type timedNumbers struct {
	counter.Numbers
	stats *storeStats
}

// Next implements [counter.Numbers].
func (t timedNumbers) Next(ctx context.Context) (n uint64, err error) {
	err = t.stats.call(func() (err error) { n, err = t.Numbers.Next(ctx); return err })
	return n, err
}

// timedDates measures numbers of days.
type timedDates struct {
	counter.Dates
	stats *storeStats
}

// Next implements [counter.Dates].
func (t timedDates) Next(ctx context.Context, n uint64, z counter.Zone, digits int) (d counter.Day, err error) {
	err = t.stats.call(func() (err error) { d, err = t.Dates.Next(ctx, n, z, digits); return err })
	return d, err
}

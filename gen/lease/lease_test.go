package lease_test

import (
	"context"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

func TestTwoHosts(t *testing.T) {
	s, c, seen := newModel(), &clock{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}, map[gen.ID]bool{}
	s.clock = c.Now
	a, b := newPlace(t, "a", s, c, seen), newPlace(t, "b", s, c, seen)
	try.Equal(t, a.must(5000), 0, "the first host has number")
	try.Equal(t, b.must(5000), 1, "the second host has number")
	swaps := s.swaps
	for range 100 {
		c.at = c.at.Add(100 * time.Millisecond)
		a.must(1)
	}
	if s.swaps != swaps {
		t.Errorf("%d swaps below the ceiling; want none", s.swaps-swaps)
	}
	c.at = c.at.Add(2 * time.Minute)
	a.must(1)
	if s.swaps != swaps+1 {
		t.Errorf("%d swaps for a renewal; want 1", s.swaps-swaps)
	}
	try.Works(t, a.holder().Release(context.Background()))
	before := c.at
	if n := a.must(1); n != 0 || c.at.Sub(before) > time.Millisecond {
		t.Errorf("after a clean release number %d, %s later; want 0 within a tick", n, c.at.Sub(before))
	}
}

func TestBestEffort(t *testing.T) {
	w := newWorld(t)
	w.store.class = store.BestEffort
	a := w.host("a")
	a.refused(lease.ErrBestEffort)
	h := a.holder()
	h.AcceptBestEffort = true
	try.Works(t, h.Acquire(context.Background()))
}

// TestNoTime leases numbers of a layout whose ids carry no time, in blocks.
func TestNoTime(t *testing.T) {
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
	if x.High < 14000 || x.High > 14000+2048 {
		t.Errorf("granted up to %d; want 14000 and at most two blocks", x.High)
	}
	try.Works(t, hosts[0].holder().Release(context.Background()))
	if x = w.register(hosts[0], 0); x.High != 14000 {
		t.Errorf("after the release %d; want 14000, which was used", x.High)
	}
	hosts[0].must(10)
}

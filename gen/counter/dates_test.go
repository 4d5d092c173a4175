package counter

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
)

// TestZoneAround: the day by two offsets and an instant is that of the zone, a week around
// every change of its offset and else.
func TestZoneAround(t *testing.T) {
	for _, name := range []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia",
		"Australia/Lord_Howe"} {
		l, err := time.LoadLocation(name)
		if err != nil {
			t.Skipf("no table of zones: %v", err)
		}
		for at := time.Date(2011, 11, 1, 0, 0, 0, 0, time.UTC); at.Year() < 2013; at = at.Add(6 * time.Hour) {
			z := ZoneAround(l, at)
			for _, off := range []time.Duration{-20 * time.Hour, -time.Minute, 0, time.Second, 20 * time.Hour} {
				server := at.Add(off) // its clock is not ours
				y, m, d := server.In(l).Date()
				want := time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay
				if got := z.Day(server); got != want {
					t.Fatalf("%s: the day of %s by the offsets around %s is %d; want %d", name, server, at, got, want)
				}
			}
		}
	}
}

// TestDates: numbers begin at 1 each day, and a clock that moves backwards does not move
// the counter.
func TestDates(t *testing.T) {
	ctx := context.Background()
	now := time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	s := &memory.Store{Clock: func() time.Time { return now }}
	id := ID{"date-seq", "memory:", "orders"}
	r := &DatedRegister{Store: s, ID: id, Create: true}
	utc := ZoneAround(time.UTC, now)
	day := int64(20513)
	if DateOf(day) != "2026-03-01" {
		t.Fatalf("day %d is %s", day, DateOf(day))
	}
	for i, c := range []struct {
		pass time.Duration
		n    uint64
		want Day
		err  error
	}{
		{0, 3, Day{day, Block{1, 4}}, nil},
		{time.Minute, 1, Day{day, Block{4, 5}}, nil},
		{time.Hour, 2, Day{day + 1, Block{1, 3}}, nil},
		{-2 * time.Hour, 2, Day{day + 1, Block{3, 5}}, nil}, // backwards over midnight
		{2 * time.Hour, 9990, Day{day + 1, Block{5, 9995}}, nil},
		{0, 100, Day{day + 1, Block{9995, 10000}}, nil}, // fewer: the day has no more
		{0, 1, Day{}, ErrFull},
		{24 * time.Hour, 1, Day{day + 2, Block{1, 2}}, nil},
	} {
		now = now.Add(c.pass)
		got, err := r.Next(ctx, c.n, utc, 4)
		if !errors.Is(err, c.err) || err == nil && got != c.want {
			t.Errorf("call %d: %+v, %v; want %+v, %v", i, got, err, c.want, c.err)
		}
	}
	_, err := r.Next(ctx, 1, utc, 5)
	refuses(t, err, ErrDisagree)
	_, err = r.Next(ctx, 1, Zone{Name: "Europe/Berlin"}, 4)
	refuses(t, err, ErrDisagree)
	now = now.Add(-72 * time.Hour)
	if _, err := r.Next(ctx, 1, utc, 4); err == nil {
		t.Error("a clock that is three days behind counts; want it refused")
	}
	other := &DatedRegister{Store: s, ID: ID{"date-seq", "memory:", "none"}}
	_, err = other.Next(ctx, 1, utc, 4)
	refuses(t, err, ErrMissing)
}

// TestDatesLost: a host refuses a day's counter that is behind what it saw, whose day too.
func TestDatesLost(t *testing.T) {
	ctx := context.Background()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := &memory.Store{Clock: func() time.Time { return now }}
	id := ID{"date-seq", "memory:", "orders"}
	h := newHost(t)
	take := func(h *host) (Day, error) {
		c := Config{Zone: time.UTC, Digits: 6, Now: func() time.Time { return now }}
		d := dated{&place{host: h.of(id), c: &c}, &DatedRegister{Store: s, ID: id, Create: true}}
		return d.next(ctx, 10)
	}
	for range 3 {
		try.Of(take(h)).Or(t)
	}
	v, _ := s.Load(ctx, "counters/date-seq/orders")
	try.Of(s.Swap(ctx, "counters/date-seq/orders", v.Version,
		[]byte(`{"day":"2026-03-01","next":5,"digits":6,"tz":"UTC"}`))).Or(t)
	_, err := take(h)
	refuses(t, err, ErrBehind)
	if !strings.Contains(err.Error(), "it gave out 5, and this host saw 30 of 2026-03-01 before") {
		t.Errorf("error %v; want 5 after 30 of that day", err)
	}
	if _, err := take(newHost(t)); err != nil {
		t.Errorf("a host that saw none: %v; want it to go on, for it cannot know", err)
	}
	now = now.Add(24 * time.Hour)
	if d, err := take(h); err != nil || d.First != 1 {
		t.Errorf("the next day: %+v, %v; want it to begin at 1", d, err)
	}
}

// TestDatesFaults: over a store that loses requests and replies no number is given out twice.
func TestDatesFaults(t *testing.T) {
	s := newStore()
	n := 0
	s.fault = func(method string) memory.Fault {
		if n++; method == "Swap" {
			return []memory.Fault{memory.None, memory.LostReply, memory.None, memory.LostRequest}[n%4]
		}
		return memory.None
	}
	r := &DatedRegister{Store: s, ID: ID{"date-seq", "memory:", "orders"}, Create: true}
	l := newLedger(t)
	for range 200 {
		d, err := r.Next(context.Background(), 3, Zone{Name: "UTC"}, 6)
		switch {
		case err == nil:
			l.add(Block{mark(d.Date, d.First), mark(d.Date, d.End-1) + 1})
		case !errors.Is(err, store.ErrUnknown):
			t.Fatal(err)
		}
	}
	if len(l.seen) < 300 {
		t.Errorf("%d numbers; want more, or nothing is tested", len(l.seen))
	}
}

//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"idscope/gen/counter"
	"idscope/gen/server/client"
	"idscope/gen/store"
	storemysql "idscope/gen/store/mysql"
	storepostgres "idscope/gen/store/postgres"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// TestThousandGoroutines: a thousand goroutines ask for numbers of a counter with step 10 over a
// database that answers in 500 ms, of one process and of idscope serve. Each waits for its answer,
// and none hears that segments are not ready (Leaf, issues 35 and 143); as the step doubles, few
// segments are enough for all. Over a database that does not answer at all they wait until their
// deadline, and no longer.
func TestThousandGoroutines(t *testing.T) {
	testserver.Demanded(t, "databases that answer in 500 ms")
	_, my := mariaDB(t, "a thousand goroutines")
	for _, db := range []struct {
		name, url string
		driver    store.Driver
	}{
		{"MariaDB", my, storemysql.Driver{}},
		{"PostgreSQL", testserver.Postgres(t, "a thousand goroutines").URL, storepostgres.Driver{}},
	} {
		newHost(t).must(call("segment", db.url, "orders", "--create", "--step", "10")...)
		all := &seen{t: t, ids: map[string]bool{"1": true}}
		t.Run(db.name, func(t *testing.T) {
			t.Parallel()
			place, proxy := slowly(t, db.url)
			c := &crowd{t: t, all: all}
			var segments atomic.Int64
			next := sharedOf(t, db.driver, place, &segments)
			c.ask(func() numberer { return next })
			// 10, 20, and so on to 2560 are more than was asked for; two more may be loaded ahead.
			if n := segments.Load(); n > 9+2 {
				t.Errorf("%d segments for 3000 numbers; want the step to double", n)
			}
			proxy.Hold()
			c.starve(next)
			proxy.Forward()
			c.ask(func() numberer { return next })
		})
		t.Run(db.name+" behind idscope serve", func(t *testing.T) {
			t.Parallel()
			place, _ := slowly(t, db.url)
			s := serve(newHost(t), fmt.Sprintf("[generators.orders]\nscheme = \"segment\"\nstore = %q\n", place.Store))
			c := &crowd{t: t, all: all}
			c.ask(func() numberer {
				c := client.New("unix:"+s.socket, client.Options{Timeout: time.Hour}) // or until the tests end
				t.Cleanup(func() { _ = c.Close() })
				return func(ctx context.Context) (string, error) {
					for {
						begun := time.Now()
						ids, err := c.Fetch(ctx, "orders", 1)
						if err == nil || !strings.HasPrefix(err.Error(), "UNAVAILABLE ") || time.Since(begun) < servePatience {
							return strings.Join(ids, ","), err
						}
					}
				}
			})
		})
	}
}

// slowly is the counter in a database that answers in 500 ms, through a proxy.
func slowly(t *testing.T, text string) (counter.Place, *testserver.Proxy) {
	u := try.Of(url.Parse(text)).Or(t)
	proxy := testserver.NewProxy(t, u.Host)
	u.Host = proxy.Addr
	proxy.Delay(answersIn / 2) // each way
	return counter.Place{Store: u, Key: "orders", Setup: counter.Setup{Step: 10}}, proxy
}

// answersIn is how long the database takes for a round trip.
const answersIn = 500 * time.Millisecond

// servePatience is how long a request to idscope serve waits for a store, at least, before it
// is told that there is no number: one that a slow machine kept for longer is asked again.
const servePatience = 5 * time.Second

// allocations counts the segments that are asked for.
type allocations struct {
	counter.Allocator
	count *atomic.Int64
}

func (a allocations) Allocate(ctx context.Context, step uint64) (counter.Block, error) {
	a.count.Add(1)
	return a.Allocator.Allocate(ctx, step)
}

// sharedOf shares the numbers of a counter among goroutines, and counts its segments.
func sharedOf(t *testing.T, driver store.Driver, place counter.Place, count *atomic.Int64) numberer {
	h := newHost(t)
	known, err := counter.OpenHost(worker.Folder{State: filepath.Join(h.dir, "state"), Claims: filepath.Join(h.dir, "claims"),
		ClaimsGiven: true}, place.ID("segment"))
	if err != nil {
		t.Fatal(err)
	}
	opened := try.Of(counter.Open(t.Context(), driver, place, true)).Or(t)
	t.Cleanup(opened.Close)
	begun := time.Now()
	if err := opened.Ping(t.Context()); err != nil || time.Since(begun) < answersIn {
		t.Fatalf("the database answered in %s, %v; want %s", time.Since(begun), err, answersIn)
	}
	segments := counter.NewSegments(counter.SegmentsOptions{Host: known, Step: place.Step, Ahead: true,
		Open: func(ctx context.Context) (counter.Allocator, error) {
			a, err := opened.Allocator(ctx)
			return allocations{a, count}, err
		}})
	t.Cleanup(segments.Close)
	turn, have := make(chan struct{}, 1), counter.Block{}
	return func(ctx context.Context) (string, error) {
		select {
		case turn <- struct{}{}:
		case <-ctx.Done():
			return "", ctx.Err()
		}
		defer func() { <-turn }()
		if have.Len() == 0 {
			var err error
			if have, err = segments.Take(ctx, 256); err != nil {
				return "", err
			}
		}
		have.First++
		return strconv.FormatUint(have.First-1, 10), nil
	}
}

// numberer takes a number.
type numberer = func(context.Context) (string, error)

// crowd is a thousand goroutines, and what they and others got.
type crowd struct {
	t   *testing.T
	all *seen
}

// each calls f in each goroutine, and returns how long the slowest took.
func (c *crowd) each(f func()) time.Duration {
	var running sync.WaitGroup
	begun := time.Now()
	for range 1000 {
		running.Go(f)
	}
	running.Wait()
	return time.Since(begun)
}

// ask has each goroutine take three numbers, for which it waits.
func (c *crowd) ask(open func() numberer) {
	c.t.Helper()
	took := c.each(func() {
		next := open()
		for range 3 {
			id, err := next(c.t.Context())
			if err != nil {
				c.t.Errorf("%v; want it to wait", err)
				return
			}
			c.all.add([]string{id})
		}
	})
	c.t.Logf("each got 3 numbers in %s", took.Round(time.Millisecond))
}

// starve takes what is left, and wants each goroutine to wait for more until its deadline. That
// they end at all shows that they wait no longer: the database does not answer before.
func (c *crowd) starve(next numberer) {
	c.t.Helper()
	const deadline = 2 * time.Second
	ctx, cancel := context.WithTimeout(c.t.Context(), deadline)
	defer cancel()
	took := c.each(func() {
		for {
			id, err := next(ctx)
			if errors.Is(err, context.DeadlineExceeded) {
				return
			} else if err != nil {
				c.t.Errorf("over a database that does not answer: %v; want it to wait", err)
				return
			}
			c.all.add([]string{id})
		}
	})
	if took < deadline {
		c.t.Errorf("over a database that does not answer the goroutines ended after %s; want %s", took, deadline)
	}
}

// TestSlowStore: 20 processes with step 10 over a store whose every answer takes long wait for
// it, and none fails; without it the two segments are used up, and that is one error.
func TestSlowStore(t *testing.T) {
	testserver.Demanded(t, "a database that answers slowly, and one that is gone")
	s, url := mariaDB(t, "a slow counter")
	p, slow := through(t, s, url)
	h := newHost(t)
	all := &seen{t: t, ids: map[string]bool{}}
	all.add(h.must(call("segment", slow, "orders", "--create", "--step", "10")...))
	p.Delay(50 * time.Millisecond)
	var running sync.WaitGroup
	for range processes {
		running.Go(func() {
			for range 3 {
				lines, text, status := h.run(call("segment", slow, "orders", "-n", "7")...)
				if all.add(lines); status != 0 || len(lines) != 7 {
					t.Errorf("status %d, %d ids, %s; want it to wait", status, len(lines), text)
				}
			}
		})
	}
	running.Wait()
	p.Refuse()
	lost := 0
	for range 200000 {
		lines, text, status := h.run(call("segment", slow, "orders", "-n", "100000")...)
		if all.add(lines); status == 3 && len(lines) == 0 {
			if n := strings.Count(text, "idscope: error: "); n != 1 {
				t.Errorf("with nothing left: %s; want one error", text)
			}
			break
		}
		lost++
	}
	if lost > 2 {
		t.Errorf("%d calls without a store printed ids; want the two segments to be used up", lost)
	}
}

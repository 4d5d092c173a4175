package server

import (
	"context"
	"slices"
	"time"
)

// load begins to take numbers, if nobody does; the lock is held.
func (g *stored) load() {
	if g.loading || g.life.Err() != nil {
		return
	}
	g.loading = true
	g.loads.Add(1)
	go func() {
		defer g.loads.Done()
		for g.loadOnce() {
		}
	}()
}

// loadOnce takes what those who wait need, and what is taken ahead. It reports whether
// there is more to do.
func (g *stored) loadOnce() bool {
	g.mu.Lock()
	n := g.demand()
	if g.loading = n > 0 && g.life.Err() == nil; !g.loading {
		g.fail(&storeError{g.name, errClosed}, false)
		g.mu.Unlock()
		return false
	}
	for _, w := range g.waiting {
		w.asked = true
	}
	g.mu.Unlock()
	ctx, cancel := context.WithTimeout(g.life, loadPatience)
	runs, err := g.from.take(ctx, n)
	cancel()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.note(err)
	for _, r := range runs {
		g.add(r)
	}
	for len(g.waiting) > 0 {
		w := g.waiting[0]
		if !g.from.ahead && !w.asked || !g.cut(w.dst, w.whole) {
			break
		}
		close(w.done)
		g.waiting = g.waiting[1:]
	}
	if err != nil {
		g.fail(g.failed, true)
		g.loading = len(g.waiting) > 0
	}
	if !g.from.ahead && !slices.ContainsFunc(g.waiting, func(w *waiter) bool { return w.asked }) {
		g.have, g.left = nil, 0 // of those who gave up: whoever comes later gets later ones
	}
	return g.loading
}

// fail answers those who wait; asked are only those for whom the store was asked.
func (g *stored) fail(err error, asked bool) {
	g.waiting = slices.DeleteFunc(g.waiting, func(w *waiter) bool {
		if asked && !w.asked {
			return false
		}
		w.err = err
		close(w.done)
		return true
	})
}

// demand is how many numbers to take now; the lock is held. When those who wait have theirs,
// as many are left as are taken ahead: no more than twice what was handed out since the start,
// and leastAhead.
func (g *stored) demand() (n uint64) {
	for _, w := range g.waiting {
		n += max(uint64(len(w.dst)), w.whole)
	}
	if !g.from.ahead {
		if n > 0 && g.waiting[0].whole == 0 { // what is there is of no use to one that wants many together
			n = max(n, g.left+1) - g.left
		}
		return n
	}
	if n > 0 || g.left < g.size/2 {
		switch since := g.now().Sub(g.loaded); {
		case since < 100*time.Millisecond && g.used >= g.size/2:
			g.size = min(2*g.size, mostAhead)
		case since > time.Second:
			g.size = max(g.size/2, leastAhead)
		}
		g.loaded, g.used = g.now(), 0
		n += g.size - min(g.left, g.size)
	}
	return n
}

// note remembers how an attempt ended, and logs the first that failed, and the first that
// did not; the lock is held.
func (g *stored) note(err error) {
	if err != errStoreSlow { // which is under way still
		g.tried = g.now()
	}
	switch {
	case err != nil && g.failed == nil:
		g.log("a counter has no numbers", "generator", g.name, "error", err)
	case err == nil && g.failed != nil:
		g.log("a counter has numbers again", "generator", g.name)
	}
	if g.failed = nil; err != nil {
		g.failed = &storeError{g.name, err}
	}
}

// look asks the store for a sign of life, unless it was asked for numbers lately; one that
// failed, whether the counter is as wanted too.
func (g *stored) look() {
	g.mu.Lock()
	failed := g.failed != nil
	idle := !g.loading && (failed || g.now().Sub(g.tried).Abs() >= lookEach)
	g.mu.Unlock()
	if !idle {
		return
	}
	ctx, cancel := context.WithTimeout(g.life, loadPatience)
	defer cancel()
	var err error
	if failed {
		err = g.from.check(ctx)
	}
	if err == nil {
		err = g.from.alive(ctx)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if err == nil || !g.loading && g.life.Err() == nil {
		g.note(err)
	}
}

// start looks at the store until the generator is closed, so that Ready knows. Its error is
// that of the first look, or that it did not end in time: the store is waited for then.
func (g *stored) start(ctx context.Context) error {
	first := make(chan error, 1)
	g.loads.Go(func() { g.watch(first) })
	ctx, cancel := context.WithTimeout(ctx, storePatience)
	defer cancel()
	var err error
	select {
	case err = <-first:
	case <-ctx.Done():
		err = errStoreSlow
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.note(err)
	return err
}

func (g *stored) watch(first chan<- error) {
	ctx, cancel := context.WithTimeout(g.life, loadPatience)
	err := g.from.check(ctx)
	cancel()
	first <- err
	ticker := time.NewTicker(min(time.Second, lookEach))
	defer ticker.Stop()
	for {
		select {
		case <-g.life.Done():
			return
		case <-ticker.C:
			g.look()
		}
	}
}

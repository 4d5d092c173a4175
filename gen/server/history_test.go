//go:build unix

package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/redis/go-redis/v9"
)

// history is what cluster clients saw.
type history struct {
	t     *testing.T
	began time.Time
	from  []string // addresses of the servers
	end   context.CancelFunc
	ended sync.WaitGroup

	mu     sync.Mutex
	done   map[string][]porcupine.Operation // by generator; the output is the id
	acked  [clients][]time.Duration         // by client
	errors map[string]int
}

// clients is how many ask at a time; each fifth as its library does where it is told nothing.
const (
	clients = 20
	plainly = 5
)

// generators are what is asked for: ids with time, and a sequence.
var generators = [...]string{"orders", "numbers"}

// documented are the errors that clients have to expect, but for connections that fail.
var documented = []string{"MOVED", "CLUSTERDOWN"}

func newHistory(t *testing.T, addresses []string) *history {
	ctx, end := context.WithCancel(context.Background())
	h := &history{t: t, began: time.Now(), from: addresses, end: end, done: map[string][]porcupine.Operation{},
		errors: map[string]int{}}
	for i := range clients {
		// By default it asks once a minute who has which keys, and else only where it is
		// moved; and it waits 3 s for a server that is stopped, twice.
		o := &redis.ClusterOptions{Addrs: addresses}
		if i%plainly != 0 {
			o.ClusterStateReloadInterval, o.ReadTimeout = time.Second, time.Second
		}
		c := redis.NewClusterClient(o)
		t.Cleanup(func() { _ = c.Close() })
		h.ended.Go(func() { h.ask(ctx, c, i) })
	}
	return h
}

func (h *history) now() time.Duration { return time.Since(h.began) }

// ask asks for ids, some times a second: the checker's work grows with the square.
func (h *history) ask(ctx context.Context, c *redis.ClusterClient, client int) {
	name := generators[client%len(generators)]
	for ctx.Err() == nil {
		called := h.now()
		id, err := c.Incr(context.WithoutCancel(ctx), name).Result()
		returned := h.now()
		h.mu.Lock()
		if err != nil {
			h.errors[errorKind(err)]++
		} else {
			h.done[name] = append(h.done[name], porcupine.Operation{ClientId: client, Output: id, Call: int64(called),
				Return: int64(returned)})
			h.acked[client] = append(h.acked[client], returned)
		}
		h.mu.Unlock()
		sleep(ctx, 50*time.Millisecond)
	}
}

// errorKind says which of the documented errors one is; else its text.
func errorKind(err error) string {
	var n net.Error
	var e redis.Error
	switch {
	case errors.As(err, &e):
		word, _, _ := strings.Cut(err.Error(), " ")
		if slices.Contains(documented, word) {
			return word
		}
	case errors.As(err, &n), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNREFUSED):
		return "no connection"
	}
	return err.Error()
}

func (h *history) failed() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, k := range h.errors {
		n += k
	}
	return n
}

// answered is how many requests of each client were answered.
func (h *history) answered() []int {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []int
	for _, acked := range h.acked {
		list = append(list, len(acked))
	}
	return list
}

// wait waits until so many more requests of each client were answered: of those with
// settings, or of those without.
func (h *history) wait(n int, plain bool) {
	h.t.Helper()
	from := h.answered()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		lacking := 0
		for i, now := range h.answered() {
			if (i%plainly == 0) == plain && now < from[i]+n {
				lacking++
			}
		}
		if lacking == 0 {
			return
		}
		if time.Now().After(end) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.t.Fatalf("%d clients got fewer than %d answers within two minutes; errors %v", lacking, n, h.errors)
		}
	}
}

// leader waits until the clients are answered, and another than that one leads.
func (h *history) leader(not string) string {
	h.t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		for _, address := range h.from {
			if address == not {
				continue
			}
			one := redis.NewClient(&redis.Options{Addr: address, MaxRetries: -1, ReadTimeout: time.Second})
			text, err := one.ClusterNodes(context.Background()).Result()
			_ = one.Close()
			if err != nil {
				continue
			}
			for line := range strings.Lines(text) {
				if words := strings.Fields(line); strings.Contains(words[2], "master") {
					at, _, _ := strings.Cut(words[1], "@")
					if at != not {
						h.wait(2, false)
						return at
					}
				}
			}
		}
	}
	h.t.Fatal("nobody leads")
	return ""
}

// longest is the longest time since an instant for which nobody was answered, and for which
// one client was not: of those with settings, and of those without.
func (h *history) longest(since time.Duration) (all, each, plain time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	gap := func(acked []time.Duration) (gap time.Duration) {
		last := since
		for _, at := range append(slices.Clone(acked), now) {
			if at > since {
				gap, last = max(gap, at-last), at
			}
		}
		return gap.Round(time.Millisecond)
	}
	var any []time.Duration
	for i, acked := range h.acked {
		any = append(any, acked...)
		if i%plainly == 0 {
			plain = max(plain, gap(acked))
		} else {
			each = max(each, gap(acked))
		}
	}
	slices.Sort(any)
	return gap(any), each, plain
}

func (h *history) stop() { h.end(); h.ended.Wait() }

// judge decides whether what the clients saw is what a counter does that only grows: one
// order of the requests, each between its call and its answer, in which the ids grow. As
// all ids of the history are known, that is the order of the ids; so the model takes
// the numbers of their places, and there is nothing to guess.
func (h *history) judge() {
	model := porcupine.Model{
		Init:              func() any { return 0 },
		Step:              func(state, _, output any) (bool, any) { return output == state, state.(int) + 1 },
		DescribeOperation: func(_, output any) string { return fmt.Sprintf("place %v", output) },
	}
	for name, list := range h.done {
		var ids []int64
		for _, o := range list {
			ids = append(ids, o.Output.(int64))
		}
		slices.Sort(ids)
		if n := len(slices.Compact(slices.Clone(ids))); n != len(ids) {
			h.t.Errorf("%s: %d of %d ids came twice", name, len(ids)-n, len(ids))
		}
		for i := range list {
			place, _ := slices.BinarySearch(ids, list[i].Output.(int64))
			list[i].Output = place
		}
		h.t.Logf("%s: %d ids", name, len(ids))
		if got := porcupine.CheckOperationsTimeout(model, list, 2*time.Minute); got != porcupine.Ok {
			h.t.Errorf("%s: the history is %v; want an order in which the ids grow", name, got)
		}
	}
	for kind, n := range h.errors {
		h.t.Logf("%d times: %s", n, kind)
		if kind != "no connection" && !slices.Contains(documented, kind) {
			h.t.Errorf("%d times: %s; want documented errors only", n, kind)
		}
	}
}

package server

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// stepClock is a clock that tests set.
func stepClock(r *running) (pass func(time.Duration)) {
	var at atomic.Int64
	at.Store(timeNow().UnixNano())
	r.Server.now = func() time.Time { return time.Unix(0, at.Load()) }
	return func(d time.Duration) { at.Add(int64(d)) }
}

// TestLimits: each client gets its requests and ids of a second, by whatever connection and
// protocol, and no other client pays for it.
func TestLimits(t *testing.T) {
	users := userFile(t, "app", "geheim", `generate = ["*"]`) + userFile(t, "other", "oben", `generate = ["*"]`)
	text := "[limits]\nrequests_per_second = 10\nids_per_second = \"0.1k\"\n"
	r := newRunning(t, text+users+"[generators.a]\nscheme = \"uuidv4\"\n")
	pass := stepClock(r)
	r.serve()
	w, second, other := r.dial(), r.dial(), r.dial()
	w.ask("AUTH", "app", "geheim")
	second.ask("AUTH", "app", "geheim")
	other.ask("AUTH", "other", "oben")
	limited := func(w *wire, want string, ask ...string) {
		t.Helper()
		if got := w.ask(ask...); got != want {
			t.Errorf("%q = %.100s; want %s", ask, got, want)
		}
	}
	served := func(w *wire, ask ...string) {
		t.Helper()
		if got := w.ask(ask...); strings.HasPrefix(got, "-") {
			t.Errorf("%q = %s", ask, got)
		}
	}
	for range 5 {
		served(w, "ID.NEXT", "a")
		served(second, "ID.PARSE", "1541815603606036480")
	}
	const requests = "-LIMIT retry_ms=100 this client asks for more than 10 requests a second"
	limited(w, requests, "ID.NEXT", "a")
	limited(second, requests, "ID.MGET", "a", "2")
	served(second, "PING")
	served(other, "ID.NEXT", "a")
	try.Begins(t, asUser(t, r, "/tinyid/id/nextIdSimple?bizType=a&token=app:geheim"), "400 ",
		"a request that is wrong counts:")
	if got := asUser(t, r, "/v1/inspect/1541815603606036480"); !strings.HasPrefix(got, "429 1 ") ||
		!strings.Contains(got, `"limited"`) {
		t.Errorf("by HTTP: %s; want 429, limited, after a second", got)
	}
	pass(100 * time.Millisecond)
	served(w, "ID.MGET", "a", "200") // more than there is: the rest is owed
	limited(w, requests, "ID.NEXT", "a")
	pass(time.Second)
	const ids = "-LIMIT retry_ms=%d this client asks for more than 100 ids a second"
	limited(w, fmt.Sprintf(ids, 10), "ID.NEXT", "a")
	served(w, "ID.PARSE", "1541815603606036480") // needs none
	pass(10 * time.Millisecond)
	served(w, "ID.NEXT", "a")
	pass(time.Hour) // no more than a second's worth comes
	served(w, "ID.MGET", "a", "100")
	limited(w, fmt.Sprintf(ids, 10), "ID.NEXT", "a")
	if n := r.stats.limited.Load(); n != 6 {
		t.Errorf("%d refusals are counted; want 6", n)
	}
}

// TestLimitsReload: a reload with the same limits gives nobody a new second, other limits do.
func TestLimitsReload(t *testing.T) {
	r := newRunning(t, "[limits]\nids_per_second = 1\n")
	stepClock(r)
	r.serve()
	w := r.dial()
	for i, want := range []string{"", "-LIMIT retry_ms=1000 this client asks for more than 1 ids a second"} {
		if got := w.ask("ID.NEXT", "uuidv4"); strings.HasPrefix(got, "-") != (i > 0) || i > 0 && got != want {
			t.Errorf("request %d says %s; want %s", i, got, want)
		}
	}
	r.Running.reload(t.Context())
	try.Begins(t, w.ask("ID.NEXT", "uuidv4"), "-LIMIT", "after a reload a request says")
	writeFileText(t, r.options.File, "")
	r.Running.reload(t.Context())
	if got := w.ask("ID.NEXT", "uuidv4"); strings.HasPrefix(got, "-") {
		t.Errorf("without limits a request says %s", got)
	}
}

// TestBucketsBounded: many clients take no more memory than the bound; the ones that asked longest ago are forgotten,
// and no other gets a new second.
func TestBucketsBounded(t *testing.T) {
	l := newLimiter(1, 0)
	now := time.Unix(0, 0)
	for _, client := range []string{"old", "busy"} {
		try.Works(t, l.take(client, 1, now))
	}
	for i := range 3 * mostBuckets {
		_ = l.take(fmt.Sprint(i), 1, now)
		if n := len(l.buckets.byName); n > mostBuckets || l.buckets.order.Len() != n {
			t.Fatalf("%d clients are kept, %d in order", n, l.buckets.order.Len())
		}
		if l.take("busy", 1, now) == nil {
			t.Fatalf("a client that has used its second up has another after %d others came", i+1)
		}
	}
	if l.take("old", 1, now) != nil {
		t.Error("the client that asked longest ago is remembered, and others are not")
	}
}

// asUser asks as app by HTTP, and returns the status, Retry-After and the body.
func asUser(t *testing.T, r *running, path string) string {
	t.Helper()
	q := try.Of(http.NewRequest("GET", "http://"+r.web+path, nil)).Or(t)
	q.SetBasicAuth("app", "geheim")
	answer := try.Of(http.DefaultClient.Do(q)).Or(t)
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	return fmt.Sprintf("%d %s %s", answer.StatusCode, answer.Header.Get("Retry-After"), body)
}

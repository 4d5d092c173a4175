package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"testing"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/storetest"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
)

// echo opens nothing: its error is the URL.
func echo(schemes ...string) store.Driver {
	return store.Driver{Schemes: schemes, Open: func(_ context.Context, u *url.URL, _ bool) (store.Store, error) {
		return nil, errors.New("opened " + u.String())
	}}
}

// TestOpen reads testdata/urls.txt: what is opened, and how people see it.
func TestOpen(t *testing.T) {
	drivers := []store.Driver{echo("file"), echo("redis", "rediss")}
	try.Lines(t, "testdata/urls.txt", func(text string) string {
		_, err := store.Open(t.Context(), drivers, text, false)
		if u, wrong := store.Parse(text); wrong == nil && u.Scheme != "file" {
			return fmt.Sprint(err, ", named ", store.Name(u))
		}
		return fmt.Sprint(err)
	})
}

// FuzzParse: no text makes a panic or shows more than its scheme, and what is read is written the same.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"redis://u:p@a:1,b:2/0?x=1", "file:a b", "file:", "etcd:///", ":", "x:%zz",
		"a://[::1]:2,[::2]", "a://#://000,0", "a:#://000,0", "a:x@y,z"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := store.Parse(text)
		if err != nil {
			try.Fails(t, err, store.ErrURL, "%q:", text)
			return
		}
		again, err := store.Parse(u.String())
		if err != nil || again.String() != u.String() {
			t.Errorf("%q is read as %q, then as %v, %v", text, u, again, err)
		}
	})
}

// TestSince reads testdata/lives.txt: what became of a store is told from all that it says of its life.
func TestSince(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	before := store.Incarnation{History: "h", Life: "l", Start: at, Term: 2, Revision: 5, Now: at}
	try.Lines(t, "testdata/lives.txt", func(given string) string {
		now := before
		try.Works(t, json.Unmarshal([]byte(given), &now))
		now.Now = at.Add(time.Hour)
		try.Equal(t, now.Since(&store.Incarnation{}), store.Same, "%s, the first that is seen,", given)
		return []string{"same", "restarted", "replaced"}[now.Since(&before)]
	})
}

// TestReport: a server guarantees what its weakest setting allows, and says which one to change to what.
func TestReport(t *testing.T) {
	on := store.Judge("sync", "ON", store.BestEffort, "it forgets", "on", "full")
	half := store.Judge("copies", "2", store.Conditional, "they may differ", "1", "0")
	off := store.Judge("log", "off", store.BestEffort, "it is lost", "on")
	worse := store.Judge("disk", "none", store.BestEffort, "it is gone", "one")
	try.Equal(t, on, store.Setting{Name: "sync", Value: "ON", Class: store.Proven}, "a safe setting =")
	try.Equal(t, half, store.Setting{Name: "copies", Value: "2", Class: store.Conditional, Want: "1",
		Why: "they may differ"}, "an unsafe setting =")
	for want, settings := range map[string][]store.Setting{
		"proven: all is well": {on}, "conditional: copies is 2: they may differ": {on, half},
		"best effort: log is off: it is lost": {half, off, worse, on},
	} {
		s := store.Report("DB", "id", "all is well", settings...)
		try.Equal(t, s.Engine+" "+s.Identity+", "+s.Class.String()+": "+s.Reason, "DB id, "+want, "report")
	}
}

// TestExamine: the time that loads took, and how far the store's clock is ahead of the question at least.
func TestExamine(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	loads := 0
	theirs := at.Add(12 * time.Second)
	s := &memory.Store{Clock: func() time.Time { return theirs },
		At: func(_ context.Context, method, _ string) error {
			if method == "Load" {
				if loads++; loads == 2 {
					time.Sleep(20 * time.Millisecond)
				}
			}
			return nil
		}}
	now := at
	ask := func() time.Time { now = now.Add(2 * time.Second); return now }
	e := try.Of(store.Examine(t.Context(), s, "k", 3, ask)).Or(t)
	if e.Loads != 3 || e.P99 < 20*time.Millisecond || e.Median >= e.P99 || !e.Clock || e.Ahead != 8*time.Second ||
		e.Class != store.Proven || e.Settings == nil {
		t.Errorf("%+v; want 3 loads, the longest of 20 ms or more, and a clock 8 s ahead", e)
	}
	for said, ahead := range map[time.Duration]time.Duration{3: 0, 1: -1} {
		theirs = now.Add(said * time.Second)
		try.Equal(t, try.Of(store.Examine(t.Context(), s, "k", 0, ask)).Or(t).Ahead, ahead*time.Second, "ahead:")
	}
	theirs = time.Time{}
	if e, err := store.Examine(t.Context(), s, "k", 0, ask); err != nil || e.Clock || e.Ahead != 0 {
		t.Errorf("a store without a clock: %+v, %v", e, err)
	}
	for _, silent := range []string{"Safety", "Load", "Incarnation"} {
		s.At = func(_ context.Context, method, _ string) error {
			return map[string]error{silent: memory.ErrDown}[method]
		}
		try.Of(store.Examine(t.Context(), s, "k", 1, ask)).Fails(t, memory.ErrDown, "without an answer to %s:", silent)
	}
}

// TestMemory runs the suite of stores with the one in memory, by which groups and counters are tested.
func TestMemory(t *testing.T) {
	s := &memory.Store{}
	open := func(context.Context, *url.URL, bool) (store.Store, error) { return s, nil }
	storetest.Run(t, storetest.Engine{Driver: store.Driver{Schemes: []string{"memory"}, Open: open}, URL: "memory:",
		Class: store.Proven, Clock: true, Engine: "memory", Delete: func(_ testing.TB, key string) { s.Delete(key) },
		Lives: storetest.Lives{PutBack: store.Restarted, BackUp: func(testing.TB) func() {
			kept := s.Copy()
			return func() { s.Restore(kept); s.Restart() }
		}}})
}

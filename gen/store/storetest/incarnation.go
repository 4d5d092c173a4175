package storetest

import (
	"testing"
	"time"

	"idscope/gen/store"
	"idscope/gen/testing/try"
)

// Lives is what an engine tells of its incarnations.
type Lives struct {
	Restart store.Change // after the server was started again
	PutBack store.Change // after an older copy of its data was put back, to who saw later ones

	// BackUp copies the data of a store without a server; what it returns puts them back.
	// Nil is the server's own.
	BackUp func(t testing.TB) (putBack func())
}

// incarnation: all handles of a store tell the same one, a write changes nothing, and a
// restart and an older copy of the data are told as the engine can. The identity stays.
func incarnation(t *testing.T, e Engine) {
	s := open(t, e, e.URL)
	first := lives(t, s)
	if !e.Clock != first.Now.IsZero() || e.Clock && time.Since(first.Now).Abs() > 2*time.Second {
		t.Errorf("the clock says %v; want that of this host", first.Now)
	}
	identity := identityOf(t, s)
	k := key(t, "a")
	version := mustSwap(t, s, k, "", "one")
	second := lives(t, open(t, e, e.URL))
	tells(t, "another handle, after a write", &second, &first, store.Same)
	tells(t, "nothing seen before", &second, &store.Incarnation{}, store.Same)

	if e.Server != nil {
		grown(t, s)
		e.Server.Stop()
		e.Server.Start()
		again := open(t, e, e.URL)
		now := lives(t, again)
		tells(t, "a restart", &now, &second, e.Lives.Restart)
		if got := identityOf(t, again); got != identity {
			t.Errorf("identity %q after a restart; want %q", got, identity)
		}
	}
	backUp := e.Lives.BackUp
	if backUp == nil && e.Server != nil {
		backUp = func(testing.TB) func() { return e.Server.Backup() }
	}
	if backUp == nil {
		return
	}
	s = open(t, e, e.URL)
	grown(t, s)
	putBack := backUp(t)
	s = open(t, e, e.URL)
	version = mustSwap(t, s, k, version, "two")
	mustLoad(t, s, k)
	seen := lives(t, s)
	putBack()
	s = open(t, e, e.URL)
	if v := mustLoad(t, s, k); string(v.Data) != "one" || v.Version == version {
		t.Fatalf("the copy holds %q; want what was there before", v.Data)
	}
	now := lives(t, s)
	// A server that tells its start by the second has started again too soon for that.
	if got := max(now.Since(&seen), now.Since(&first)); got != e.Lives.PutBack {
		t.Errorf("a copy put back is %v: %+v after %+v; want %v", got, now, seen, e.Lives.PutBack)
	}
}

// grown waits until a server that tells its start runs for longer than two starts may be apart
// that count as one: the clock of the server says when.
func grown(t testing.TB, s store.Store) {
	t.Helper()
	for i := lives(t, s); !i.Start.IsZero() && i.Now.Sub(i.Start) < 4*time.Second; i = lives(t, s) {
		time.Sleep(time.Second)
	}
}

func lives(t testing.TB, s store.Store) store.Incarnation {
	t.Helper()
	i := try.Of(s.Incarnation(within(t))).Or(t)
	t.Logf("%+v", i)
	return i
}

func identityOf(t testing.TB, s store.Store) string {
	t.Helper()
	x := try.Of(s.Safety(within(t))).Or(t)
	return x.Identity
}

func tells(t testing.TB, what string, now, before *store.Incarnation, want store.Change) {
	t.Helper()
	if got := now.Since(before); got != want {
		t.Errorf("%s is %v: %+v after %+v; want %v", what, got, *now, *before, want)
	}
}

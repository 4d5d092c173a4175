package storetest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// short is the time of calls that have to fail by their deadline.
const short = 400 * time.Millisecond

const wrongPassword = "wr0ng-w0rd"

// network does to the server and the way to it what goes wrong in practice.
func network(t *testing.T, e Engine) {
	for _, part := range []struct {
		name string
		run  func(*testing.T, Engine)
	}{
		{"nobody listens", nobodyListens}, {"nobody answers", nobodyAnswers},
		{"wrong password", deniedPassword},
		{"lost replies", func(t *testing.T, e Engine) { lost(t, e, (*testserver.Proxy).LoseReplies, true) }},
		{"lost requests", func(t *testing.T, e Engine) { lost(t, e, (*testserver.Proxy).LoseRequests, false) }},
		{"cut replies", cutReplies}, {"held", held},
		{"killed", killed},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, e) })
	}
}

// at is the engine's URL with another address.
func (e Engine) at(address string) string { return strings.Replace(e.URL, e.Server.Addr, address, 1) }

// briefly is a context that ends soon.
func briefly(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), short)
	t.Cleanup(cancel)
	return ctx
}

// missing: a store is made where that is asked for, once, and is one of its own.
func missing(t *testing.T, e Engine) {
	other, u := e.with(t, "prefix=other"), try.Of(url.Parse(e.URL)).Or(t)
	_, err := store.Open(within(t), []store.Driver{e.Driver}, other, false)
	try.Fails(t, err, store.ErrMissing, "open of what is not there:")
	explains(t, err, u.Host)
	a, b := open(t, e, e.URL), open(t, e, other)
	k := key(t, "a")
	version := mustSwap(t, a, k, "", "one")
	holds(t, b, k, "", "")
	mustSwap(t, b, k, "", "other")
	holds(t, a, k, "one", version)
	again := try.Of(store.Open(within(t), []store.Driver{e.Driver}, patient(other), false)).Or(t)
	try.Works(t, again.Close())
}

// nobodyListens: no server is there.
func nobodyListens(t *testing.T, e Engine) {
	address := testserver.FreeAddress(t)
	_, err := store.Open(within(t), []store.Driver{e.Driver}, e.at(address), true)
	explains(t, err, address)
	ctx := briefly(t)
	_, err = store.Open(ctx, []store.Driver{e.Driver}, e.at(address), false)
	explains(t, err, address)
}

// nobodyAnswers: what listens says nothing, as behind a firewall.
func nobodyAnswers(t *testing.T, e Engine) {
	p := testserver.NewProxy(t, e.Server.Addr)
	p.Hold()
	_, err := store.Open(briefly(t), []store.Driver{e.Driver}, e.at(p.Addr), true)
	explains(t, err, p.Addr)
}

func deniedPassword(t *testing.T, e Engine) {
	u := try.Of(url.Parse(e.URL)).Or(t)
	if u.User == nil {
		t.Skip("the server of this test has no password")
	}
	for _, create := range []bool{true, false} {
		wrong := strings.Replace(e.URL, testserver.Password, wrongPassword, 1)
		_, err := store.Open(within(t), []store.Driver{e.Driver}, wrong, create)
		explains(t, err, e.Server.Addr)
		if err != nil && !strings.Contains(err.Error(), "password") {
			t.Errorf("error %v; want the word password", err)
		}
	}
}

// lost: the server never hears of it, or it did it (done) and nobody hears of that.
func lost(t *testing.T, e Engine, lose func(*testserver.Proxy), done bool) {
	p := testserver.NewProxy(t, e.Server.Addr)
	s, direct := open(t, e, e.at(p.Addr)), open(t, e, e.URL)
	k := key(t, "a")
	one := mustSwap(t, s, k, "", "one")
	lose(p)
	v, err := s.Swap(briefly(t), k, one, []byte("two"))
	if err == nil || errors.Is(err, store.ErrConflict) || v != "" {
		t.Errorf("swap without a reply = %q, %v; want an error", v, err)
	}
	if !done || !errors.Is(err, store.ErrUnknown) { // the first reply was that of a read
		holds(t, direct, k, "one", one)
	}
	explains(t, err, p.Addr)
	for name, err := range methods(briefly(t), s, k, one) {
		if err == nil || errors.Is(err, store.ErrConflict) {
			t.Errorf("%s without a reply: %v; want an error", name, err)
		}
	}
	p.Refuse() // what was swallowed must not be sent again by the network
	p.Forward()
	after := eventually(t, s, k)
	if text := string(after.Data); text != "one" && (!done || text != "two" && text != "late") {
		t.Errorf("the key holds %q; want what was written", text)
	}
	mustSwap(t, s, k, after.Version, "three")
}

// cutReplies: each reply of a swap in turn is lost together with its connection.
// The client may connect again, but not take its own write for another's.
func cutReplies(t *testing.T, e Engine) {
	const most = 40
	p := testserver.NewProxy(t, e.Server.Addr)
	s, direct := open(t, e, e.at(p.Addr)), open(t, e, e.URL)
	k := key(t, "a")
	version := mustSwap(t, s, k, "", "0")
	unknown, whole := 0, 0
	for n := 1; whole < 2; n++ {
		if n > most {
			t.Fatalf("a swap has more than %d replies", most)
		}
		data := fmt.Sprint(n)
		p.CutReply(n)
		v, err := s.Swap(within(t), k, version, []byte(data))
		cuts := p.Cuts()
		p.Forward()
		now := eventually(t, direct, k)
		written := string(now.Data) == data
		switch {
		case err == nil && (!written || v != now.Version):
			t.Errorf("reply %d: swapped to version %q, but the key holds %q in %q", n, v, now.Data, now.Version)
		case err == nil:
		case errors.Is(err, store.ErrConflict):
			t.Errorf("reply %d: %v, where nobody else wrote; written: %v", n, err, written)
		case errors.Is(err, store.ErrUnknown):
			unknown++
		case written:
			t.Errorf("reply %d: %v, but it was written; want %v", n, err, store.ErrUnknown)
		}
		if err != nil {
			explains(t, err, p.Addr)
		}
		if whole++; cuts > 0 {
			whole = 0
		}
		version = eventually(t, s, k).Version
		if version != now.Version && !errors.Is(err, store.ErrUnknown) { // which may be written later
			t.Errorf("reply %d: version %q through the proxy, %q beside it", n, version, now.Version)
		}
	}
	t.Logf("%d of the swaps had an unknown outcome", unknown)
}

// held: a call through a network that keeps everything back ends with its context,
// and the store works on when the network does.
func held(t *testing.T, e Engine) {
	p := testserver.NewProxy(t, e.Server.Addr)
	s := open(t, e, e.at(p.Addr))
	k := key(t, "a")
	version := mustSwap(t, s, k, "", "one")
	p.Hold()
	for name, err := range methods(briefly(t), s, k, version) {
		if err == nil || errors.Is(err, store.ErrConflict) {
			t.Errorf("%s while nothing is forwarded: %v; want an error", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(short, cancel)
	for name, err := range methods(ctx, s, k, version) {
		if err == nil || errors.Is(err, store.ErrConflict) {
			t.Errorf("%s, cancelled while nothing is forwarded: %v; want an error", name, err)
		}
	}
	p.Forward()
	version = eventually(t, s, k).Version
	for { // what was held back may come between, once
		_, err := s.Swap(within(t), k, version, []byte("three"))
		if err == nil {
			return
		}
		if now := eventually(t, s, k); now.Version == version {
			t.Fatalf("swap: %v, and the version is the same", err)
		} else {
			version = now.Version
		}
	}
}

// killed: what the server confirmed is there after kill -9, and the same handle goes
// on when the server does.
func killed(t *testing.T, e Engine) {
	s := open(t, e, e.URL)
	k := key(t, "a")
	version := mustSwap(t, s, k, "", "0")
	for i := range 20 {
		version = mustSwap(t, s, k, version, fmt.Sprint(i))
	}
	before := try.Of(s.Safety(within(t))).Or(t)
	e.Server.Kill()
	for name, err := range methods(briefly(t), s, k, version) {
		explains(t, err, e.Server.Addr)
		if errors.Is(err, store.ErrConflict) {
			t.Errorf("%s of a dead server: %v", name, err)
		}
	}
	e.Server.Start()
	if v := eventually(t, s, k); string(v.Data) != "19" || v.Version != version {
		t.Errorf("after kill -9 the key holds %q in version %q; want 19 in %q", v.Data, v.Version, version)
	}
	mustSwap(t, s, k, version, "20")
	after, err := s.Safety(within(t))
	if err != nil || after.Identity != before.Identity {
		t.Errorf("identity %q before, %q after the same server was started again, %v", before.Identity, after.Identity,
			err)
	}
}

// eventually loads a key as soon as the store answers again.
func eventually(t testing.TB, s store.Store, k string) store.Value {
	t.Helper()
	ctx := within(t)
	for {
		v, err := s.Load(ctx, k)
		if err == nil {
			return v
		}
		if ctx.Err() != nil {
			t.Fatalf("load %q: %v; want the store to work again", k, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}

package etcd_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	client "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"

	"idscope/gen/store"
	"idscope/gen/store/etcd"
	"idscope/gen/store/storetest"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

func TestSuite(t *testing.T) {
	t.Parallel()
	what := "the suite of stores"
	s := testserver.Etcd(t, what)
	c := testserver.NewCertificates(t)
	secure := testserver.EtcdTLS(t, what, c).URL
	direct := try.Of(client.New(client.Config{Endpoints: []string{s.Addr}, Username: "root", Password: testserver.Password,
		Logger: zap.NewNop()})).Or(t)
	t.Cleanup(func() { _ = direct.Close() })
	storetest.Run(t, storetest.Engine{Driver: etcd.Driver, URL: s.URL, Server: s, Class: store.Proven, Clock: true,
		Engine: "etcd 3.",
		Lives:  storetest.Lives{Restart: store.Same, PutBack: store.Replaced}, Secure: secure + "?ca=" + c.CA,
		Distrusted: secure + "?ca=" + c.OtherCA, Delete: func(t testing.TB, key string) {
			if done, err := direct.Delete(context.Background(), "idscope/"+key); err != nil || done.Deleted != 1 {
				t.Fatalf("delete %q: %v, %v", key, done, err)
			}
		}})
}

// TestSafety: a server that does not sync its log is seen to.
func TestSafety(t *testing.T) {
	t.Parallel()
	s := testserver.Etcd(t, "what the doctor says of etcd without fsync", "--unsafe-no-fsync")
	opened := storetest.Open(t, etcd.Driver, s.URL)
	if safety, err := opened.Safety(t.Context()); err != nil || safety.Class != store.BestEffort {
		t.Errorf("Safety = %+v, %v; want best effort", safety, err)
	}
}

// TestCluster: a cluster of three keeps what it confirmed, and goes on, while its
// leader is cut off and then killed. Who is cut off answers nothing, rather than
// what is old.
func TestCluster(t *testing.T) {
	t.Parallel()
	c := testserver.NewEtcdCluster(t, "a leader that is cut off, and one that is killed")
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute) // only a cluster that hangs takes that long
	defer cancel()
	s := openStore(ctx, t, c.URL+"?timeout=2s")
	const key = "w/1"
	advance(ctx, t, s, key, 1)

	i, number := leader(ctx, t, c)
	c.Isolate(i, number)
	advance(ctx, t, s, key, 2)
	alone := openUnchecked(t, c.Members[i])
	short, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	if got, err := alone.Get(short, "idscope/"+key); err == nil {
		t.Errorf("a leader that is cut off answers %v; want an error", got.Kvs)
	}
	advance(ctx, t, s, key, 3)
	c.Heal()
	advance(ctx, t, s, key, 4)

	i, _ = leader(ctx, t, c)
	c.Members[i].Kill()
	advance(ctx, t, s, key, 5)
	safety, err := s.Safety(ctx)
	for err != nil && ctx.Err() == nil { // 2 s may have passed on a machine that does much else
		safety, err = s.Safety(ctx)
	}
	if err != nil || safety.Class != store.Proven {
		t.Errorf("Safety with a member down = %+v, %v; want proven", safety, err)
	}
	c.Members[i].Start()
	advance(ctx, t, s, key, 6)
}

func openStore(ctx context.Context, t *testing.T, url string) store.Store {
	t.Helper()
	s, err := store.Open(ctx, []store.Driver{etcd.Driver}, url, true)
	for err != nil && ctx.Err() == nil {
		s, err = store.Open(ctx, []store.Driver{etcd.Driver}, url, true)
	}
	try.Works(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// openUnchecked is a client of one member alone.
func openUnchecked(t *testing.T, s *testserver.Server) *client.Client {
	t.Helper()
	c := try.Of(client.New(client.Config{Endpoints: []string{s.Addr}, Logger: zap.NewNop()})).Or(t)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// advance writes n where n-1 has to be, however often it has to be tried; only this
// test writes.
func advance(ctx context.Context, t *testing.T, s store.Store, key string, n int) {
	t.Helper()
	before, data := fmt.Sprint(n-1), fmt.Sprint(n)
	if n == 1 {
		before = ""
	}
	for ctx.Err() == nil {
		v, err := s.Load(ctx, key)
		if err != nil {
			continue
		}
		if string(v.Data) == data {
			return
		}
		if string(v.Data) != before {
			t.Fatalf("the key holds %q before %q is written; want %q", v.Data, data, before)
		}
		if _, err := s.Swap(ctx, key, v.Version, []byte(data)); errors.Is(err, store.ErrConflict) {
			t.Logf("a write whose outcome was unknown was made later: %v", err)
		}
	}
	t.Fatalf("%q was not written in time", data)
}

// leader is the member that leads, and its number.
func leader(ctx context.Context, t *testing.T, c *testserver.EtcdCluster) (i int, number uint64) {
	t.Helper()
	for ctx.Err() == nil {
		for i, s := range c.Members {
			status, err := openUnchecked(t, s).Status(ctx, s.Addr)
			if err == nil && status.Leader == status.Header.MemberId {
				return i, status.Leader
			}
		}
	}
	t.Fatal("no leader in time")
	return 0, 0
}

package etcd_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	client "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"

	"idscope/gen/store"
	"idscope/gen/store/etcd"
	"idscope/gen/store/etcd/etcdtest"
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

// TestSuiteOfFake runs the suite without a server: the calls are those that TestSuite makes of a real one.
func TestSuiteOfFake(t *testing.T) {
	s := etcdtest.New(t)
	storetest.Run(t, storetest.Engine{Driver: etcd.Driver, URL: "etcd://" + s.Addr, Class: store.Proven, Clock: true,
		Engine: "etcd", Delete: func(t testing.TB, key string) {
			try.Need(t, s.Delete("idscope/"+key), true, "the key is there:")
		}})
}

// TestPutBackValue: a key that was put back holds another value at the revision that was loaded: nothing is written.
func TestPutBackValue(t *testing.T) {
	s := etcdtest.New(t)
	db := storetest.Open(t, etcd.Driver, "etcd://"+s.Addr)
	for _, key := range []string{"k", "other"} {
		try.Of(db.Swap(t.Context(), key, "", []byte(key))).Or(t)
	}
	v := try.Of(db.Load(t.Context(), "k")).Or(t)
	s.PutBack("idscope/k", "idscope/other")
	try.Of(db.Swap(t.Context(), "k", v.Version, nil)).Fails(t, store.ErrConflict, "swap =")
}

// TestOldToken: a call whose token is no longer known is made again, after a new login.
func TestOldToken(t *testing.T) {
	s := etcdtest.New(t)
	db := storetest.Open(t, etcd.Driver, "etcd://user:secret@"+s.Addr)
	for _, old := range []error{rpctypes.ErrGRPCInvalidAuthToken, rpctypes.ErrGRPCAuthOldRevision, rpctypes.ErrGRPCUserEmpty} {
		token := old
		s.Served(func(method string) error {
			if method == "Authenticate" {
				token = nil
			}
			return token
		})
		_, err := db.Load(t.Context(), "k")
		try.Works(t, err)
	}
}

// TestHungMember: a member that takes connections and says nothing stops no lease, and is told of.
func TestHungMember(t *testing.T) {
	t.Parallel()
	hung := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	defer hung.Close()
	s := openStore(t.Context(), t, fmt.Sprintf("etcd://%s,%s?timeout=2s", hung.Addr(), etcdtest.New(t).Addr))
	if i, err := s.Incarnation(t.Context()); err != nil || i.Now.IsZero() {
		t.Errorf("Incarnation = %+v, %v; want the clock of the other", i, err)
	}
	x, err := s.Safety(t.Context())
	try.Contains(t, fmt.Sprint(x, err), "member "+hung.Addr().String()+" does not answer", "Safety =")
}

// TestGroup: one member leads, until it hands over or its lease ends, and writes until then alone.
func TestGroup(t *testing.T) {
	ctx := t.Context()
	g := try.Of(etcd.OpenGroup(ctx, try.Of(store.Parse("etcd://"+etcdtest.New(t).Addr)).Or(t), "g", 0)).Or(t)
	defer g.Close()
	var ids [2]string
	for i := range ids {
		ids[i] = try.Of(g.Join(ctx, etcd.Member{Address: fmt.Sprint(i)}, time.Minute)).Or(t)
	}
	read := func() etcd.View {
		t.Helper()
		return try.Of(g.Read(ctx)).Or(t)
	}
	try.Works(t, errors.Join(g.Campaign(ctx, ids[0]), g.Campaign(ctx, ids[1])))
	first := read()
	try.Equal(t, first.Leader.ID, ids[0], "of two that want to lead the first does:")
	version := try.Of(g.Swap(ctx, first.Epoch, "value/k", "", []byte("one"))).Or(t)
	try.Of(g.HandOver(ctx, first.Epoch, ids[1])).Is(t, true, "handed over")
	next := read()
	try.Equal(t, next.Leader.ID, ids[1], "then the other leads:")
	try.Of(g.HandOver(ctx, first.Epoch, ids[0])).Is(t, false, "handed over by the first once more")
	try.Of(g.Swap(ctx, first.Epoch, "value/k", version, nil)).Fails(t, etcd.ErrFenced, "written by the first =")
	try.Of(g.Swap(ctx, next.Epoch, "value/k", version, nil)).Or(t)
	_, err := g.Swap(ctx, 0, "value/k", version, nil)
	if !errors.Is(err, store.ErrConflict) || errors.Is(err, etcd.ErrFenced) {
		t.Errorf("written by who does not lead: %v; want a conflict", err)
	}
	try.Works(t, g.Leave(ctx, ids[1]))
	try.Equal(t, read().Epoch, 0, "after its lease the epoch is")
	try.Fails(t, g.Keep(ctx, ids[1]), etcd.ErrLost, "a lease that was given up:")
}

// TestSafety: a server that does not sync its log is seen to.
func TestSafety(t *testing.T) {
	t.Parallel()
	s := testserver.Etcd(t, "what the doctor says of etcd without fsync", "--unsafe-no-fsync")
	opened := storetest.Open(t, etcd.Driver, s.URL)
	storetest.Until(t, opened, store.BestEffort, "unsafe-no-fsync")
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

// advance writes n where n-1 has to be, however often it has to be tried; only this test writes.
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

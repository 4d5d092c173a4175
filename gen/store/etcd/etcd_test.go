package etcd_test

import (
	"context"
	"testing"

	client "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"

	"idscope/gen/store"
	"idscope/gen/store/etcd"
	"idscope/gen/store/storetest"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

func TestSuite(t *testing.T) {
	what := "the suite of stores"
	s := testserver.Etcd(t, what)
	c := testserver.NewCertificates(t)
	secure := testserver.EtcdTLS(t, what, c).URL
	direct := try.Of(client.New(client.Config{Endpoints: []string{s.Addr}, Username: "root", Password: testserver.Password,
		Logger: zap.NewNop()})).Or(t)
	t.Cleanup(func() { _ = direct.Close() })
	storetest.Run(t, storetest.Engine{Driver: etcd.Driver{}, URL: s.URL, Server: s, Class: store.Proven, Clock: true,
		Engine: "etcd 3.",
		Lives:  storetest.Lives{Restart: store.Same, PutBack: store.Replaced}, Secure: secure + "?ca=" + c.CA, Distrusted: secure + "?ca=" + c.OtherCA,
		Delete: func(t testing.TB, key string) {
			if done, err := direct.Delete(context.Background(), "idscope/"+key); err != nil || done.Deleted != 1 {
				t.Fatalf("delete %q: %v, %v", key, done, err)
			}
		}})
}

// TestSafety: a server that does not sync its log is seen to.
func TestSafety(t *testing.T) {
	s := testserver.Etcd(t, "what the doctor says of etcd without fsync", "--unsafe-no-fsync")
	opened := storetest.Open(t, etcd.Driver{}, s.URL)
	if safety, err := opened.Safety(t.Context()); err != nil || safety.Class != store.BestEffort {
		t.Errorf("Safety = %+v, %v; want best effort", safety, err)
	}
}

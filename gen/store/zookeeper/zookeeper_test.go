package zookeeper_test

import (
	"net/url"
	"testing"
	"time"

	client "github.com/go-zookeeper/zk"

	"idscope/gen/store"
	"idscope/gen/store/storetest"
	"idscope/gen/store/testserver"
	"idscope/gen/store/zookeeper"
	"idscope/gen/testing/try"
)

func TestSuite(t *testing.T) {
	t.Parallel()
	what := "the suite of stores"
	s := testserver.ZooKeeper(t, what)
	c := testserver.NewCertificates(t)
	secure := testserver.ZooKeeperTLS(t, what, c).URL
	direct, _, err := client.Connect([]string{s.Addr}, time.Minute, client.WithLogInfo(false))
	try.Works(t, err)
	try.Works(t, direct.AddAuth("digest", []byte("idscope:"+testserver.Password)))
	t.Cleanup(direct.Close)
	storetest.Run(t, storetest.Engine{Driver: zookeeper.Driver, URL: s.URL, Server: s, Class: store.Proven, Clock: true,
		Engine: "ZooKeeper 3.",
		Lives:  storetest.Lives{Restart: store.Same, PutBack: store.Replaced}, Secure: secure + "?ca=" + c.CA,
		Distrusted: secure + "?ca=" + c.OtherCA, Delete: func(t testing.TB, key string) {
			if err := direct.Delete("/idscope/"+url.PathEscape(key), -1); err != nil {
				t.Fatalf("delete %q: %v", key, err)
			}
		}})
}

// TestSafety: a server that does not sync its log is seen to, and one that does not tell is not trusted.
func TestSafety(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]store.Class{"forceSync=no": store.BestEffort,
		"4lw.commands.whitelist=srvr": store.Conditional} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			s := testserver.ZooKeeper(t, "what the doctor says of ZooKeeper with "+setting, setting)
			opened := storetest.Open(t, zookeeper.Driver, s.URL)
			storetest.Until(t, opened, want, "forceSync")
		})
	}
}

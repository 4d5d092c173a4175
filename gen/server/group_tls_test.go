package server

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestGroupTLS: a group whose servers and etcd speak TLS only. A cluster client is sent from
// one to the other, tables name ports of TLS, HTTP is sent on as HTTPS, and a server that
// etcd's authority did not sign is not believed.
func TestGroupTLS(t *testing.T) {
	const what = "a group of servers with TLS"
	testserver.Demanded(t, what)
	logging.Disable()
	certs := testserver.NewCertificates(t)
	etcd := testserver.EtcdTLS(t, what, certs)
	file := longLease + fmt.Sprintf("[tls]\ncertificate = %q\nkey = %q\n", certs.Cert, certs.Key)
	a, b := startMember(t, etcd.URL+"?ca="+certs.CA, file), startMember(t, etcd.URL+"?ca="+certs.CA, file)
	pem := try.Of(os.ReadFile(certs.CA)).Or(t)
	trust := &tls.Config{RootCAs: x509.NewCertPool()}
	trust.RootCAs.AppendCertsFromPEM(pem)
	c := redis.NewClusterClient(&redis.ClusterOptions{Addrs: []string{a.resp, b.resp}, TLSConfig: trust,
		ClusterStateReloadInterval: time.Second})
	defer c.Close()
	last := int64(0)
	next := func(when string) {
		t.Helper()
		id, err := c.Incr(t.Context(), "sequence").Result()
		for end := time.Now().Add(patience); err != nil && time.Now().Before(end); {
			id, err = c.Incr(t.Context(), "sequence").Result()
		}
		if err != nil || id <= last {
			t.Fatalf("%s: %d, %v; want more than %d", when, id, err, last)
		}
		last = id
	}
	ask := func(r *running, words ...string) string {
		t.Helper()
		conn := try.Of(tls.Dial("tcp", r.resp, trust)).Or(t)
		defer conn.Close()
		return (&wire{conn, t, bufio.NewReader(conn)}).ask(words...)
	}
	next("at first")
	leader, standby := a, b
	if moved := ask(a, "INCR", "sequence"); strings.HasPrefix(moved, "-MOVED ") {
		leader, standby = b, a
		if !strings.HasSuffix(moved, " "+b.resp) {
			t.Errorf("the standby says %q; want the address of %s", moved, b.resp)
		}
	}
	for _, r := range []*running{a, b} {
		_, port, _ := net.SplitHostPort(r.resp)
		if got := ask(standby, "CLUSTER", "SHARDS"); !strings.Contains(got, " tls-port "+port+" ") {
			t.Errorf("CLUSTER SHARDS is %q; want tls-port %s", got, port)
		}
	}
	web := http.Client{Transport: &http.Transport{TLSClientConfig: trust}}
	defer web.CloseIdleConnections()
	got, err := web.Post("https://"+standby.web+"/v1/ids?generator=sequence", "", nil)
	if err != nil || got.StatusCode != http.StatusOK || got.Request.URL.Host != leader.web {
		t.Errorf("HTTP at the standby: %v, %+v; want to be sent on to https://%s", err, got, leader.web)
	}
	if err == nil {
		_ = got.Body.Close()
	}
	if got := ask(standby, "CLUSTER", "FAILOVER"); got != "OK" {
		t.Fatalf("CLUSTER FAILOVER said %q", got)
	}
	next("handed over")
	standby.stop()
	next("told to end")
	try.Contains(t, tryMember(t, etcd.URL+"?ca="+certs.OtherCA), "certificate",
		"with another authority a server says")
}

package server

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/server/service"
	"idscope/gen/store"
	"idscope/gen/store/etcd/etcdtest"
	filestore "idscope/gen/store/file"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// startMember starts a server of a group.
func startMember(t *testing.T, url, file string) *running {
	t.Helper()
	r := startIn(t, t.TempDir(), file, func(o *service.Options) { o.Cluster = url })
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the log of %s:\n%s", r.resp, r.log.String())
		}
	})
	return r
}

// longLease is of servers that a test asks and does not end: a machine that is busy is no reason
// for another to lead meanwhile.
const longLease = "[cluster]\nttl = \"1m\"\n"

// follow asks as a cluster client does: where it is sent, until it is answered.
func follow(t *testing.T, address string, words ...string) (reply, from string) {
	t.Helper()
	try.Await(t, fmt.Sprintf("an answer to %q", words), func() bool {
		reply, from = dial(t, address).ask(words...), address
		if strings.HasPrefix(reply, "-MOVED ") {
			address = strings.Fields(reply)[2]
		}
		return !strings.HasPrefix(reply, "-MOVED ") && !strings.HasPrefix(reply, "-CLUSTERDOWN ")
	})
	return reply, from
}

// TestTwoServers: one of two servers leads, which speak TLS only: the other sends clients there, tables name ports of
// TLS, and HTTP is sent on as HTTPS. An etcd that its authority did not sign is not believed.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	certs := testserver.NewCertificates(t)
	t.Run("in memory", func(t *testing.T) { twoServers(t, certs, "etcd://"+etcdtest.New(t).Addr) })
	t.Run("etcd", func(t *testing.T) {
		const what = "two servers of which one leads, with TLS"
		testserver.Demanded(t, what)
		url := testserver.EtcdTLS(t, what, certs).URL
		twoServers(t, certs, url+"?ca="+certs.CA)
		o := optionsOf(&running{log: &lockedBuffer{}}, t.TempDir())
		o.Cluster = url + "?ca=" + certs.OtherCA
		try.Of(New(t.Context(), o)).Says(t, "certificate", "with another authority a server says")
	})
}

func twoServers(t *testing.T, certs testserver.Certificates, url string) {
	file := longLease + tlsFile(certs)
	leader, standby := startMember(t, url, file), startMember(t, url, file)
	trust := trusting(t, certs)
	ask := func(r *running, words ...string) string {
		t.Helper()
		conn := try.Of(tls.Dial("tcp", r.resp, trust)).Or(t)
		defer conn.Close()
		return (&wire{conn, t, bufio.NewReader(conn)}).ask(words...)
	}
	try.Await(t, "a leader", func() bool {
		if strings.HasPrefix(ask(leader, "INCR", "sequence"), "-MOVED ") {
			leader, standby = standby, leader
		}
		return !strings.HasPrefix(ask(leader, "INCR", "sequence"), "-")
	})
	var moved string
	try.Await(t, "the other to know", func() bool {
		moved = ask(standby, "INCR", "sequence")
		return strings.HasPrefix(moved, "-MOVED ")
	})
	try.Equal(t, strings.HasSuffix(moved, " "+leader.resp), true, "%q has the address of %s:", moved, leader.resp)
	for _, r := range []*running{leader, standby} {
		_, port, _ := net.SplitHostPort(r.resp)
		try.Contains(t, ask(standby, "CLUSTER", "SHARDS"), " tls-port "+port+" ", "CLUSTER SHARDS is")
	}
	web := http.Client{Transport: &http.Transport{TLSClientConfig: trust}}
	defer web.CloseIdleConnections()
	got, err := web.Post("https://"+standby.web+"/v1/ids?generator=sequence", "", nil)
	if err != nil || got.StatusCode != http.StatusOK || got.Request.URL.Host != leader.web {
		t.Fatalf("HTTP at the standby: %v, %+v; want to be sent on to https://%s", err, got, leader.web)
	}
	_ = got.Body.Close()
}

// telling is a clock that tells of each sleep before it begins.
type telling struct {
	gen.Clock
	of func(time.Duration)
}

// Sleep implements [gen.Clock].
func (c *telling) Sleep(ctx context.Context, d time.Duration) error {
	c.of(d)
	return c.Clock.Sleep(ctx, d)
}

// TestLeave: a leader that is told to end lets another lead, which goes on where it ended, and sends its clients there.
func TestLeave(t *testing.T) {
	url, told := "etcd://"+etcdtest.New(t).Addr, ""
	r := newRunningIn(t, t.TempDir(), longLease, func(o *service.Options) { o.Cluster = url })
	w := r.dial()
	r.cluster.clock = &telling{r.cluster.clock, func(d time.Duration) {
		if d == tellFor/100 && told == "" { // it waits for its clients
			told = w.ask("INCR", "sequence")
			w.Close()
		}
	}}
	r.serve()
	try.Equal(t, w.ask("INCR", "sequence"), "1", "INCR =")
	file := longLease + "announce = \"file.example:7\"\nstore = \"redis://a\"\n" // which counts for less
	next := startIn(t, t.TempDir(), file, func(o *service.Options) { o.Cluster, o.Announce = url, "ids.example:7" })
	try.Await(t, "another to be known", func() bool { return strings.Contains(w.ask("CLUSTER", "INFO"), "nodes:2") })
	try.Works(t, r.stop())
	try.Equal(t, told, "-MOVED 2990 ids.example:7", "a client is told")
	try.Await(t, "the other to know that it leads", func() bool {
		told = next.dial().ask("INCR", "sequence")
		return !strings.HasPrefix(told, "-MOVED")
	})
	try.Equal(t, told, "2", "then INCR =")
}

// TestHandedOver: while another is asked to lead, nobody sends clients to the one that leads still: it sends them on.
func TestHandedOver(t *testing.T) {
	c := newSeenGroup(t, 3).list[1]
	v := c.view
	for i, says := range []string{"another server leads; ask 127.0.0.1:1", "context canceled", "context canceled"} {
		v.Wanted = v.Members[i].ID
		c.setView(v)
		try.Of(c.lead(hurried())).Says(t, says, "where the server of port %d is to lead, others say", i+1)
	}
}

// TestCheckGroup reads testdata/group.txt: a file is checked with generators of each kind, also those that no leader is
// needed for.
func TestCheckGroup(t *testing.T) {
	try.Lines(t, "testdata/group.txt", func(given string) string {
		before, text, _ := strings.Cut(strings.NewReplacer("|", "\n", "HASH", published).Replace(given), " THEN ")
		changes, err := Engine{}.CheckGroup("group.toml", []byte(text), []byte(before),
			service.Options{Scheme: schemeOf, Stores: []store.Driver{filestore.Driver}})
		return fmt.Sprint(changes, err)
	})
}

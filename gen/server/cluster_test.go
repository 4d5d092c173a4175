package server

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"idscope/gen/server/service"
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

// tryMember is why no server of a group starts.
func tryMember(t *testing.T, url string) string {
	t.Helper()
	r, err := New(t.Context(), service.Options{Listen: "127.0.0.1:0", HTTP: "none", Scheme: schemeOf,
		Hold: testHold(t.TempDir()), Log: io.Discard, Cluster: url})
	if err == nil {
		_ = r.close()
		t.Fatal("a server starts; want it refused")
	}
	return err.Error()
}

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

// TestTwoServers: one of two servers leads, which speak TLS only, as their etcd does: the other sends clients there,
// tables name ports of TLS, and HTTP is sent on as HTTPS. A server that etcd's authority did not sign is not believed.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	const what = "two servers of which one leads, with TLS"
	testserver.Demanded(t, what)
	certs := testserver.NewCertificates(t)
	etcd := testserver.EtcdTLS(t, what, certs)
	file := longLease + tlsFile(certs)
	leader, standby := startMember(t, etcd.URL+"?ca="+certs.CA, file), startMember(t, etcd.URL+"?ca="+certs.CA, file)
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
	if !strings.HasSuffix(moved, " "+leader.resp) {
		t.Errorf("the standby says %q; want the address of %s", moved, leader.resp)
	}
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
	try.Contains(t, tryMember(t, etcd.URL+"?ca="+certs.OtherCA), "certificate",
		"with another authority a server says")
}

// TestGroupFile: the file of a group is in force in every server when it is written, and no more when it is gone.
func TestGroupFile(t *testing.T) {
	s := testserver.Etcd(t, "a file that servers share")
	t.Setenv("ETCDCTL_API", "3")
	members := []*running{startMember(t, s.URL, longLease), startMember(t, s.URL, longLease)}
	first, _ := follow(t, members[0].resp, "INCR", "sequence")
	write := func(strangers bool, args ...string) {
		t.Helper()
		args = append([]string{"--endpoints=" + s.Addr, "--user=root:" + testserver.Password}, args...)
		run(t, program(t, "etcdctl"), args...)
		for _, r := range members {
			try.Await(t, r.resp+" to take the file", func() bool {
				return strings.HasPrefix(r.dial().ask("INCR", "sequence"), "-NOAUTH") != strangers
			})
		}
	}
	const key = "idscope/servers/default/file"
	write(false, "put", key, userFile(t, "app", "geheim", "generate = [\"orders\"]"))
	write(true, "del", key)
	if next, _ := follow(t, members[1].resp, "INCR", "sequence"); first != "1" || next == first || next[0] == '-' {
		t.Errorf("%s follows %s; want 1, and more than 1", next, first)
	}
}

// TestCheckGroup: a file is checked with generators of each kind, also those that no leader is needed for.
func TestCheckGroup(t *testing.T) {
	const before = "[generators.a]\nscheme = \"ulid\"\n[generators.old]\nscheme = \"ulid\"\n[generators.b]\n" +
		"scheme = \"snowflake\"\n[users.u]\npassword = \"" + published + "\"\n[limits]\nstalled = \"1s\"\n"
	text := "max_age = \"1s\"\n[generators.a]\nscheme = \"uuidv4\"\n[generators.b]\nscheme = \"snowflake\"\n" +
		"[generators.c]\nscheme = \"nanoid\"\n[generators.d]\nlayout = \"time:41 shard:8 seq:14\"\nset = { shard = 200 }\n"
	changes, err := Engine{}.CheckGroup("group.toml", []byte(text), []byte(before), schemeOf)
	try.Works(t, err)
	try.Equal(t, fmt.Sprint(changes), "[{generators.a changed} {generators.c added} {generators.d added} "+
		"{generators.old removed} {users.u removed} {max_age added} {limits removed}]", "the text is")
	changes, err = Engine{}.CheckGroup("group.toml", []byte("[generators.b]\nscheme = \"ulid\"\n"), []byte("x"), schemeOf)
	if err != nil || fmt.Sprint(changes) != "[{generators.b added}]" { // no server took what is wrong
		t.Errorf("after what is wrong: %v, %v", changes, err)
	}
	const e = "[generators.e]\n"
	for text, want := range map[string]string{"listen = \":1\"\n": "group.toml: it has addresses, tls or cluster",
		e + "scheme = \"no\"\n": "group.toml: generator e: scheme \"no\" is unknown",
		e + "layout = \"shard:8 seq:14\"\nset = { shard = 256 }\n": "group.toml: generator e: "} {
		try.Of(Engine{}.CheckGroup("group.toml", []byte(text), nil, schemeOf)).Says(t, want, "%q:", text)
	}
}

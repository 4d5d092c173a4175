package zookeeper

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	client "github.com/go-zookeeper/zk"

	"idscope/gen/store"
	"idscope/gen/store/storetest"
	"idscope/gen/store/target"
	"idscope/gen/testing/try"
)

// TestExplain: a write is sent again only where it was certainly not done.
func TestExplain(t *testing.T) {
	storetest.Explain(t, explain, func(given string) error {
		return map[string]error{"auth": client.ErrAuthFailed, "rights": client.ErrNoAuth, "acl": client.ErrInvalidACL,
			"none": client.ErrNoServer, "closed": client.ErrConnectionClosed, "expired": client.ErrSessionExpired}[given]
	})
}

// TestValues reads testdata/values.txt: which nodes keys have, which URLs are refused, in which order hosts are tried,
// and how far a member is trusted by its count of syncs and its state before and after a write.
func TestValues(t *testing.T) {
	try.Lines(t, "testdata/values.txt", func(given string) (text string) {
		what, with, _ := strings.Cut(given, " ")
		words := strings.Fields(with)
		switch what {
		case "version":
			var n node
			n.stat = &client.Stat{}
			try.Of(fmt.Sscan(with, &n.stat.Czxid, &n.stat.Version, &n.data)).Or(t)
			return string(n.value().Version)
		case "node":
			return (&ensemble{root: "/idscope"}).path(with)
		case "url":
			_, err := open(t.Context(), try.Of(store.Parse(with)).Or(t), true)
			return fmt.Sprint(err)
		case "hosts":
			m := &members{hosts: words[:2]}
			for _, word := range words[2:] {
				if word == "connected" {
					m.Connected()
					continue
				}
				host, again := m.Next()
				text += fmt.Sprintf("%s %t ", host, again)
			}
			return text
		}
		said := func(words []string) map[string]string { return map[string]string{syncs: words[0], state: words[1]} }
		words = strings.Fields(strings.ReplaceAll(with, "-", ""))
		return fmt.Sprint(judge("h", said(strings.Split(words[0], ",")), said(strings.Split(words[1], ","))))
	})
}

// TestHungMember: a member that takes connections and says nothing is left for the next, and holds up no report.
func TestHungMember(t *testing.T) {
	t.Parallel()
	hung := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	defer hung.Close()
	u := try.Of(store.Parse("zk://" + hung.Addr().String() + ",other?timeout=1s")).Or(t)
	e := &ensemble{t: try.Of(target.Parse(u, "ZooKeeper", "2181")).Or(t)}
	c := try.Of(e.dial("tcp", e.t.Hosts[0], time.Minute)).Or(t).(*connection)
	defer c.Close()
	try.Equal(t, c.share, time.Second/2, "the first word is waited for")
	c.share = 1
	_, err := c.Read(make([]byte, 1))
	try.Fails(t, err, os.ErrDeadlineExceeded, "a read of nothing:")
	try.Equal(t, c.share, 0, "then each word is waited for as the client says:")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	_, _ = e.monitor(ctx, e.t.Hosts[0])
	try.Works(t, ctx.Err())
}

package zookeeper

import (
	"errors"
	"testing"

	client "github.com/go-zookeeper/zk"

	"idscope/gen/store/target"
	"idscope/gen/testing/try"
)

// TestVersion: of nodes that were made and written in the same steps, as after a backup was put back, the version tells
// those apart that hold another value.
func TestVersion(t *testing.T) {
	version := func(stat client.Stat, data string) string { return string(node{[]byte(data), &stat}.value().Version) }
	at := client.Stat{Czxid: 7, Version: 3}
	for i, other := range []string{version(at, "b"), version(client.Stat{Czxid: 8, Version: 3}, "a"),
		version(client.Stat{Czxid: 7, Version: 4}, "a"), string(node{}.value().Version)} {
		try.Equal(t, other == version(at, "a"), false, "node %d has the version of another:", i)
	}
}

// TestExplain: a write is sent again only where it was certainly not done.
func TestExplain(t *testing.T) {
	for err, want := range map[error]target.Kind{client.ErrNoAuth: target.Denied, client.ErrNoServer: target.Again,
		target.ErrUnsent: target.Again, client.ErrConnectionClosed: target.Lost, client.ErrSessionExpired: target.Lost,
		errors.New("reset by peer"): target.Lost} {
		try.Equal(t, explain(err).Kind, want, "%v is", err)
	}
}

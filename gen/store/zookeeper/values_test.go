package zookeeper

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	client "github.com/go-zookeeper/zk"

	"idscope/gen/store"
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
	for err, want := range map[error]target.Kind{client.ErrNoAuth: target.Denied, client.ErrAuthFailed: target.Denied,
		client.ErrInvalidACL: target.Again, client.ErrNoServer: target.Again,
		target.ErrUnsent: target.Again, client.ErrConnectionClosed: target.Lost, client.ErrSessionExpired: target.Lost,
		errors.New("reset by peer"): target.Lost} {
		try.Equal(t, explain(err).Kind, want, "%v is", err)
	}
}

// TestValues reads testdata/values.txt: which nodes keys have, which URLs are refused, in which order hosts are tried,
// and how far a member is trusted by its count of syncs and its state before and after a write.
func TestValues(t *testing.T) {
	try.Lines(t, "testdata/values.txt", func(given string) (text string) {
		what, with, _ := strings.Cut(given, " ")
		words := strings.Fields(with)
		switch what {
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

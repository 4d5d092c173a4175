//go:build unix

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"

	"idscope/gen/store/etcd/etcdtest"
	"idscope/gen/testing/try"
)

// TestCalls records what calls say that need no real server: their lines, those of stderr, and the exit status.
func TestCalls(t *testing.T) {
	h, etcd, redis := newHost(t), etcdtest.New(t).Addr, miniredis.RunT(t).Addr()
	there := strings.NewReplacer("ETCD", etcd, "REDIS", redis, "DIR", h.dir, "NOON", noon())
	back := strings.NewReplacer("\n", " / ", etcd, "ETCD", redis, "REDIS", h.dir, "DIR", noon(), "NOON")
	try.Lines(t, "testdata/calls.txt", func(given string) string {
		said, failed, status := h.inside(strings.Fields(there.Replace(given))...)
		return back.Replace(fmt.Sprintf("%s%s= %d", strings.Join(append(said, ""), "\n"), failed, status))
	})
}

//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"idscope/gen/store/etcd/etcdtest"
	"idscope/gen/testing/try"
)

// TestGroupPut: a group's file is compared with that in force, and what it changes is told.
func TestGroupPut(t *testing.T) {
	h, at, file := newHost(t), "etcd://"+etcdtest.New(t).Addr, filepath.Join(t.TempDir(), "serve.toml")
	for _, put := range [][2]string{{"orders", "added    generators.orders"},
		{"bills", "added    generators.bills, removed  generators.orders"}} {
		try.Works(t, os.WriteFile(file, []byte("generators."+put[0]+".scheme = \"ulid\"\n"), 0o600))
		said, errors, _ := h.inside("serve", "group", "put", file, "--replace", "--cluster", at)
		try.Equal(t, strings.Join(said, ", ")+errors, put[1], "put of %s says", put[0])
	}
}

//go:build unix

package main

import (
	"strings"
	"syscall"
	"testing"

	"idscope/gen/server/client"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestServeLeaves: a generator that the file does not name any more leaves no connection
// to the store that granted its number.
func TestServeLeaves(t *testing.T) {
	store := testserver.Redis(t, "whether a server that reads its file again leaves connections behind")
	redis := connect(t, store.Addr)
	connections := func() int { return strings.Count(redis.ClientList(t.Context()).Val(), "\n") }
	const users, orders = "[generators.users]\nscheme = \"ulid\"\n", "[generators.orders]\nscheme = \"snowflake\"\n"
	before := connections()
	t.Setenv("GOGC", "off") // or a collection closes them
	s := serve(newHost(t), users, "--store", store.URL, "--create")
	c := client.New("unix:"+s.socket, client.Options{})
	defer c.Close()
	for _, text := range []string{users + orders, users} {
		s.write(text)
		_ = s.process.Process.Signal(syscall.SIGHUP)
		try.Await(t, "the file to be taken", func() bool {
			_, err := c.Fetch(t.Context(), "orders", "", 1)
			return (err == nil) == (text != users)
		})
	}
	try.Await(t, "the connections to end", func() bool { return connections() <= before })
}

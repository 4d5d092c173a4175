//go:build unix

package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestCountersOnReplicas: a standby and a replica are refused in one line, for the user of an
// application too, and nothing is lost by that: the primary goes on with the next number.
func TestCountersOnReplicas(t *testing.T) {
	testserver.Demanded(t, "a hot standby of PostgreSQL and a replica of MariaDB")
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		primary := testserver.Postgres(t, "counters and a hot standby")
		ids := started(t, primary.URL)
		standby := testserver.PostgresStandby(t, "counters on a hot standby", primary)
		onReplica(t, standby.URL, "it is a standby, or read only")
		both := strings.Replace(primary.URL, "@", "@"+standby.Addr+",", 1)
		ids.next(both)
		ids.next(primary.URL)
	})
	t.Run("MariaDB", func(t *testing.T) {
		t.Parallel()
		primary, url := mariaDB(t, "counters and a replica", "--log-bin", "--server-id=1",
			"--sync-binlog=1")
		execute(t, url, fmt.Sprintf("CREATE USER app@'%%' IDENTIFIED BY '%s'", testserver.Password))
		execute(t, url, "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON ids.* TO app@'%'")
		url = strings.Replace(url, "idscope:", "app:", 1)
		ids := started(t, url)
		replica := testserver.MariaDBReplica(t, "counters on a replica", primary)
		there := strings.Replace(url, primary.Addr, replica.Addr, 1)
		h := newHost(t)
		try.Await(t, "the replica to have the tables", func() bool {
			_, text, _ := h.run(call("autoinc", there, "orders")...)
			return strings.Contains(text, "read only")
		})
		onReplica(t, there, "it is read only, as replicas are")
		ids.next(url)
	})
}

// kinds are all that count in a database.
var kinds = []string{"segment", "ticket", "autoinc", "date-seq"}

func onReplica(t *testing.T, replica, why string) {
	t.Helper()
	h := newHost(t)
	for _, kind := range kinds {
		h.refused(3, call(kind, replica, "orders"), why, "use the primary")
	}
	h.refused(3, call("autoinc", replica, "it", "--create"), why)
	h.refused(3, call("segment", replica, "orders", "--order", "asked"), why)
	h.refused(3, []string{"counter", "list", "--store", replica}, why)
}

// numbers are the last ones of each kind.
type numbers struct {
	t    *testing.T
	h    host
	zone string // of dates
	last map[string]int
}

// call is a call for the number of a kind, with more arguments.
func (n *numbers) call(kind, url string, more ...string) []string {
	switch kind {
	case "ticket":
		return call(kind, url, "tickets", more...)
	case "date-seq":
		more = append(more, "--tz", n.zone)
	}
	return call(kind, url, "orders", more...)
}

func started(t *testing.T, url string) numbers {
	n := numbers{t, newHost(t), noon(), map[string]int{}}
	for _, kind := range kinds {
		n.last[kind], _ = strconv.Atoi(n.h.must(n.call(kind, url, "--create")...)[0])
	}
	return n
}

// next wants the next number of each kind.
func (n *numbers) next(url string) {
	n.t.Helper()
	for _, kind := range kinds {
		if kind == "segment" && strings.Contains(url, ",") {
			continue // another URL is another counter for what the host has left
		}
		got, _ := strconv.Atoi(n.h.must(n.call(kind, url)...)[0])
		if got != n.last[kind]+1 {
			n.t.Errorf("%s: %d after %d; want the next one", kind, got, n.last[kind])
		}
		n.last[kind] = got
	}
}

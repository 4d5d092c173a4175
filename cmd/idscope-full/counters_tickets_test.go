//go:build unix

package main

import (
	"bufio"
	"bytes"
	"strings"
	"sync"
	"syscall"
	"testing"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestTicketServers: of two servers one is killed in the middle of a run. Nothing is
// repeated, one warning tells of it, and when it is back it is used again. One that
// came back with less than what was handed out is left out by the host that saw more.
func TestTicketServers(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "two ticket servers, of which one is killed")
	odd, oddURL := mariaDB(t, "odd tickets", "--auto-increment-increment=2", "--auto-increment-offset=1")
	_, evenURL := mariaDB(t, "even tickets", "--auto-increment-increment=2", "--auto-increment-offset=2")
	h := newHost(t)
	args := []string{"gen", "ticket", "--store", oddURL, "--store", evenURL}
	all := &seen{t: t, ids: map[string]bool{}}
	all.add(h.must(append(args, "--create", "-n", "10")...))
	for range 4 {
		all.add(h.must(args...))
	}
	if len(all.ids) != 14 || !all.ids["1"] || !all.ids["2"] {
		t.Fatalf("tickets %v; want odd and even ones", all.ids)
	}

	c := h.command(append(args, "-n", "100000000")...)
	var failed bytes.Buffer
	c.Stderr = &failed
	out := try.Of(c.StdoutPipe()).Or(t)
	try.Works(t, c.Start())
	var mu sync.Mutex
	byParity, evens := map[bool]int{}, 0 // tickets, and even ones since the last odd one
	read := make(chan struct{})
	go func() {
		defer close(read)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			line := lines.Text()
			all.add([]string{line})
			mu.Lock()
			odd := strings.Contains("13579", line[len(line)-1:])
			if byParity[odd]++; odd {
				evens = 0
			} else {
				evens++
			}
			mu.Unlock()
		}
	}()
	until := func(what string, is func() bool) {
		t.Helper()
		try.Await(t, what, func() bool {
			mu.Lock()
			defer mu.Unlock()
			return is()
		})
	}
	until("tickets of both", func() bool { return byParity[true] > 200 && byParity[false] > 200 })
	odd.Kill()
	until("even tickets alone", func() bool { return evens > 2000 }) // after the odd ones that were under way
	odd.Start()
	odds := 0
	until("odd tickets again", func() bool {
		if odds == 0 {
			odds = byParity[true]
		}
		return byParity[true] > odds+200
	})
	_ = c.Process.Signal(syscall.SIGTERM) // SIGINT may be ignored where the tests run
	<-read
	_ = c.Wait()
	if n := strings.Count(failed.String(), "going on without that server"); n != 1 {
		t.Errorf("%d warnings that a server is left out; want one: %s", n, failed.String())
	}

	// The odd server comes back from a backup of before.
	execute(t, oddURL, "DROP TABLE Tickets64")
	execute(t, oddURL, strings.ReplaceAll(`CREATE TABLE Tickets64 (id bigint(20) unsigned NOT NULL auto_increment,
		stub char(1) NOT NULL default '', PRIMARY KEY (id), UNIQUE KEY stub (stub)) ENGINE=InnoDB`, "\n", " "))
	lines, text, status := h.run(append(args, "-n", "10")...)
	all.add(lines)
	if status != 0 || !strings.Contains(text, "is behind") || len(lines) != 10 {
		t.Errorf("with a server that is behind: status %d, %d tickets, %s; want those of the other one", status,
			len(lines), text)
	}
}

//go:build unix

package main

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestTicketServers: of two servers one is killed in the middle of a run. Nothing is
// repeated, one warning tells of it, and when it is back it is used again. One that
// came back with less than what was handed out is refused by the host that saw more.
func TestTicketServers(t *testing.T) {
	testserver.Demanded(t, "two ticket servers, of which one is killed")
	odd, oddURL := mariaDB(t, "odd tickets", "--auto-increment-increment=2", "--auto-increment-offset=1")
	even, evenURL := mariaDB(t, "even tickets", "--auto-increment-increment=2", "--auto-increment-offset=2")
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
	var failed said
	c.Stderr = &failed
	out := try.Of(c.StdoutPipe()).Or(t)
	try.Works(t, c.Start())
	var mu sync.Mutex
	byParity := map[bool]int{}
	count := func(parity bool) int { mu.Lock(); defer mu.Unlock(); return byParity[parity] }
	evens := 0 // since the last odd one
	alone := func() int { mu.Lock(); defer mu.Unlock(); return evens }
	read := make(chan struct{})
	go func() {
		defer close(read)
		var rest []byte
		buffer := make([]byte, 1<<16)
		for {
			n, err := out.Read(buffer)
			rest = append(rest, buffer[:n]...)
			i := bytes.LastIndexByte(rest, '\n') + 1
			lines := complete(string(rest[:i]))
			all.add(lines)
			mu.Lock()
			for _, line := range lines {
				odd := strings.Contains("13579", line[len(line)-1:])
				if byParity[odd]++; odd {
					evens = 0
				} else {
					evens++
				}
			}
			mu.Unlock()
			rest = append([]byte(nil), rest[i:]...)
			if err != nil {
				return
			}
		}
	}()
	until := func(what string, is func() bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("waited a minute for %s: %d odd and %d even tickets, %s", what, count(true), count(false),
					failed.String())
			}
		}
	}
	until("tickets of both", func() bool { return count(true) > 200 && count(false) > 200 })
	odd.Kill()
	until("even tickets alone", func() bool { return alone() > 2000 }) // after the odd ones that were under way
	odd.Start()
	odds := count(true)
	until("odd tickets again", func() bool { return count(true) > odds+200 })
	_ = c.Process.Signal(os.Interrupt)
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
	even.Stop()
	lines, text, status = h.run("gen", "ticket", "--store", oddURL, "--store", evenURL)
	if status != 3 || !strings.Contains(text, "is behind") || len(lines) > 0 {
		t.Errorf("with that server alone: status %d, %q, %s; want it refused", status, lines, text)
	}
}

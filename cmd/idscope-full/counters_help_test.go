//go:build unix

package main

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// steps are the statements of help counters that add a third server: those of one kind
// of database, and the call at the end.
func steps(t *testing.T, kind string) (ask string, change []string, check string) {
	t.Helper()
	text := strings.Join(newHost(t).must("help", "counters"), "\n")
	_, text, _ = strings.Cut(text, "To add a third server")
	lines := regexp.MustCompile(`(?m)^ {7,}((?:SHOW|SELECT|SET|ALTER|idscope) .*)$`)
	for _, line := range lines.FindAllStringSubmatch(text, -1) {
		statement := strings.TrimSpace(line[1])
		mysql := strings.Contains(statement, "AUTO_INCREMENT") || strings.HasPrefix(statement, "SHOW") ||
			strings.HasPrefix(statement, "SET")
		switch {
		case strings.HasPrefix(statement, "idscope "):
			check = statement
		case mysql != (kind == "MariaDB"):
		case strings.HasPrefix(statement, "S") && !strings.HasPrefix(statement, "SET"):
			ask = statement
		default:
			change = append(change, statement)
		}
	}
	if ask == "" || len(change) == 0 || check == "" {
		t.Fatalf("help counters has %q, %q and %q for %s; want statements", ask, change, check, kind)
	}
	return ask, change, check
}

// worked puts the numbers into a statement.
func worked(statement string, n, k int) string {
	return regexp.MustCompile(`\bN\+K\b|\bK\b`).ReplaceAllStringFunc(statement, func(word string) string {
		return strconv.Itoa(map[string]int{"N+K": n + k, "K": k}[word])
	})
}

func above(highest int) int { return (highest/3 + 1 + 300_000) * 3 }

// TestAddMariaDBServer adds a third server as help counters says: no number twice. One
// server plays all three, with the settings of the one whose turn it is.
func TestAddMariaDBServer(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "the statements of help counters, in three databases")
	ask, change, check := steps(t, "MariaDB")
	s, _ := mariaDB(t, "one of three servers")
	all, h := &seen{t: t, ids: map[string]bool{}}, newHost(t)
	settings := map[int]string{}
	turn := func(k int) string {
		url := s.URL + fmt.Sprint("ids", k)
		if settings[k] == "" {
			execute(t, s.URL, fmt.Sprint("CREATE DATABASE ids", k))
			settings[k] = fmt.Sprint("SET GLOBAL auto_increment_increment = 2, auto_increment_offset = ", k)
		}
		execute(t, url, settings[k])
		return url
	}
	highest := 0
	for k := 1; k <= 2; k++ {
		url := turn(k)
		all.add(h.must(call("autoinc", url, "orders", "--create", "--step", "2", "--offset", fmt.Sprint(k), "-n", "50")...))
		execute(t, url, "DELETE FROM orders WHERE id > 90") // were given out anyway
		c := try.Of(sql.Open("mysql", dsn(url))).Or(t)
		var ddl string
		if err := c.QueryRow(ask).Scan(new(string), &ddl); err != nil {
			t.Fatalf("%s: %v", ask, err)
		}
		_ = c.Close()
		next := try.Of(strconv.Atoi(regexp.MustCompile(`AUTO_INCREMENT=(\d+)`).FindStringSubmatch(ddl)[1])).Or(t)
		highest = max(highest, next-1)
	}
	execute(t, turn(3), "CREATE TABLE orders (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY)")
	for k := 1; k <= 3; k++ {
		url := turn(k)
		settings[k] = worked(change[0], 0, k)
		for _, statement := range change {
			execute(t, url, worked(statement, above(highest), k))
		}
	}
	for _, k := range []int{1, 2, 3, 1, 2, 3} {
		args := strings.Fields(strings.Replace(worked(check, 0, k), "URL", turn(k), 1))[1:]
		all.add(h.must(append(args, "-n", "40")...))
	}
	h.refused(3, call("autoinc", turn(1), "orders", "--step", "3", "--offset", "2"), "not 3 with offset 2")
	if len(all.ids) != 100+240 {
		t.Errorf("%d numbers; want 340", len(all.ids))
	}
}

// TestAddPostgreSQLServer adds a third database as help counters says, while others insert:
// no number twice.
func TestAddPostgreSQLServer(t *testing.T) {
	t.Parallel()
	testserver.Demanded(t, "the statements of help counters, in three databases")
	ask, change, check := steps(t, "PostgreSQL")
	s := testserver.Postgres(t, "one of three databases")
	all, h := &seen{t: t, ids: map[string]bool{}}, newHost(t)
	var urls []string
	for k := 1; k <= 3; k++ {
		query(t, s.URL, fmt.Sprint("CREATE DATABASE ids", k))
		urls = append(urls, strings.Replace(s.URL, "/postgres", fmt.Sprint("/ids", k), 1))
	}
	var stop atomic.Bool
	var inserted atomic.Int64
	var running sync.WaitGroup
	highest := 0
	for k, url := range urls[:2] {
		all.add(h.must(call("autoinc", url, "orders", "--create", "--step", "2", "--offset", fmt.Sprint(k+1), "-n", "50")...))
		for range 4 {
			running.Go(func() { insert(t, url, &stop, &inserted, all) })
		}
	}
	t.Cleanup(func() { stop.Store(true); running.Wait() })
	query(t, urls[2], "CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)")
	enough := func(n int64) { try.Await(t, "inserts", func() bool { return inserted.Load() >= n }) }
	enough(200)
	for _, url := range urls[:2] {
		c := try.Of(pgx.Connect(t.Context(), url)).Or(t)
		var last int
		if err := c.QueryRow(t.Context(), ask).Scan(&last); err != nil {
			t.Fatalf("%s: %v", ask, err)
		}
		_ = c.Close(t.Context())
		highest = max(highest, last)
	}
	for _, k := range slices.Backward([]int{1, 2, 3}) {
		for _, statement := range change {
			query(t, urls[k-1], worked(statement, above(highest), k))
		}
		enough(inserted.Load() + 100)
	}
	for k, url := range urls {
		args := strings.Fields(strings.Replace(worked(check, 0, k+1), "URL", url, 1))[1:]
		all.add(h.must(append(args, "-n", "40")...))
	}
	enough(inserted.Load() + 100)
	h.refused(3, call("autoinc", urls[0], "orders", "--step", "3", "--offset", "2"), "not 3 with offset 2")
}

// insert inserts rows through one connection.
func insert(t *testing.T, url string, stop *atomic.Bool, count *atomic.Int64, all *seen) {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Error(err)
		return
	}
	defer c.Close(ctx)
	for !stop.Load() {
		var n int64
		if err := c.QueryRow(ctx, "INSERT INTO orders DEFAULT VALUES RETURNING id").Scan(&n); err != nil {
			t.Error(err)
			return
		}
		all.add([]string{fmt.Sprint(n)})
		count.Add(1)
	}
}

package cmd

import (
	"strings"
	"testing"
	"time"

	"idscope/cmd/internal/screen"
	"idscope/gen/lease"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

// TestLeaseTable: on a narrow screen each row has its number, what to do with it, and the
// owner; what is left out is named.
func TestLeaseTable(t *testing.T) {
	row := func(number, scheme string) leaseRow {
		return leaseRow{Scheme: scheme, Worker: number, State: "granted", Host: "worker-7.example.com", Process: 123456,
			Key: number, Since: "2026-03-01T12:00:00.000Z", Until: "2026-03-01T12:00:10.000Z"}
	}
	text := ""
	for _, second := range []string{"snowflake", "tsid"} {
		for _, width := range []int{0, 120, 80, 65} {
			text += leasesScreen(screen.New(false, width), []leaseRow{row("7", "snowflake"), row("8", second)}) + "\n"
		}
	}
	try.File(t, "testdata/screens/leases.txt", text)
}

// TestLeaseValues compares the facts of numbers with testdata/leases.txt.
func TestLeaseValues(t *testing.T) {
	s, _ := scheme.Get("snowflake")
	at := time.Date(2026, 11, 21, 17, 0, 0, 0, time.UTC)
	tick := func(d time.Duration) uint64 {
		n, _ := s.Timeline().Tick(at.Add(d))
		return n
	}
	l := &lease.Layout{Key: "k", Meta: lease.Meta{ID: "1f", Scheme: "snow\x1b", Layout: "bits\x1b", Field: "worker\x1b",
		Made: lease.Ranges{{First: 5, Last: 8}}}, Numbers: []lease.Number{{Worker: 1, Register: lease.Register{Epoch: 1,
		High: tick(-time.Hour)}}, {Worker: 2, Register: lease.Register{Epoch: 2, High: tick(time.Hour), Until: at}},
		{Worker: 3, Register: lease.Register{Epoch: 3, High: tick(-time.Minute), Until: at.Add(-time.Minute),
			Owner: &lease.Owner{Host: "b\x1b"}}},
		{Worker: 4, Register: lease.Register{Note: "for me", Until: at, Owner: &lease.Owner{Host: "c"}}},
		{Worker: 7, Register: lease.Register{Epoch: 34, Floor: tick(-time.Minute), High: tick(time.Minute),
			Until: at.Add(time.Hour), Owner: &lease.Owner{Host: "a", PID: 9, Since: at.Add(-time.Hour)}}}}}
	var rows strings.Builder
	for _, l.Beginning = range []bool{false, true} { // a number that the store noted just now
		list := leaseRows("orders", l, s, at)
		try.Works(t, screen.Write(&rows, "json", list))
		rows.WriteString(leasesScreen(screen.New(true, 0), list))
		rows.WriteString(cardsOf(list, leaseScreen)(screen.New(false, 0)))
	}
	try.File(t, "testdata/leases.txt", rows.String())
}

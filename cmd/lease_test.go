package cmd

import (
	"strconv"
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
			Since: "2026-03-01T12:00:00.000Z", Until: "2026-03-01T12:00:10.000Z"}
	}
	text := ""
	for _, second := range []string{"snowflake", "tsid"} {
		for _, width := range []int{0, 120, 80, 65} {
			text += leasesScreen(screen.New(false, width), []leaseRow{row("7", "snowflake"), row("8", second)}) + "\n"
		}
	}
	try.File(t, "testdata/screens/leases.txt", text, *update)
}

// TestLeaseValues: each fact of a number that is held is where its name says.
func TestLeaseValues(t *testing.T) {
	s, _ := scheme.Get("snowflake")
	at := time.Date(2026, 11, 21, 17, 0, 0, 0, time.UTC)
	tick := func(d time.Duration) uint64 {
		n, _ := s.Timeline().Tick(at.Add(d))
		return n
	}
	l := &lease.Layout{Key: "k", Meta: lease.Meta{ID: "1f", Scheme: "snowflake", Layout: "bits", Field: "worker",
		Made: lease.Ranges{{First: 5, Last: 8}}},
		Numbers: []lease.Number{{Worker: 7, Register: lease.Register{Epoch: 34, Floor: tick(-time.Minute),
			High: tick(time.Minute), Until: at.Add(time.Hour), Owner: &lease.Owner{Host: "a", PID: 9,
				Since: at.Add(-time.Hour)}}}}}
	got := leaseRows("orders", l, s, at)
	want := leaseRow{Schema: 1, Group: "orders", Scheme: "snowflake", Field: "worker", Worker: "7", State: "granted",
		Layout: "bits", Key: "k", Epoch: "34", High: strconv.FormatUint(tick(time.Minute), 10),
		Ceiling: "2026-11-21T17:01:00.000Z", Floor: "2026-11-21T16:59:00.000Z", Until: "2026-11-21T18:00:00.000Z",
		Host: "a", Process: 9, Since: "2026-11-21T16:00:00.000Z"}
	rows := func(state string) []leaseRow {
		absent := leaseRow{Schema: 1, Group: "orders", Scheme: "snowflake", Field: "worker", State: state, Layout: "bits",
			Key: "k"}
		list := []leaseRow{absent, absent, want, absent}
		list[0].Worker, list[1].Worker, list[3].Worker = "5", "6", "8"
		return list
	}
	try.Same(t, got, rows("lost"), "the store has")
	l.Beginning = true
	try.Same(t, leaseRows("orders", l, s, at), rows("beginning"), "a store whose number was noted just now has")
}

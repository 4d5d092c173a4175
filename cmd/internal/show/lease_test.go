package show

import (
	"strings"
	"testing"

	"idscope/cmd/internal/ui"
)

// TestLeaseTable: on a narrow screen each row has its number, what to do with it, and the
// owner; what is left out is named.
func TestLeaseTable(t *testing.T) {
	row := func(number, scheme string) Lease {
		return Lease{Scheme: scheme, Worker: number, State: "granted", Host: "worker-7.example.com", Process: 123456,
			Since: "2026-03-01T12:00:00.000Z", Until: "2026-03-01T12:00:10.000Z"}
	}
	one, two := []Lease{row("7", "snowflake"), row("8", "snowflake")}, []Lease{row("7", "snowflake"), row("8", "tsid")}
	for _, c := range []struct {
		list  []Lease
		width int
		head  string
		left  string
	}{
		{one, 0, "SCHEME NUMBER STATE HOST PROCESS SINCE GRANTED-UNTIL", ""},
		{one, 120, "SCHEME NUMBER STATE HOST PROCESS SINCE GRANTED-UNTIL", ""},
		{one, 80, "SCHEME NUMBER STATE HOST GRANTED-UNTIL", "SINCE, PROCESS"},
		{one, 65, "NUMBER STATE HOST GRANTED-UNTIL", "SINCE, PROCESS, SCHEME"},
		{two, 80, "SCHEME NUMBER STATE HOST GRANTED-UNTIL", "SINCE, PROCESS"},
	} {
		got := LeaseTable(ui.New(false, c.width), c.list)
		head, _, _ := strings.Cut(got, "\n")
		if head = strings.Join(strings.Fields(head), " "); head != c.head {
			t.Errorf("%d columns: %q; want %q", c.width, head, c.head)
		}
		if said := "A wider screen shows " + c.left + " too"; strings.Contains(got, "A wider screen") != (c.left != "") ||
			c.left != "" && !strings.Contains(strings.ReplaceAll(got, "\n", " "), said) {
			t.Errorf("%d columns:\n%s; want %q", c.width, got, said)
		}
	}
}

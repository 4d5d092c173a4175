package cmd

import (
	"strings"
	"testing"

	"idscope/cmd/internal/cli"
)

// findText has an id of every scheme that is found, between other things.
func findText() string {
	var b strings.Builder
	for _, id := range sampleIDs() {
		b.WriteString("at 2026-01-02T03:04:05Z id=" + id + " took 3.14 ms\nnothing here\n")
	}
	return b.String()
}

func findIn(t *testing.T, text string, change func(*Environment), args ...string) result {
	return call(t, func(e *Environment) {
		e.In = strings.NewReader(text)
		if change != nil {
			change(e)
		}
	}, append([]string{"inspect", "--now", "2026-11-21"}, args...)...)
}

// Numbers are no finds, unless a scheme is asked for; that they are there is said once.
func TestFindNumbers(t *testing.T) {
	const text = "user 1541815603606036480 at 1795301234567000000\nuser 1541815603606036481 id " +
		"01FWHE4YDGFK1SHH6W1G60EECF\n"
	const note = "2 numbers of 17 to 19 digits may be ids: --as snowflake, or "
	for _, test := range []struct {
		args   []string
		text   string
		status int
		finds  int
		noted  bool
	}{
		{[]string{"--find"}, text, cli.StatusDone, 1, true},
		{[]string{"--find", "--json"}, text, cli.StatusDone, 1, true},
		{[]string{"--find"}, strings.ReplaceAll(text, "01FW", ""), cli.StatusNegative, 0, true},
		{[]string{"--find", "--as", "snowflake"}, text, cli.StatusDone, 3, false},
		{[]string{"--since", "2022", "--until", "2023"}, text, cli.StatusDone, 1, true},
		{[]string{"--since", "2025"}, text, cli.StatusNegative, 0, true},
		{[]string{"--annotate"}, text, cli.StatusDone, 2, true},
		{[]string{"--since", "2022", "--until", "2023", "--as", "snowflake"}, text, cli.StatusDone, 2, false},
	} {
		got := findIn(t, test.text, nil, test.args...)
		word := "idscope: note: "
		if test.status != cli.StatusDone {
			word = "\nidscope: hint: "
		}
		if n := strings.Count(got.out, "\n"); got.status != test.status || n != test.finds ||
			strings.Contains(got.err, word+note) != test.noted || strings.Contains(got.err, "17") != test.noted {
			t.Errorf("%v: %+v; want status %d, %d lines, told of numbers %v", test.args, got, test.status, test.finds,
				test.noted)
		}
	}
}

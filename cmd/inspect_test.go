package cmd

import (
	"strings"
	"testing"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/inspect/known"
)

// TestNothingToRead: on a terminal a call without ids explains itself at once.
func TestNothingToRead(t *testing.T) {
	for _, args := range [][]string{{"inspect"}, {"convert", "--to", "hex"}, {"check"}, {"inspect", "--same-source"},
		{"inspect", "--find"}} {
		got := call(t, func(e *Environment) { e.InTerminal = true }, args...)
		if got.status != cli.StatusUsage || got.out != "" || strings.Count(got.err, "\n") != 2 {
			t.Errorf("idscope %q on a terminal = %+v; want status 2, an error and a hint", args, got)
		}
	}
}

// TestRangeOfEveryScheme: each has a range, or says why not.
func TestRangeOfEveryScheme(t *testing.T) {
	for _, s := range known.All() {
		got := call(t, nil, "range", s.Name, "--from", "2024-05-01", "--to", "2024-05-02")
		if ok := s.Timed() && s.TimeOrdered() &&
			s.Epoch.Before(time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)); ok != (got.status == cli.StatusDone) &&
			s.Name != "uidgenerator" {
			t.Errorf("range %s = %+v; want an answer: %t", s.Name, got, ok)
		}
	}
}

// TestFromReadsTo: all that --to writes of an id is read with --from of the same form, back to that id.
func TestFromReadsTo(t *testing.T) {
	for _, test := range []struct {
		id, form string
		as       []string
		forms    int // of those that hold the bits of the id
	}{
		{"1541815603606036480", "int", []string{"--as", "snowflake"}, 26},
		{"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "uuid", nil, 34},
	} {
		n := 0
		for _, form := range cli.Names(forms()) {
			there := call(t, nil, append([]string{"convert", test.id, "--to", form}, test.as...)...)
			if there.status != 0 {
				continue
			}
			n++
			back := call(t, func(e *Environment) { e.In = strings.NewReader(there.out) },
				append([]string{"convert", "--from", form, "--to", test.form}, test.as...)...)
			if back.out != test.id+"\n" {
				t.Errorf("%s in %s is %q, which reads back as %+v", test.id, form, there.out, back)
			}
		}
		if n != test.forms {
			t.Errorf("%d forms hold the bits of %s; want %d", n, test.id, test.forms)
		}
	}
}

package cmd

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/testing/try"
)

// TestMemory: what a stream needs does not grow with the count.
func TestMemory(t *testing.T) {
	s := &gen.Scheme{Name: "test",
		Bits:     gen.Bits{Layout: gen.Layout{{Name: "random", Source: gen.Random, Bits: 128}}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}}}
	g := try.Of(gen.New(s, gen.Options{})).Or(t)
	run := func(n uint64) float64 {
		o := &genOptions{App: &cli.App{Environment: Environment{Out: io.Discard}}, count: n,
			format: cli.Choice{Value: "text"}}
		return testing.AllocsPerRun(20, func() { // many, so that an allocation of the runtime's own does not count
			c := &genCall{from: gen.Texts(s, g, s.Lines()), count: n, processors: 1}
			try.Works(t, o.write(context.Background(), c))
		})
	}
	if few, many := run(4000), run(40_000); many > few+3 {
		t.Errorf("4000 ids take %v allocations, 40,000 take %v; want as many", few, many)
	}
}

// A wait of more than 2 s is announced, a shorter one is not.
func TestGenSaysHowLongItWaits(t *testing.T) {
	for at, want := range map[string]string{
		"2026-01-01T00:59:55Z": "idscope: warning: waiting 5s: sequence exhausted: the ids of custom are used before " +
			"2026-01-01T01:00:00.000Z; the clock says 2026-01-01T00:59:55.000Z; " +
			"custom works again at 2026-01-01T01:00:00.000Z\n",
		"2026-01-01T00:59:59Z": "",
	} {
		now := try.Of(time.Parse(time.RFC3339, at)).Or(t)
		with := func(e *Environment) { e.Clock = &hurried{at: now} }
		got := call(t, with, "gen", "custom", "--layout", "time:30 seq:1", "--tick", "1h", "-n", "3", "--on-overflow", "wait")
		if got.status != 0 || got.err != want || strings.Count(got.out, "\n") != 3 {
			t.Errorf("at %s: %+v; want 3 ids, and %q on stderr", at, got, want)
		}
	}
}

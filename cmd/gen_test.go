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

// TestRawRefusesATerminal: unreadable bytes go there only when asked for.
func TestRawRefusesATerminal(t *testing.T) {
	terminal := func(e *Environment) { e.OutTerminal = true }
	got := call(t, terminal, "gen", "uuidv4", "--format", "raw")
	if got.status != cli.StatusUsage || got.out != "" || !strings.Contains(got.err, "hint: -o FILE") {
		t.Errorf("raw on a terminal = %+v; want status 2 and a hint", got)
	}
	if got := call(t, terminal, "gen", "uuidv4", "--format", "raw", "-o", "-"); got.status != 0 || len(got.out) != 16 {
		t.Errorf("raw with -o - = %+v; want 16 bytes", got)
	}
	if got := call(t, nil, "gen", "uuidv4", "--format", "raw", "-n", "3"); got.status != 0 || len(got.out) != 48 {
		t.Errorf("raw in a pipe = %+v; want 48 bytes", got)
	}
}

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
			c := &genCall{from: gen.Texts(s, g, s.Lines()), count: n, processors: 1, explain: refused}
			try.Works(t, o.write(context.Background(), c))
		})
	}
	if few, many := run(4000), run(40_000); many > few+3 {
		t.Errorf("4000 ids take %v allocations, 40,000 take %v; want as many", few, many)
	}
}

func TestTimeLayout(t *testing.T) {
	tests := []struct {
		words string
		tick  time.Duration
		epoch time.Time
		want  string
	}{
		{"seconds have none", time.Second, time.Unix(0, 0), "2026-01-01T00:00:00Z"},
		{"minutes have none", time.Minute, time.Unix(0, 0), "2026-01-01T00:00:00Z"},
		{"milliseconds have 3", time.Millisecond, time.Unix(0, 0), "2026-01-01T00:00:00.000Z"},
		{"10 ms have 3", 10 * time.Millisecond, time.Unix(0, 0), "2026-01-01T00:00:00.000Z"},
		{"10 us have 6", 10 * time.Microsecond, time.Unix(0, 0), "2026-01-01T00:00:00.000000Z"},
		{"100 ns have 7", 100, time.Unix(0, 0), "2026-01-01T00:00:00.0000000Z"},
		{"microseconds have 6", time.Microsecond, time.Unix(0, 0), "2026-01-01T00:00:00.000000Z"},
		{"nanoseconds have 9", 1, time.Unix(0, 0), "2026-01-01T00:00:00.000000000Z"},
		{"seconds from an epoch in between have 3", time.Second, time.UnixMilli(1), "2026-01-01T00:00:00.000Z"},
	}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, test := range tests {
		if got := at.Format((&gen.Scheme{Bits: gen.Bits{Tick: test.tick,
			Epoch: test.epoch}}).TimeLayout()); got != test.want {
			t.Errorf("%s: %s; want %s", test.words, got, test.want)
		}
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

package cmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"idscope/bench/stats"
	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// measured is a report with known figures.
func measured() *throughput.Report {
	one := func(name, pkg string, ns ...float64) *throughput.Measured {
		v := stats.Summarize(ns)
		return &throughput.Measured{Subject: throughput.Subject{Name: name, Package: pkg, Ceiling: 4096000,
			Tick: time.Millisecond}, Checked: 10, Lead: 90 * time.Second,
			Cases: []throughput.Case{{How: throughput.Next, Threads: 2, IDs: 1000, Samples: ns,
				NsPerID: v.Median, Low: v.Low, High: v.High, Level: v.Level, PerSecond: 1e9 / v.Median, Allocs: 1.234,
				Bytes: 16, Lead: 90 * time.Second}}}
	}
	r := &throughput.Report{Samples: 6, Subjects: []*throughput.Measured{
		one("uuidv7", "", 60, 61, 62, 63, 64, 65), one("uuidv7", "github.com/google/uuid", 120, 122, 124, 126, 128, 130)}}
	r.Subjects[1].Cases[0].Versus = &throughput.Versus{Against: "uuidv7", Ratio: 2, P: 0.002}
	return r
}

// TestThroughputScreen: one that is whole, one of wide intervals whose makers failed, one that was interrupted.
func TestThroughputScreen(t *testing.T) {
	text := ""
	show := func(r *throughput.Report, skipped ...string) {
		m := machine{Go: "go1.26", OS: "linux", Arch: "amd64", CPUs: 2, CPU: "X"}
		text += throughputScreen(screen.New(false, 0), r, 50*time.Millisecond, m.String(), skipped) + "\n"
	}
	show(measured(), "uuid-nil is always the same")
	wide, part := measured(), measured()
	for i := range wide.Subjects {
		wide.Subjects[i].Cases[0].High, wide.Subjects[i].Err = 2*wide.Subjects[i].Cases[0].High, io.EOF
	}
	show(wide)
	part.Partial, part.Samples, part.Subjects[1].Checked = true, 10, 5
	show(part)
	var out strings.Builder
	for _, format := range []string{"json", "csv"} {
		try.Works(t, screen.Write(&out, format, measured().Records(nil, time.Second)))
	}
	try.File(t, "testdata/screens/throughput.txt", text+out.String()+measured().Gobench())
}

// What --format gobench writes is read by the library behind benchstat.
func TestGobenchIsRead(t *testing.T) {
	text := gobenchHead(machine{OS: "linux", Arch: "amd64", CPU: "X"}, false) +
		measured().Gobench()
	reader := benchfmt.NewReader(strings.NewReader(text), "test")
	n := 0
	for reader.Scan() {
		res := reader.Result().(*benchfmt.Result)
		n++
		ns, ok := res.Value("sec/op") // it reads ns/op into the base unit
		if !ok || ns < 59e-9 || ns > 131e-9 || res.GetConfig("cpu") != "X" || !strings.HasSuffix(string(res.Name), "-2") ||
			strings.Count(string(res.Name), "/") != 3 { // one for each key, for benchstat splits there
			t.Errorf("%s: %v (%v)", res.Name, ns, ok)
		}
	}
	if n != 12 || reader.Err() != nil || strings.Count(text, " ns/op\t16 B/op\t1 allocs/op\n") != n {
		t.Errorf("%d results, %v, of\n%s\nwant 12 with the bytes and objects that were given", n, reader.Err(), text)
	}
}

// asking counts how often it is asked for the time.
type asking struct {
	gen.Clock
	asked int
}

func (c *asking) Now() time.Time {
	c.asked++
	return c.Clock.Now()
}

// TestThroughputTimesGen: what is timed is what gen generates by: it reads the clock of the
// call, keeps a record where gen keeps one, and leaves nothing of it; the worker and the
// store of the environment are not its business.
func TestThroughputTimesGen(t *testing.T) {
	temp, home := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	env := map[string]string{"HOME": home, "IDSCOPE_STORE": "etcd://127.0.0.1:1", "IDSCOPE_WORKER": "1000000"}
	records := func() (n int) {
		_ = filepath.WalkDir(temp, func(path string, _ fs.DirEntry, _ error) error {
			if filepath.Ext(path) == ".rec" {
				n++
			}
			return nil
		})
		return n
	}
	for _, s := range known.All() {
		clock := &asking{Clock: gen.SystemClock()}
		app := &cli.App{Environment: Environment{Err: io.Discard, Clock: clock,
			Getenv: func(k string) string { return env[k] }}}
		sub, err := throughput.Own(s, time.Hour, genSource(context.Background(), app))
		if err != nil || s.Pattern != nil || s.Named() {
			continue
		}
		m, err := sub.Open(throughput.Next)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		before := clock.asked
		try.Equal(t, m.Loop(context.Background(), throughput.Gen, 100), nil, "%s:", s.Name)
		if s.Timed() && clock.asked == before {
			t.Errorf("%s: generates by another clock than the one of the call", s.Name)
		}
		try.Equal(t, records(), btoi(s.Recorded()), "%s has records:", s.Name)
		try.Equal(t, m.Close(), nil, "%s:", s.Name)
	}
	for _, dir := range []string{temp, home} {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v is left in %s (%v); want nothing", left, dir, err)
		}
	}
}

func TestThroughputFailure(t *testing.T) {
	var errs bytes.Buffer
	o := &throughputOptions{App: &cli.App{Environment: Environment{Err: &errs, Getenv: func(string) string { return "" }}}}
	tests := []struct {
		words  string
		change func(*throughput.Report)
		signal int
		want   int
	}{
		{"all well", func(*throughput.Report) {}, 0, cli.StatusDone},
		{"a duplicate of ours", func(r *throughput.Report) { r.Subjects[0].Duplicates = 1 }, 0, cli.StatusNegative},
		{"a duplicate of a rival", func(r *throughput.Report) { r.Subjects[1].Duplicates = 1 }, 0, cli.StatusDone},
		{"a maker that fails", func(r *throughput.Report) { r.Subjects[0].Err = errors.New("no") }, 0, cli.StatusRefused},
		{"interrupted", func(r *throughput.Report) { r.Partial = true }, 130, 130},
	}
	for _, test := range tests {
		r := measured()
		test.change(r)
		got, err := cli.StatusDone, o.failure(r, test.signal)
		var f *cli.Failure
		if errors.As(err, &f) {
			got = f.Status
		}
		if said := r.Records(nil, 0)[0].Error == "no"; got != test.want || said != (r.Subjects[0].Err != nil) {
			t.Errorf("%s: status %d (%v), said %t; want %d", test.words, got, err, said, test.want)
		}
	}
}

// spend takes about 50 ns n times.
func spend(n int) {
	last := time.Time{}
	for range n {
		last = time.Now()
	}
	runtime.KeepAlive(last)
}

// rivalOf is a library that takes about 50 ns an ID, and makes each twice.
func rivalOf(name string) throughput.Subject {
	return throughput.Subject{Name: name, Package: "example.org/x/" + name, Form: "pool",
		Hows: []throughput.How{throughput.Next},
		Open: func(throughput.How) (*throughput.Maker, error) {
			return &throughput.Maker{
				Loop: func(_ context.Context, _ throughput.How, n int) error {
					spend(n)
					return nil
				},
				Take: func(_ context.Context, dst []gen.ID) error {
					for i := range dst {
						dst[i] = gen.ID{Lo: uint64(i / 2)} // duplicates
					}
					return nil
				},
			}, nil
		}}
}

// With rivals each stands behind ours, and is compared with it.
func TestThroughputRivals(t *testing.T) {
	rival := rivalOf("ulid")
	with := func(e *Environment) {
		e.Engines.Rivals = func() []throughput.Subject { return []throughput.Subject{rival} }
	}
	got := call(t, with, "bench", "throughput", "--rivals", "--how", "next", "--threads", "1", "--time", "1ms",
		"--samples", "4", "--check", "100")
	if lines := strings.Split(got.out, "\n"); got.status != 0 || len(lines) < 8 ||
		!strings.HasPrefix(lines[4], "ulid ") || !strings.HasPrefix(lines[5], "x/ulid+pool ") ||
		!strings.Contains(got.out, "\nduplicates: 75 of 100 of x/ulid+pool\n") || strings.Contains(got.out, "uuidv4") {
		t.Errorf("--rivals = %+v; want ulid, then x/ulid+pool", got)
	}
	if got := call(t, with, "bench", "throughput", "snowflake", "--rivals"); got.status != cli.StatusUsage ||
		!strings.Contains(got.err, "snowflake has no rival; use one of ulid") {
		t.Errorf("of a scheme without rivals: %+v", got)
	}
}

func FuzzThroughputFlags(f *testing.F) {
	for _, s := range []string{"1,2", "next,fill", "50ms", "-1", ",", "next+text", "1e9", "NEXT ,fill"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if list, err := parseThreads(text); err == nil &&
			(len(list) == 0 || list[0] < 1 || list[len(list)-1] > mostThreads) {
			t.Errorf("parseThreads(%q) = %v", text, list)
		}
		parseHows := cli.ParseChoices[throughput.How](throughput.Hows)
		if list, err := parseHows(text); err == nil {
			if again, err := parseHows(listText(list)); err != nil || !slices.Equal(again, list) {
				t.Errorf("parseHows(%q) = %v, again %v (%v)", text, list, again, err)
			}
		}
		if d, err := cli.ParseLead(text); err == nil && d < 0 {
			t.Errorf("parseLead(%q) = %s", text, d)
		}
	})
}

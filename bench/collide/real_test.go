package collide

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// realLibraries are the systems that are Go libraries, by the argument of the program in
// testdata/libraries.
var realLibraries = []struct {
	name  string
	rules []realRules
}{
	{"bwmarrin", []realRules{{"bwmarrin", "snowflake", 0}}},
	{"sonyflake", []realRules{{"sonyflake", "sonyflake", 0}}},
	{"sonyflake2", []realRules{{"sonyflake", "sonyflake-v2", 0}}},
	{"yitter", []realRules{{"yitter", "yitter", 1}, {"yitter-m2", "yitter", 2}}},
	{"sno", []realRules{{"sno", "sno", 0}}},
	{"xid", []realRules{{"xid", "xid", 0}}},
}

// realRules are the rules and the layout that a library has, by one of its methods.
type realRules struct {
	rules, scheme string
	method        int
}

// realSeeds is how often each history is lived, by either side.
const realSeeds = 12

// history is what a library lives through: see testdata/libraries/main.go.
type history struct {
	Start, Span      int64
	Rate             float64
	Nodes, Seeds     int
	WorkerBits, Bits int
	Method           int
	Faults           map[string][]event
}

type event struct{ At, Of int64 }

type counts struct{ Made, Duplicates uint64 }

// TestRealLibraries: the simulator counts what the libraries themselves make twice. Both
// live through the same histories, each with Poisson arrivals of its own, 12 times. The
// means of what is made and of what is made twice lie within the interval that the
// library's have, so that one in ten thousand would not by chance. Where there is a closed
// form, the library does what it says.
func TestRealLibraries(t *testing.T) {
	program := buildReal(t)
	for _, library := range realLibraries {
		t.Run(library.name, func(t *testing.T) {
			if library.name == "sno" && runtime.GOOS+runtime.GOARCH != "linuxamd64" {
				t.Skip("left out: sno reads the clock without package time but on linux/amd64")
			}
			t.Parallel()
			for _, r := range library.rules {
				var configs []Config
				var all []history
				for _, faults := range realHistories() {
					for _, rate := range []float64{700, 4000} {
						c := Config{Scheme: named(t, r.scheme), Rules: rules(t, r.rules), Rate: rate, Poisson: true,
							Nodes: 1, For: 6 * time.Second, Faults: faults}
						configs, all = append(configs, c), append(all, toHistory(t, c, r.method))
					}
				}
				if library.name == "yitter" { // whose workers 1 and 17 are one where 4 bits are left
					c := Config{Scheme: named(t, "snowflake"), Rules: rules(t, r.rules), Rate: 18000, Poisson: true,
						Nodes: 18, For: 2 * time.Second}
					configs, all = append(configs, c), append(all, toHistory(t, c, r.method))
				}
				for i, real := range runReal(t, exec.Command(program, library.name), all) {
					compareReal(t, configs[i], real)
				}
			}
		})
	}
}

// realHistories are steps, freezes, restarts and bursts, by themselves and together, and
// some that are drawn.
func realHistories() [][]Fault {
	const s, ms, us = time.Second, time.Millisecond, time.Microsecond
	freeze := Fault{Kind: Freeze, Shift: 1500 * ms, At: 2 * s, Timed: true}
	burst := func(n uint64, at time.Duration) Fault { return Fault{Kind: Burst, Count: n, At: at, Timed: true} }
	down := Fault{Kind: Restart, Shift: 300 * ms, At: 2500 * ms, Timed: true}
	list := [][]Fault{
		nil,
		{step(-s, 2*s)},
		{step(s, 2*s), step(-s, 4*s)},
		{step(-s, 2*s), step(-400*ms, 2500*ms), step(2*s, 4*s)},
		{freeze},
		{freeze, restart(2700 * ms)},
		{restart(2 * s), restart(2*s + ms)},
		{step(-s, 2*s), restart(2 * s)},
		{step(-s, 2*s), restart(2500 * ms), restart(4 * s)},
		{step(-s, 2*s), down},
		{step(2*s, s), restart(2 * s), step(-1800*ms, 3*s)},
		{burst(3000, 2*s)},
		{burst(20000, 2*s), restart(2013600 * us)},
		{burst(70000, 2*s), burst(70000, 2200*ms)},
		{burst(3000, 2*s), step(-500*ms, 2020*ms)},
		{freeze, burst(10000, 2200*ms), restart(2303400 * us), burst(5000, 2400*ms)},
		{freeze, step(-2*s, 3*s), restart(3200 * ms), restart(3700 * ms), burst(4000, 4*s)},
	}
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 15))
		var drawn []Fault
		for range 2 + rng.IntN(4) {
			at := time.Duration(rng.Int64N(int64(5*s))) + 500*ms
			switch rng.IntN(4) {
			case 0:
				drawn = append(drawn, step(time.Duration(rng.Int64N(int64(3*s)))-2*s, at))
			case 1:
				drawn = append(drawn, Fault{Kind: Freeze, Shift: time.Duration(1 + rng.Int64N(int64(s))), At: at,
					Timed: true})
			case 2:
				drawn = append(drawn, restart(at))
			case 3:
				drawn = append(drawn, burst(1+rng.Uint64N(8000), at))
			}
		}
		list = append(list, drawn)
	}
	return list
}

func toHistory(t *testing.T, c Config, method int) history {
	t.Helper()
	try.Works(t, c.Check())
	start := try.Of(c.start()).Or(t)
	h := history{Start: start.UnixNano(), Span: int64(c.For), Rate: c.Rate, Nodes: c.Nodes, Seeds: realSeeds,
		WorkerBits: c.Scheme.Layout.Width(gen.Worker), Bits: c.Scheme.Layout.Width(gen.Seq), Method: method,
		Faults: map[string][]event{}}
	for _, f := range c.Faults { // which has a length or a count
		kind := f.Kind.String()
		h.Faults[kind] = append(h.Faults[kind], event{int64(f.At), int64(f.Shift) + int64(f.Count)})
	}
	return h
}

// compareReal simulates what a library lived through, as often, and compares.
func compareReal(t *testing.T, c Config, real []counts) {
	t.Helper()
	sim := make([]counts, len(real))
	for i := range sim {
		c.Seed = uint64(i)
		r := once(t, c)
		sim[i] = counts{r.Made, r.Duplicates}
	}
	what := fmt.Sprintf("%s of %s at %g with %s", c.Rules.Name, c.Scheme.Name, c.Rate, faultWords(c.Faults))
	p, closed := c.closed()
	if mean, sd := moments(real, twice); closed && (mean+sd < p.Low || mean-sd > p.High) {
		t.Errorf("%s: predicted %.1f to %.1f (%s); the library has %.1f +- %.1f", what, p.Low, p.High, p.Model, mean,
			sd)
	}
	for name, get := range map[string]func(counts) uint64{"made": made, "duplicates": twice} {
		mean, sd := moments(real, get)
		got, spread := moments(sim, get)
		const student = 5.2 // of 11 degrees of freedom, at 0.9999
		if off := student*math.Hypot(sd, spread)/math.Sqrt(realSeeds) + 0.5; math.Abs(got-mean) > off {
			t.Errorf("%s: %s %.1f; the library %.1f +- %.1f", what, name, got, mean, off)
		}
	}
}

func made(c counts) uint64  { return c.Made }
func twice(c counts) uint64 { return c.Duplicates }

func moments(list []counts, get func(counts) uint64) (mean, sd float64) {
	for _, c := range list {
		mean += float64(get(c)) / float64(len(list))
	}
	for _, c := range list {
		sd += math.Pow(float64(get(c))-mean, 2) / float64(len(list)-1)
	}
	return mean, math.Sqrt(sd)
}

func faultWords(list []Fault) string {
	var words []string
	for _, f := range list {
		of := f.Shift.String()
		if f.Kind == Burst {
			of = fmt.Sprint(f.Count)
		}
		words = append(words, fmt.Sprintf("%s=%s@%s", f.Kind, of, f.At))
	}
	return strings.Join(words, " ")
}

// runReal lets a library live through histories, which takes one process.
func runReal(t *testing.T, c *exec.Cmd, all []history) [][]counts {
	t.Helper()
	var in, errs bytes.Buffer
	for _, h := range all {
		try.Works(t, json.NewEncoder(&in).Encode(h))
	}
	c.Stdin, c.Stderr = &in, &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v: %.2000s", c, err, errs.String())
	}
	list := make([][]counts, len(all))
	d := json.NewDecoder(bytes.NewReader(out))
	for i := range list {
		if err := d.Decode(&list[i]); err != nil {
			t.Fatalf("%s: history %d: %v", c, i, err)
		}
	}
	return list
}

// librariesModule is a module of its own, so that nothing of idscope requires or links
// the libraries in it, some of which no other test needs.
const librariesModule = "testdata/libraries"

// asksTime is what libraries ask of package time, and of package clock instead.
var (
	asksTime      = regexp.MustCompile(`\btime\.(Now|Since|Sleep|NewTicker)\b`)
	packageClause = regexp.MustCompile(`(?m)^package \w+`)
)

// buildReal builds the program of the libraries with copies of their sources in which nothing
// differs but whom they ask for the time, and to sleep. Modules that cannot be had, as without
// a network, are no failure, and it is said.
func buildReal(t *testing.T) (program string) {
	t.Helper()
	dir := t.TempDir()
	in := func(words ...string) ([]byte, error) {
		c := exec.Command("go", words...)
		c.Dir = dir
		return c.CombinedOutput()
	}
	try.Works(t, os.CopyFS(dir, os.DirFS(librariesModule)))
	if out, err := in("mod", "vendor"); err != nil {
		t.Skipf("left out: the modules of %s cannot be had: %v: %s", librariesModule, err, out)
	}
	err := filepath.WalkDir(filepath.Join(dir, "vendor"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil || !asksTime.Match(source) {
			return err
		}
		source = asksTime.ReplaceAll(source, []byte("clock.$1"))
		source = packageClause.ReplaceAll(source, []byte(`$0; import "idscope.test/libraries/clock"`))
		return os.WriteFile(path, append(source, "\nvar _ time.Duration\n"...), 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := in("build", "-trimpath", "-ldflags=-s -w", "-o", "program", "."); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	return filepath.Join(dir, "program")
}

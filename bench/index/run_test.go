package index

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

func get(t *testing.T, names ...string) []*gen.Scheme {
	t.Helper()
	list := make([]*gen.Scheme, len(names))
	for i, name := range names {
		list[i] = try.Found(scheme.Get(name)).Or(t)
	}
	return list
}

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func options(f *fake, rows, batch int) Options {
	return Options{Setting: Setting{Rows: rows, Batch: batch, Rate: 1000, Nodes: 1, Start: start}, Clock: f,
		Random: func() io.Reader { return gen.SeededRandom(1) }}
}

// measured is a run that has to succeed.
func measured(t *testing.T, f *fake, o Options, names ...string) *Report {
	t.Helper()
	return try.Of(Run(context.Background(), f, get(t, names...), o)).Or(t)
}

func TestRun(t *testing.T) {
	f := &fake{}
	o := options(f, 1000, 30)
	var seen []int
	o.Progress = func(_ string, done, total int) {
		seen = append(seen, done)
		try.Equal(t, total, 2000, "the total of Progress is")
	}
	r := measured(t, f, o, "uuidv7", "snowflake")
	if want := strings.Fields("claim create,128 stats,1000 remove create,64 stats,1000 remove " +
		"release"); strings.ReplaceAll(strings.Join(f.calls, ";"), " ", ",") != strings.Join(want, ";") {
		t.Errorf("the engine saw %q; want %q", f.calls, want)
	}
	if slices.Max(f.batches) != 30 || f.batches[33] != 10 || len(seen) != 68 || seen[67] != 2000 {
		t.Errorf("batches are %v, progress %v; want 33 of 30 and one of 10, twice", f.batches, seen)
	}
	for _, x := range r.Results {
		if x.Inserted != 1000 || x.Seconds != 0.001 || x.PerSec != 1e6 || x.Column != "column" ||
			*x.DiskBytes != 100_000 || x.Partial || x.Newest.Rows != 1000 || x.Newest.PerSec != 1e6 {
			t.Errorf("%s is %+v; want 1000 rows at 1e6 a second", x.Scheme, x)
		}
		if len(x.Samples) != 34 || x.Samples[33].Rows != 1000 { // fewer batches than slices
			t.Errorf("%s has %d samples; want one for each of its 34 batches", x.Scheme, len(x.Samples))
		}
	}
	if r.Partial || r.Engine != "fake 1" || r.Results[0].Order != "increasing" || r.Results[0].KeyBytes != 16 ||
		r.Results[1].KeyBytes != 8 {
		t.Errorf("Run() = %+v", r)
	}
}

// TestSamples: slices end at equal steps, however many batches there are.
func TestSamples(t *testing.T) {
	for _, test := range []struct{ rows, batch, want int }{{40_000, 100, Slices}, {1, 1000, 1}, {39, 1, 39},
		{41, 1, 40}, {10_000, 9_999, 2}, {100_000, 777, 40}} {
		f := &fake{}
		r := measured(t, f, options(f, test.rows, test.batch), "uuidv4")
		list := r.Results[0].Samples
		if len(list) != test.want || list[len(list)-1].Rows != test.rows {
			t.Errorf("%d rows in batches of %d give %d samples; want %d, the last at the end", test.rows, test.batch,
				len(list), test.want)
		}
		for i := 1; i < len(list); i++ {
			if list[i].Rows <= list[i-1].Rows || list[i].Seconds <= list[i-1].Seconds || list[i].PerSec <= 0 {
				t.Errorf("%d rows in batches of %d: sample %d is %+v after %+v", test.rows, test.batch, i, list[i],
					list[i-1])
			}
		}
	}
}

// TestSampleRate: the rate of a slice is its own, not that of all before.
func TestSampleRate(t *testing.T) {
	var r Result
	for i, seconds := range []float64{1, 3} {
		r.Inserted, r.Seconds = 40*(i+1), seconds
		r.sample(80)
	}
	try.Equal(t, r.Samples[1], Sample{80, 3, 20}, "the second slice, of 40 rows in 2 s, is")
}

// TestRunNewest: the rows read are the newest, whatever came before.
func TestRunNewest(t *testing.T) {
	f := &filling{options: &Options{Setting: Setting{Rows: Newest + 7}}}
	for i := range uint64(Newest + 7) {
		f.remember([]Row{{ID: gen.ID{Lo: i}}})
	}
	var read, want []uint64
	for i := uint64(Newest + 6); i >= 7; i-- {
		want = append(want, i)
	}
	f.engine, f.options = &spy{read: &read}, &Options{Clock: &fake{}}
	if err := f.read(context.Background()); err != nil ||
		!slices.Equal(read, slices.Repeat(want, passes)) {
		t.Errorf("read %d keys from %v on, %v; want %d from the newest on, in each pass", len(read), read[0], err,
			Newest)
	}
}

type spy struct {
	fake
	read *[]uint64
}

func (s *spy) Read(_ context.Context, keys []gen.ID) (int, error) {
	for _, id := range keys {
		*s.read = append(*s.read, id.Lo)
	}
	return len(keys), nil
}

// TestRepeats: the schemes take turns at being first, the rates are medians, and an end
// in a later run leaves what was complete.
func TestRepeats(t *testing.T) {
	f := &fake{}
	o := options(f, 100, 100)
	o.Repeats = 3
	r := measured(t, f, o, "uuidv4", "snowflake")
	var created []string
	for _, call := range f.calls {
		if bits, ok := strings.CutPrefix(call, "create "); ok {
			created = append(created, bits)
		}
	}
	try.Same(t, created, []string{"128", "64", "64", "128", "128", "64"}, "tables of keys of bits")
	for _, x := range r.Results {
		if len(x.Runs.PerSec) != 3 || x.Runs.Median != 1e6 || x.PerSec != 1e6 || len(x.Newest.Runs.PerSec) != 3 {
			t.Errorf("%s: %+v; want three runs at 1e6", x.Scheme, x)
		}
	}
	if r.Complete != 3 || r.Partial || r.Results[0].Scheme != "uuidv4" {
		t.Errorf("Run() = %+v; want three complete runs, in the order of the schemes", r)
	}
	f = &fake{failAt: 350} // in the second run
	o = options(f, 100, 50)
	o.Repeats = 3
	r, err := Run(context.Background(), f, get(t, "uuidv4", "snowflake"), o)
	if !errors.Is(err, errBroken) || !r.Partial || r.Complete != 1 || len(r.Results) != 2 || r.Results[0].Partial ||
		len(r.Results[0].Runs.PerSec) != 1 || len(r.Results[1].Runs.PerSec) != 2 ||
		r.Results[1].Runs.Noise(&r.Results[0].Runs) {
		t.Errorf("Run() = %+v, %v; want what was complete", r, err)
	}
	one := func(perSec, seconds float64) Result {
		return Result{PerSec: perSec, Seconds: seconds, Newest: &Reads{PerSec: perSec + 4},
			Window: &Window{Reads{PerSec: perSec + 8}, ByKey}}
	}
	x := inTheMiddle([]Result{one(3, 0), one(1, 3), one(2, 9)})
	if x.Seconds != 9 || x.PerSec != 2 || x.Newest.PerSec != 6 || x.Window.PerSec != 10 ||
		!slices.Equal(x.Runs.PerSec, []float64{3, 1, 2}) {
		t.Errorf("inTheMiddle = %+v; want the run of rate 2", x)
	}
}

// TestRunFails: whatever fails, what was made is dropped, and what there is so far
// is told.
func TestRunFails(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	tests := []struct {
		words   string
		ctx     context.Context
		fake    fake
		want    error
		results int // -1: no report
		calls   string
	}{
		{"a table is there", context.Background(), fake{taken: true}, ErrExists, -1, "claim"},
		{"cancelled at once", cancelled, fake{}, context.Canceled, 0, "claim create 128 release"},
		{"a batch fails", context.Background(), fake{failAt: 1500}, errBroken, 2,
			"claim create 128 stats 1000 remove create 128 stats 400 release"},
		{"the first batch fails", context.Background(), fake{failAt: 1}, errBroken, 0, "claim create 128 release"},
		{"dropping fails", context.Background(), fake{dropFail: true}, errBroken, 2,
			"claim create 128 stats 1000 remove create 128 stats 1000 remove release"},
	}
	for _, test := range tests {
		f := &test.fake
		r, err := Run(test.ctx, f, get(t, "uuidv4", "uuidv7"), options(f, 1000, 100))
		results := -1
		if r != nil {
			results = len(r.Results)
		}
		if !errors.Is(err, test.want) || results != test.results || strings.Join(f.calls, " ") != test.calls {
			t.Errorf("%s: Run() = %d results, %v after %q; want %d, %v after %q", test.words, results, err, f.calls,
				test.results, test.want, test.calls)
		}
		if r != nil && test.words != "dropping fails" && !r.Partial {
			t.Errorf("%s: Run() = %+v; want it to be partial", test.words, r)
		}
		if results == 2 {
			_, ratios := r.Table()
			try.Equal(t, slices.Contains(ratios, true), !r.Results[1].Partial, "%s: it has ratios:", test.words)
		}
	}
	f := &fake{failAt: 15}
	if r, _ := Run(context.Background(), f, get(t, "uuidv4"), options(f, 1000, 10)); r.Results[0].Inserted != 10 ||
		r.Results[0].Samples == nil || len(r.Results[0].Samples) != 0 || strings.HasPrefix(Figures(r)[0].Title, "Rate") {
		t.Errorf("Run() that ends before its first sample = %+v; want a list of none, which is [] in JSON",
			r.Results[0])
	}
	f = &fake{lose: true}
	try.Of(Run(context.Background(), f, get(t, "uuidv4"), options(f, 10, 10))).Says(t, "9 of 10",
		"Run() of an engine that loses a row =")
}

// TestEnd: what is done at the end has as long as it takes, until the run is interrupted; then
// it has some time.
func TestEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(context.Background())
		late, cancel := end(ctx)
		defer cancel()
		time.Sleep(24 * time.Hour)
		try.Equal(t, late.Err(), nil, "a day later:")
		interrupt()
		time.Sleep(afterwards - 1)
		synctest.Wait()
		try.Equal(t, late.Err(), nil, "just before %s:", afterwards)
		time.Sleep(2 * time.Nanosecond)
		synctest.Wait()
		if late.Err() == nil {
			t.Errorf("after %s it goes on; want its end", afterwards)
		}
		if late, cancel := end(ctx); late.Err() != nil {
			t.Errorf("of a context that has ended: %v; want some time", late.Err())
		} else {
			cancel()
		}
	})
}

// TestWindows: windows are spread over the table, each of the rows that came one after the
// other, and one that has fewer is an error.
func TestWindows(t *testing.T) {
	w := &filling{options: &Options{Setting: Setting{Rows: 25}}}
	for from := 0; from < 25; from += 7 {
		var rows []Row
		for n := from; n < min(from+7, 25); n++ {
			rows = append(rows, Row{gen.ID{Lo: uint64(100 - n)}, int64(n)})
		}
		w.remember(rows)
		w.result.Inserted += len(rows)
	}
	var starts []int64
	for _, x := range w.windows {
		starts = append(starts, x.from.Created)
		if x.rows != 2 || x.to.Created != x.from.Created+1 || x.from.ID.Lo != uint64(100-x.to.Created) ||
			x.to.ID.Lo != uint64(100-x.from.Created) {
			t.Errorf("a window is %+v; want 2 rows, its lowest and highest id and time", x)
		}
	}
	try.Same(t, starts, []int64{0, 3, 5, 8, 10, 13, 15, 18, 20, 23}, "windows begin with rows")
	for _, test := range []struct {
		name, by string
		perSec   float64
	}{{"uuidv7", ByKey, 1e6}, {"uuidv4", ByScan, 0.5e6}} { // a scan of 10 windows of 100 reads each row 10 times
		f := &fake{}
		r := measured(t, f, options(f, 100, 100), test.name)
		x := r.Results[0].Window
		if x.By != test.by || x.Rows != 100 || test.by == ByKey && x.PerSec != test.perSec ||
			test.by == ByScan && (x.PerSec < 0.08e6 || x.PerSec > 0.1e6) {
			t.Errorf("%s: %+v; want 100 rows by %s", test.name, x, test.by)
		}
	}
	f := &fake{shortWindow: true}
	slow := reading{1, func() (int, error) { f.now = f.now.Add(3 * time.Second); return 1, nil }}
	got := try.Of(timed(f, windowTurns, windowTime, "x", []reading{slow, slow})).Or(t)
	try.Equal(t, got.Rows, 1, "a pass that takes too long ends: rows")
	try.Of(Run(context.Background(), f, get(t, "uuidv7"), options(f, 10, 10))).Says(t, "0 of 1 rows of a window",
		"Run() of an engine that loses a window =")
}

// TestBeyond compares with testdata/beyond.txt how many rows are chosen, in whole batches, so that the smallest row
// makes twice the cache, by the kind of table; none for an engine without a cache, or with one that is too large.
func TestBeyond(t *testing.T) {
	said := ""
	for _, c := range []*Cache{nil, {"pages", 24_000}, {"pages", 7e9}, {"pages", 40e9}} {
		for _, kinds := range [][]Variant{{Clustered, TimeIndex, TextKey}, {Heap, TimeIndex, TextKey, Secondary}} {
			for _, v := range kinds {
				o := Options{Setting: Setting{Batch: 100, Payload: 20, Beyond: true, Variants: []Variant{v}}}
				_, err := o.plan(About{Engine: "fake", Cache: c, Kinds: kinds}, get(t, "uuidv4", "snowflake"))
				said += fmt.Sprintln(c, kinds, v, o.Rows, errors.Is(err, ErrCache), err)
			}
		}
	}
	try.File(t, "testdata/beyond.txt", said)
}

// TestSmoothed: a pause of the disk does not hide the course, and what is steady stays.
func TestSmoothed(t *testing.T) {
	var steady, paused []Sample
	for i := 1; i <= 40; i++ {
		s := Sample{Rows: 100 * i, Seconds: float64(i)}
		steady = append(steady, s)
		if i > 20 {
			s.Seconds += 9 // slice 21 takes ten times as long
		}
		paused = append(paused, s)
	}
	for at := range steady {
		if v := smoothed(steady, at); math.Abs(v-100) > 1e-9 {
			t.Errorf("of a steady rate slice %d is %v; want 100", at, v)
		}
	}
	if v := smoothed(paused, 20); v < 20 || v > 60 { // alone it is 10
		t.Errorf("a slice of a tenth of the rate is %v; want it between its own and that of those around", v)
	}
	if v := smoothed(paused, 20+near+1); math.Abs(v-100) > 1e-9 {
		t.Errorf("beyond those near it the rate is %v; want 100", v)
	}
	try.Equal(t, smoothed([]Sample{{Rows: 5}}, 0), 0, "of no time the rate is")
}

// stamped are options of ids from a time on, at a rate, of nodes.
func stamped(from time.Time, rate float64, nodes int) *Options {
	o := options(&fake{}, 1, 1)
	o.Start, o.Rate, o.Nodes = from, rate, nodes
	return &o
}

// TestStreamOfEveryScheme: each that can be made is made, without a repeat, in order where the scheme promises it, also
// faster than its ticks hold. How it is stored, and why it is refused, by the number of nodes, is in testdata/keys.txt.
func TestStreamOfEveryScheme(t *testing.T) {
	n, said := 5000, ""
	for _, s := range scheme.All() {
		for _, v := range []Variant{Clustered, TextKey, TimeIndex} {
			table := Table{Key: KeyOf(s, v), Variant: v}
			said += fmt.Sprintln(s.Name, v, table.Key.Bits, table.Key.Bytes(), table.Key.Integer(), table.Key.UUID(),
				table.Key.Written(), table.Window(), order(s))
		}
		for _, nodes := range []int{2, 2000} {
			_, err := NewStream(s, stamped(start, 1e6, nodes))
			said += fmt.Sprintln(nodes, err)
		}
		st, err := NewStream(s, stamped(start, 1e6, 1))
		if err != nil {
			said += err.Error() + "\n"
			continue
		}
		ids := make([]Row, n)
		try.Works(t, st.Fill(context.Background(), ids))
		seen := make(map[gen.ID]bool, n)
		for i, r := range ids {
			id := r.ID
			if seen[id] {
				t.Fatalf("%s: id %d is a repeat", s.Name, i)
			}
			if seen[id] = true; i > 0 && s.Ordered() && id.Cmp(ids[i-1].ID) <= 0 {
				t.Fatalf("%s: id %d is not greater than the one before", s.Name, i)
			}
		}
	}
	try.File(t, "testdata/keys.txt", said)
}

// TestStreamTime: ids carry the time of a clock that goes on by 1/rate, of makers
// that take turns.
func TestStreamTime(t *testing.T) {
	s := get(t, "snowflake")[0]
	st := try.Of(NewStream(s, stamped(start, 500, 2))).Or(t)
	ids := make([]Row, 1001)
	try.Works(t, st.Fill(context.Background(), ids))
	codec := try.Of(s.Layout.Compile()).Or(t)
	for _, i := range []int{0, 1, 500, 1000} {
		at, who := s.Timeline().Time(codec.Source(ids[i].ID, gen.Time).Lo), codec.Source(ids[i].ID, gen.Worker).Lo
		if want := start.Add(time.Duration(i) * 2 * time.Millisecond); !at.Equal(want) || who != uint64(i%2) {
			t.Errorf("id %d is of %v by worker %d; want %v by %d", i, at, who, want, i%2)
		}
	}
}

// TestStreamSlow: one id in a century is beyond a time.Duration soon.
func TestStreamSlow(t *testing.T) {
	s := &Stream{start: start, gap: float64(time.Second) * 36525 * 86400, made: 3}
	if want := start.AddDate(0, 0, 3*36525); !s.Now().Equal(want) {
		t.Errorf("after 3 centuries it is %v; want %v", s.Now(), want)
	}
}

func driver(err error, schemes ...string) Driver {
	return Driver{schemes, func(context.Context, string) (Engine, error) { return &fake{}, err }}
}

// TestFind compares with testdata/find.txt which engine a DSN names: the errors list the choice, and show no secret.
func TestFind(t *testing.T) {
	list, said := []Driver{driver(nil, "bbolt", "bolt"), driver(nil, "postgres", "postgresql")}, ""
	for _, dsn := range strings.Fields("bbolt: bolt:x bolt postgresql://h/d oracle://u:s3cret@h : s3cret u:s3cret@h " +
		"s3cret!:x /a/s3cret:b aaaaabbbbbcccccddddd:x aaaaabbbbbcccccddddde:x") {
		d, err := Find(list, dsn)
		said += fmt.Sprintln(dsn, d.Schemes, err)
	}
	try.File(t, "testdata/find.txt", said)
}

// TestOpenScrubs: a client that repeats the whole DSN still shows no password.
func TestOpenScrubs(t *testing.T) {
	for _, dsn := range []string{"x://u:s3cret@h/d", "x://u:s%33cret@h/d", "x://h/d?a=b&PassWord=s3cret&c=d",
		"x://u:s3cret@h:port", "x://a@b:s3cret@h"} {
		plain, _ := url.QueryUnescape(dsn)
		cause := errors.New(dsn + " and " + plain)
		_, err := Open(context.Background(), []Driver{driver(cause, "x")}, dsn)
		if err == nil || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "s%33cret") ||
			!errors.Is(err, cause) {
			t.Errorf("Open(%q) = %v; want the cause without its password", dsn, err)
		}
	}
}

package inspect

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// ordered are all schemes with time order, layouts of one's own included.
func ordered(t testing.TB) []*gen.Scheme {
	t.Helper()
	var list []*gen.Scheme
	for _, s := range append(known.All(), known.Unlisted()...) {
		if s.TimeOrdered() {
			list = append(list, s)
		}
	}
	for _, c := range []scheme.CustomOptions{
		{Name: "own-order", Layout: "time:40 cluster:3 user:10 seq:10"},
		{Name: "own-seconds", Layout: "time:32 worker:8 seq:4", Tick: time.Second},
		{Name: "own-tagged", Layout: "tag:4=9 time:44 kind:6=33 worker:10", Tick: 10 * time.Millisecond},
		{Name: "own-odd", Layout: "unused:3 time:50 seq:11", Tick: 1234567 * time.Nanosecond,
			Epoch: time.Unix(1500000000, 987654321)},
		{Name: "own-wide", Layout: "time:60 random:120", Tick: time.Nanosecond},
	} {
		s := try.Of(scheme.Custom(c)).Or(t)
		list = append(list, s)
	}
	return list
}

// life is a stretch of a scheme's life that time.Time and RFC 3339 can hold.
func life(s *gen.Scheme) (from, to time.Time) {
	from, to = s.Epoch, time.Date(9990, 1, 1, 0, 0, 0, 0, time.UTC)
	if end, ok := s.End(); ok && end.Before(to) {
		to = end
	}
	return from, to
}

// Of 1000 random windows of every scheme, one tick inside falls in and one
// tick outside falls out, on both ends, whatever the other bits are.
func TestWindowTicks(t *testing.T) {
	n := long(1_000, 10_000)
	for _, s := range ordered(t) {
		r := rand.New(rand.NewPCG(21, 22))
		codec := try.Of(s.Layout.Compile()).Or(t)
		line := s.Timeline()
		start, end := life(s)
		last, _ := line.Tick(end.Add(-1))
		last = min(last, s.LastTick())
		free := codec.Mask(gen.Time).Or(codec.Mask(gen.Const)).Not().And(gen.Mask(codec.Size()))
		at := func(tick uint64) gen.ID { // an identifier of the tick, other bits at random
			noise := gen.ID{Hi: r.Uint64(), Mid: r.Uint64(), Lo: r.Uint64()}.And(free)
			switch r.IntN(3) {
			case 0:
				noise = gen.ID{}
			case 1:
				noise = free
			}
			return codec.WithSource(constants(codec), gen.Time, gen.FromUint64(tick)).Or(noise)
		}
		canonical := func(tick uint64) uint64 { // of a time in two digits not every number is a tick
			tick, _ = line.Tick(line.Time(tick))
			return tick
		}
		before := func(tick uint64) uint64 {
			tick, _ = line.Tick(line.Time(tick).Add(-1))
			return tick
		}
		for range n {
			first := canonical(1 + r.Uint64N(last-2))
			length := canonical(first+1+r.Uint64N(min(last-first, 1<<uint(1+r.IntN(40))))) - first
			from, to := line.Time(first), line.Time(first+length)
			if r.IntN(2) == 0 { // ends that are no ticks
				from = from.Add(time.Duration(r.Int64N(int64(max(1, line.Time(canonical(first+1)).Sub(from))))))
				to = to.Add(-time.Duration(r.Int64N(int64(max(1, to.Sub(line.Time(before(first+length))))))))
			}
			if !from.Before(to) || from.Before(start) {
				continue
			}
			w, err := Window(s, from, to)
			if err != nil {
				t.Fatalf("Window(%s, %s, %s) = %v", s.Name, stamp(from), stamp(to), err)
			}
			in := func(id gen.ID) bool { return w.Low.Cmp(id) <= 0 && id.Cmp(w.High) <= 0 }
			if !in(at(first)) || !in(at(before(first+length))) || in(at(before(first))) || in(at(first+length)) {
				t.Fatalf("Window(%s, %s, %s) = %x to %x; want ticks %d to %d in it and their neighbours not", s.Name, stamp(from),
					stamp(to), w.Low, w.High, first, first+length-1)
			}
			if low, err := s.Text.Parse([]byte(w.LowText), codec.Size()); err != nil || low != w.Low ||
				!codec.Matches(w.Low) || !codec.Matches(w.High) {
				t.Fatalf("Window(%s, %s, %s): ends %s and %s are no identifiers (%v)", s.Name, stamp(from), stamp(to), w.LowText,
					w.HighText, err)
			}
		}
	}
}

func TestWindowKnown(t *testing.T) {
	utc := func(text string) time.Time {
		return try.Of(time.Parse(time.RFC3339Nano, text)).Or(t)
	}
	for _, tt := range []struct {
		name, from, to, low, high, note string
	}{
		{"snowflake", "2022-06-28T00:00:00Z", "2022-06-29T00:00:00Z", "1541572081873846272", "1541934469739446271", ""},
		{"discord", "2015-01-01T00:00:00Z", "2015-01-01T00:00:00.001Z", "0", "4194303", "do not sort"},
		{"ulid", "2022-01-01T00:00:00Z", "2023-01-01T00:00:00Z", "01FR9EZ7000000000000000000", "01GNNA1HZZZZZZZZZZZZZZZZZZ",
			""},
		{"uuidv7", "2022-02-22T19:22:22Z", "2022-02-22T19:22:22.001Z", "017f22e2-79b0-7000-8000-000000000000",
			"017f22e2-79b0-7fff-bfff-ffffffffffff", "fraction"},
		{"objectid", "2012-10-17T21:13:27.5Z", "2012-10-17T21:13:27.6Z", "507f1f770000000000000000",
			"507f1f77ffffffffffffffff", "from 2012-10-17T21:13:27Z on, and before 2012-10-17T21:13:28Z"},
		{"objectid", "2012-10-17T21:13:27Z", "2012-10-17T21:13:28.1Z", "507f1f770000000000000000",
			"507f1f78ffffffffffffffff", "from 2012-10-17T21:13:27Z on, and before 2012-10-17T21:13:29Z"},
		{"objectid", "2012-10-17T21:13:27Z", "2012-10-17T21:13:28Z", "507f1f770000000000000000", "507f1f77ffffffffffffffff",
			""},
		{"snowflake", "2000-01-01T00:00:00Z", "2010-11-04T01:42:54.658Z", "0", "4194303", "starts at the epoch"},
		{"uidgenerator", "2024-11-20T13:24:15Z", "2030-01-01T00:00:00Z", "9223372002495037440", "9223372036854775807",
			"ends with the layout"},
		{"instagram", "2046-06-27T00:00:00Z", "2046-06-28T00:00:00Z", "", "", "crosses 2^63"},
		{"instagram", "2050-01-01T00:00:00Z", "2050-01-02T00:00:00Z", "", "", "both ends are 2^63"},
	} {
		w, err := Window(schemeOf(t, tt.name), utc(tt.from), utc(tt.to))
		if err != nil || tt.low != "" && (w.LowText != tt.low || w.HighText != tt.high) {
			t.Errorf("Window(%s, %s, %s) = %s to %s, %v; want %s to %s", tt.name, tt.from, tt.to, w.LowText, w.HighText, err,
				tt.low, tt.high)
		}
		if got := strings.Join(w.Notes, "; "); !strings.Contains(got, tt.note) || tt.note == "" && got != "" {
			t.Errorf("Window(%s, %s, %s): notes %q; want %q", tt.name, tt.from, tt.to, got, tt.note)
		}
	}
}

func TestWindowRefused(t *testing.T) {
	day1, day2 := time.Date(2022, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2022, 1, 2, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name     string
		from, to time.Time
		want     string
	}{
		{"uuidv4", day1, day2, "uuidv4 has no time"},
		{"uuidv1", day1, day2,
			"ids of uuidv1 are not ordered by time: time_low, a lower part of the time, is above"},
		{"seata", day1, day2, "ids of seata are not ordered by time: worker is above the time"},
		{"march", day1, day2, "ids of march are not ordered by time"},
		{"snowflake", day2, day1, "is empty; use a start before its end"},
		{"snowflake", day1, day1, "is empty"},
		{"snowflake", day1.AddDate(-20, 0, 0), day1.AddDate(-19, 0, 0),
			"snowflake counts from 2010-11-04T01:42:54.657Z, after the window"},
		{"uidgenerator", day1.AddDate(10, 0, 0), day1.AddDate(11, 0, 0), "the layout of uidgenerator ended on 2024-11-20"},
	} {
		try.Of(Window(schemeOf(t, tt.name), tt.from, tt.to)).Says(t, tt.want,
			"Window(%s, %s, %s) =", tt.name, stamp(tt.from), stamp(tt.to))
	}
}

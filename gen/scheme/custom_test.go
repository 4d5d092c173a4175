package scheme

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

// TestCustom reads testdata/custom.txt: text form, rule of the clock, start, growth of layouts, and whether recorded.
func TestCustom(t *testing.T) {
	try.Lines(t, "testdata/custom.txt", func(layout string) string {
		s := try.Of(Custom(CustomOptions{Layout: layout})).Or(t)
		if s.Name != CustomName || s.Overflow != gen.OverflowBorrow {
			t.Errorf("%s: name %s, overflow %v; want %s, borrow", layout, s.Name, s.Overflow, CustomName)
		}
		if s.Timed() && (!s.Epoch.Equal(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)) || s.Tick != DefaultTick) {
			t.Errorf("%s: epoch %s, tick %s; want the defaults", layout, s.Epoch, s.Tick)
		}
		schemetest.NewGenerator(t, s, gen.Options{})
		return fmt.Sprint(s.Text.Form, " ", s.Backward, " ", s.Start, " ", int(s.Growth), " ", s.Recorded())
	})
}

// TestCustomRefuses: what the layout refuses (TestLayouts of package gen), and a tick.
func TestCustomRefuses(t *testing.T) {
	try.Of(Custom(CustomOptions{})).Says(t, "layout has 0 bits; use 1 to 192", "no layout:")
	try.Of(Custom(CustomOptions{Layout: "time:20", Tick: -time.Second})).Says(t,
		"a tick of -1s is too short; use 1ns or more", "a negative tick:")
}

// TestOverride reads testdata/override.txt: what becomes of a scheme with another epoch, tick and layout.
func TestOverride(t *testing.T) {
	own := try.Of(Custom(CustomOptions{Name: "mine", Layout: "time:40 seq:10"})).Or(t)
	try.Lines(t, "testdata/override.txt", func(given string) string {
		name, with, _ := strings.Cut(given, " ")
		s, c := own, CustomOptions{}
		if name != own.Name {
			s, _ = Get(name)
		}
		for change := range strings.SplitSeq(with, ", ") {
			switch what, value, _ := strings.Cut(change, " "); what {
			case "epoch":
				c.Epoch = new(try.Of(time.Parse(time.DateOnly, value)).Or(t))
			case "tick":
				c.Tick = try.Of(time.ParseDuration(value)).Or(t)
			case "layout":
				c.Layout = value
			}
		}
		before := *s
		o, err := Override(s, c)
		if s.Epoch != before.Epoch || s.Tick != before.Tick || s.Layout.String() != before.Layout.String() ||
			s.Example.Text != before.Example.Text {
			t.Errorf("%s: it changed its argument", given)
		}
		if err != nil {
			return err.Error()
		}
		if c.Epoch != nil && (!o.Epoch.Equal(*c.Epoch) || o.Since.Before(*c.Epoch)) ||
			o.Tick != cmp.Or(c.Tick, s.Tick) || c.Layout != "" && o.Layout.String() != c.Layout {
			t.Errorf("%s: epoch %s, tick %s, layout %s", given, o.Epoch, o.Tick, o.Layout)
		}
		schemetest.Next(t, schemetest.NewGenerator(t, o, gen.Options{Clock: gen.FixedClock(o.Timeline().Time(5))}))
		return fmt.Sprintf("example %t, %d notes more", o.Example.Text != "", len(o.Notes)-len(s.Notes))
	})
}

// TestWorkersByDefault: nodes are multicast addresses, processes have parts of
// their own, numbered workers are 0.
func TestWorkersByDefault(t *testing.T) {
	for _, s := range All() {
		if !s.Generated() || s.WorkerBits() == 0 {
			continue
		}
		seen := map[uint64]bool{}
		for seed := range uint64(20) {
			g := schemetest.NewGenerator(t, s, gen.Options{Clock: gen.FixedClock(schemetest.Working(s)),
				Random: gen.SeededRandom(seed)})
			worker := schemetest.Compile(t, s).Source(schemetest.Next(t, g), gen.Worker).Lo
			seen[worker] = true
			if s.WorkerRule == gen.WorkerNode && worker&gen.Multicast == 0 {
				t.Errorf("node of %s = %012x; want the multicast bit", s.Name, worker)
			}
		}
		want := 20
		if s.WorkerRule == gen.WorkerNumber {
			want = 1
		}
		try.Equal(t, len(seen), want, "20 generators of %s have", s.Name)
	}
}

// TestUUIDv7NeverLeads: at any rate, the time is at most 1 ms ahead of the clock.
func TestUUIDv7NeverLeads(t *testing.T) {
	s, _ := Get("uuidv7")
	now, codec := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC), schemetest.Compile(t, s)
	g := schemetest.NewGenerator(t, s, gen.Options{Clock: gen.FixedClock(now)})
	ids := make([]gen.ID, 200_000)
	try.Need(t, try.Of(g.Fill(t.Context(), ids)).Or(t), len(ids), "Fill =")
	for _, id := range ids {
		if at := s.Timeline().Time(codec.Source(id, gen.Time).Lo); at.Sub(now) > time.Millisecond {
			t.Fatalf("%s is of %s; want 1 ms after %s at most", schemetest.Render(s, id), at, now)
		}
	}
}

// No text makes Parse of a scheme with a prefix panic, and what is read is written
// so again, but for a checksum that was missing.
func FuzzAffixed(f *testing.F) {
	for _, text := range []string{"shipment_00jc1gmqww0000801zzzzzzzzzzzzzzz-a0f4",
		"user_00jc1gmmfc000ag0y007xbdyxz5fxzqd", "prefix_01h455vb4pex5vsknk084sn02q", "01h455vb4pex5vsknk084sn02q", "",
		"_", "-", "a_-", "\xff_\xff-aaaa"} {
		f.Add([]byte(text))
	}
	orderly, _ := Get("orderlyid")
	typed, _ := Get("typeid")
	list := []*gen.Scheme{orderly, typed}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, s := range list {
			got, err := s.Parse(text)
			if err != nil {
				continue
			}
			again := s.AppendPrefixed(nil, got.ID, got.Prefix)
			if string(again) != string(text) && (got.Summed || !strings.HasPrefix(string(again), string(text)+"-")) {
				t.Fatalf("%s: Parse(%q) = %+v, written %q", s.Name, text, got, again)
			}
		}
	})
}

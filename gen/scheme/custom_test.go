package scheme

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

func TestCustom(t *testing.T) {
	for _, c := range []struct {
		words, layout string
		want          string // text form, backward, start, growth, and whether recorded
	}{
		{"an order id", "time:40 cluster:3 user:10 seq:10", "int continue rotate:64 0 true"},
		{"65 bits are hexadecimal", "time:40,worker:15,seq:10", "hex continue rotate:64 0 true"},
		{"rollbacks are counted where there is a field", "time:40 rollback:2 seq:10", "int bits rotate:64 0 true"},
		{"few random bits are walked through", "time:41 random:23", "int continue default 3 false"},
		{"64 random bits stand alone", "time:41 random:64", "hex continue default 0 false"},
		{"64 random bits beside a sequence need no record", "time:48 seq:16 random:64", "hex continue rotate:64 0 false"},
		{"random bits beside a worker are fresh", "time:41 worker:10 random:12", "int continue default 0 true"},
		{"random bits beside a rollback count are fresh", "time:41 rollback:2 random:12", "int bits default 0 true"},
		{"a time alone", "time:64", "int continue default 0 true"},
		{"a sequence alone", "seq:64", "int continue rotate:64 0 true"},
		{"few random bits alone are walked through too", "random:40", "int continue default 3 false"},
		{"the widest", "time:64 worker:64 seq:64", "hex continue rotate:64 0 true"},
	} {
		s := try.Of(Custom(CustomOptions{Layout: c.layout})).Or(t)
		got := fmt.Sprint(s.Text.Form, " ", s.Backward, " ", s.Start, " ", int(s.Growth), " ", s.Recorded())
		try.Equal(t, got, c.want, "%s: Custom(%q) =", c.words, c.layout)
		if s.Name != CustomName || s.Overflow != gen.OverflowBorrow {
			t.Errorf("%s: name %s, overflow %v; want %s, borrow", c.words, s.Name, s.Overflow, CustomName)
		}
		if s.Timed() && (!s.Epoch.Equal(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)) || s.Tick != DefaultTick) {
			t.Errorf("%s: epoch %s, tick %s; want the defaults", c.words, s.Epoch, s.Tick)
		}
		schemetest.NewGenerator(t, s, gen.Options{})
	}
}

// TestCustomRefuses: what the layout refuses (TestLayouts of package gen), and a tick.
func TestCustomRefuses(t *testing.T) {
	try.Of(Custom(CustomOptions{})).Says(t, "layout has 0 bits; use 1 to 192", "no layout:")
	try.Of(Custom(CustomOptions{Layout: "time:20", Tick: -time.Second})).Says(t,
		"a tick of -1s is too short; use 1ns or more", "a negative tick:")
}

func TestOverride(t *testing.T) {
	epoch := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	second, none := time.Second, time.Duration(0)
	wide, broken := "worker:20 time:41 seq:2", "worker:20 time"
	own := try.Of(Custom(CustomOptions{Name: "mine", Layout: "time:40 seq:10"})).Or(t)
	for _, c := range []struct {
		words  string
		scheme string
		epoch  *time.Time
		tick   *time.Duration
		layout *string
		want   string // part of the error; empty for none
	}{
		{"another epoch for a layout that has ended", "uidgenerator", &epoch, nil, nil, ""},
		{"another epoch and tick", "snowflake", &epoch, &second, nil, ""},
		{"another epoch for a UUID", "uuidv7", &epoch, nil, nil, ""},
		{"another tick for UUIDv1", "uuidv1", nil, &second, nil, ""},
		{"another layout for march", "march", nil, nil, &wide, ""},
		{"another layout for a user's own", "mine", nil, nil, &wide, ""},
		{"nothing", "ulid", nil, nil, nil, ""},
		{"an epoch without a time", "uuidv4", &epoch, nil, nil, "uuidv4 has no time; remove the epoch"},
		{"a tick without a time", "uuid-nil", nil, &second, nil, "uuid-nil has no time; remove the tick"},
		{"a tick where the time has fractions of it", "uuidv7", nil, &second, nil,
			"the tick of uuidv7 is fixed: its time has 12 bits of fractions of 1ms; remove the tick"},
		{"a tick of nothing", "snowflake", nil, &none, nil, "a tick of 0s is too short; use 1ns or more"},
		{"a layout for what is a layout", "snowflake", nil, nil, &wide,
			"the layout of snowflake is fixed; remove the layout, or use the scheme custom"},
		{"a layout that is none", "march", nil, nil, &broken, `field "time" is not understood`},
	} {
		s := own
		if c.scheme != own.Name {
			s, _ = Get(c.scheme)
		}
		before := *s
		o, err := Override(s, c.epoch, c.tick, c.layout)
		if c.want != "" {
			try.Says(t, err, c.want, "%s: Override(%s) = %v,", c.words, c.scheme, o)
			continue
		}
		if err != nil {
			t.Errorf("%s: Override(%s) = %v", c.words, c.scheme, err)
			continue
		}
		if c.epoch != nil && (!o.Epoch.Equal(epoch) || o.Since.Before(epoch)) || c.tick != nil && o.Tick != second ||
			c.layout != nil && o.Layout.String() != wide {
			t.Errorf("%s: Override(%s) = epoch %s, tick %s, layout %s", c.words, c.scheme, o.Epoch, o.Tick, o.Layout)
		}
		changed := c.epoch != nil || c.tick != nil || c.layout != nil
		if changed && o.Example.Text != "" || (c.epoch != nil || c.tick != nil) != (len(o.Notes) > len(s.Notes)) {
			t.Errorf("%s: Override(%s) keeps the example %q and has %d notes for %d", c.words, c.scheme, o.Example.Text,
				len(o.Notes), len(s.Notes))
		}
		if s.Epoch != before.Epoch || s.Tick != before.Tick || s.Layout.String() != before.Layout.String() ||
			s.Example.Text != before.Example.Text {
			t.Errorf("%s: Override(%s) changed its argument", c.words, c.scheme)
		}
		schemetest.Next(t, schemetest.NewGenerator(t, o, gen.Options{Clock: gen.FixedClock(o.Timeline().Time(5))}))
	}
}

// TestRules: what a scheme does by default when the clock goes back, and when a tick is used up; all others refuse, and
// wait.
func TestRules(t *testing.T) {
	got := map[string]string{}
	for _, s := range All() {
		if rules := fmt.Sprint(s.Backward, " ", s.Overflow); s.Paced() && rules != "fail wait" {
			got[rules] = strings.TrimSpace(got[rules] + " " + s.Name)
		}
	}
	want := map[string]string{
		"bits wait":     "sno",
		"bits borrow":   "uuidv1 uuidv6",
		"continue fail": "frostflake ulid",
		"wait wait":     "leaf shardingsphere",
		"continue borrow": "cockroach elasticsearch influxdb julid march order scru128 scru64 seata tid typeid " +
			"uuidv7 yitter",
		"continue wait": "flake-id instagram mastodon nano64 objectid objectid-2017 orderlyid pushid simpleflake " +
			"simpleflake-utc snowdrop snowid sonyflake sonyflake-v2 spaceflake threads tsid xid",
	}
	try.Equal(t, len(got), len(want), "other rules than to refuse, and to wait:")
	for rules, want := range want {
		try.Equal(t, got[rules], want, "when the clock goes back and a tick is used up %s:", rules)
	}
}

// TestStarts compares where each system's sequence starts, an id a tick.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		words, scheme string
		want          func(i int, last, value uint64) bool
		distinct      int // how many values occur in 5000 ticks
	}{
		{"snowflake starts at 0", "snowflake", func(_ int, _, v uint64) bool { return v == 0 }, 1},
		{"leaf starts at random 0 to 99", "leaf", func(_ int, _, v uint64) bool { return v < 100 }, 100},
		{"shardingsphere alternates", "shardingsphere", func(i int, _, v uint64) bool { return v == uint64(i%2) }, 2},
		{"order takes 64 in turn", "order", func(i int, _, v uint64) bool { return v == uint64(i%64) }, 64},
		{"instagram goes on", "instagram", func(i int, last, v uint64) bool { return i == 0 || v == (last+1)%1024 }, 1024},
		{"objectid goes on", "objectid", func(i int, last, v uint64) bool { return i == 0 || v == (last+1)%(1<<24) }, 5000},
		{"march starts at 0", "march", func(_ int, _, v uint64) bool { return v == 0 }, 1},
	} {
		s, _ := Get(c.scheme)
		clock := &schemetest.Clock{At: schemetest.Working(s), Each: s.Tick}
		g := schemetest.NewGenerator(t, s, gen.Options{Clock: clock, Random: gen.SeededRandom(3)})
		seen := map[uint64]bool{}
		last := uint64(0)
		for i := range 5000 {
			v := g.Codec().Source(schemetest.Next(t, g), gen.Seq).Lo
			if !c.want(i, last, v) {
				t.Errorf("%s: id %d has sequence %d after %d", c.words, i+1, v, last)
				break
			}
			last, seen[v] = v, true
		}
		try.Equal(t, len(seen), c.distinct, "%s:", c.words)
	}
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
			worker := g.Codec().Source(schemetest.Next(t, g), gen.Worker).Lo
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
	now := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	g := schemetest.NewGenerator(t, s, gen.Options{Clock: gen.FixedClock(now)})
	ids := make([]gen.ID, 200_000)
	try.Need(t, try.Of(g.Fill(t.Context(), ids)).Or(t), len(ids), "Fill =")
	for _, id := range ids {
		if at := s.Timeline().Time(g.Codec().Source(id, gen.Time).Lo); at.Sub(now) > time.Millisecond {
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

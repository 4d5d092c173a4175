package scheme

import (
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

func TestCustom(t *testing.T) {
	for _, c := range []struct {
		words    string
		options  CustomOptions
		form     gen.Form
		backward gen.Backward
		start    string
		growth   gen.Growth
		recorded bool
	}{
		{"an order id", CustomOptions{Layout: "time:40 cluster:3 user:10 seq:10"}, gen.Decimal, gen.BackwardContinue,
			"rotate:64", gen.GrowthNone, true},
		{"65 bits are hexadecimal", CustomOptions{Layout: "time:40,worker:15,seq:10"}, gen.Hex, gen.BackwardContinue,
			"rotate:64", gen.GrowthNone, true},
		{"rollbacks are counted where there is a field", CustomOptions{Layout: "time:40 rollback:2 seq:10"}, gen.Decimal,
			gen.BackwardBits, "rotate:64", gen.GrowthNone, true},
		{"few random bits are walked through", CustomOptions{Layout: "time:41 random:23"}, gen.Decimal,
			gen.BackwardContinue, "default", gen.GrowthStride, false},
		{"64 random bits stand alone", CustomOptions{Layout: "time:41 random:64"}, gen.Hex, gen.BackwardContinue,
			"default", gen.GrowthNone, false},
		{"random bits beside a worker are fresh", CustomOptions{Layout: "time:41 worker:10 random:12"}, gen.Decimal,
			gen.BackwardContinue, "default", gen.GrowthNone, true},
		{"random bits beside a rollback count are fresh", CustomOptions{Layout: "time:41 rollback:2 random:12"},
			gen.Decimal, gen.BackwardBits, "default", gen.GrowthNone, true},
		{"a time alone", CustomOptions{Layout: "time:64"}, gen.Decimal, gen.BackwardContinue, "default", gen.GrowthNone,
			true},
		{"a sequence alone", CustomOptions{Layout: "seq:64"}, gen.Decimal, gen.BackwardContinue, "rotate:64",
			gen.GrowthNone, true},
		{"few random bits alone are walked through too", CustomOptions{Layout: "random:40"}, gen.Decimal,
			gen.BackwardContinue, "default", gen.GrowthStride, false},
		{"the widest", CustomOptions{Layout: "time:64 worker:64 seq:64"}, gen.Hex, gen.BackwardContinue, "rotate:64",
			gen.GrowthNone, true},
	} {
		s, err := Custom(c.options)
		if err != nil {
			t.Errorf("%s: Custom(%q) = %v", c.words, c.options.Layout, err)
			continue
		}
		if s.Text.Form != c.form || s.Backward != c.backward || s.Start.String() != c.start || s.Growth != c.growth ||
			s.Recorded() != c.recorded {
			t.Errorf("%s: Custom(%q) = form %v, %v, start %v, growth %d, recorded %t; want %v, %v, %s, %d, %t", c.words,
				c.options.Layout,
				s.Text.Form, s.Backward, s.Start, s.Growth, s.Recorded(), c.form, c.backward, c.start, c.growth, c.recorded)
		}
		if s.Name != CustomName || s.Overflow != gen.OverflowBorrow {
			t.Errorf("%s: name %s, overflow %v; want %s, borrow", c.words, s.Name, s.Overflow, CustomName)
		}
		if s.Timed() && (!s.Epoch.Equal(DefaultEpoch()) || s.Tick != DefaultTick) {
			t.Errorf("%s: epoch %s, tick %s; want the defaults", c.words, s.Epoch, s.Tick)
		}
		if _, err := gen.New(s, gen.Options{}); err != nil {
			t.Errorf("%s: New = %v", c.words, err)
		}
	}
}

func TestCustomRefuses(t *testing.T) {
	for _, c := range []struct {
		words   string
		options CustomOptions
		want    string // part of the error
	}{
		{"no layout", CustomOptions{}, "layout has 0 bits; use 1 to 192"},
		{"193 bits", CustomOptions{Layout: "time:64 a:64 b:65"}, "layout has 193 bits; use 1 to 192"},
		{"two times", CustomOptions{Layout: "time:20 time:20"}, "field time is in the layout twice"},
		{"a name twice", CustomOptions{Layout: "time:20 a:5 a:6"}, "field a is in the layout twice"},
		{"a constant that does not fit", CustomOptions{Layout: "time:20 kind:3=8"},
			"constant kind=8 does not fit 3 bits; use 0 to 7"},
		{"a fixed time", CustomOptions{Layout: "time:20=5"}, "gives time a fixed value"},
		{"no width", CustomOptions{Layout: "time"}, `field "time" is not understood; use name:bits`},
		{"a negative tick", CustomOptions{Layout: "time:20", Tick: -time.Second},
			"a tick of -1s is too short; use 1ns or more"},
	} {
		s, err := Custom(c.options)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Custom(%+v) = %v, %v; want an error with %q", c.words, c.options, s, err, c.want)
		}
	}
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
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: Override(%s) = %v, %v; want an error with %q", c.words, c.scheme, o, err, c.want)
			}
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
		if _, err := gen.New(o, gen.Options{Clock: gen.FixedClock(o.Timeline().Time(5))}); err != nil {
			t.Errorf("%s: New = %v", c.words, err)
		}
	}
}

// TestEndedLayoutHasAWayOut: uidgenerator refuses today and works with an epoch.
func TestEndedLayoutHasAWayOut(t *testing.T) {
	s, _ := Get("uidgenerator")
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	g := schemetest.NewGenerator(t, s, gen.Options{Clock: gen.FixedClock(now)})
	if _, err := g.Next(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "the layout of uidgenerator ended on 2024-11-20T13:24:16.000Z") {
		t.Errorf("Next = %v; want the day on which the layout ended", err)
	}
	epoch := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s = try.Of(Override(s, &epoch, nil, nil)).Or(t)
	schemetest.Next(t, schemetest.NewGenerator(t, s, gen.Options{Clock: gen.FixedClock(now)}))
}

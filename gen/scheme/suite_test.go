package scheme

import (
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

// TestSuite: a new scheme is in it as soon as it is declared.
func TestSuite(t *testing.T) { schemetest.Suite(t, append(All(), customs(t)...)) }

// customs are layouts of all shapes: the suite holds for them as well.
func customs(t *testing.T) []*gen.Scheme {
	t.Helper()
	var list []*gen.Scheme
	for _, c := range []CustomOptions{
		{Name: "custom-order", Layout: "time:40 cluster:3 user:10 seq:7"},
		{Name: "custom-seconds", Layout: "time:32 worker:8 seq:4", Tick: time.Second},
		{Name: "custom-wide", Layout: "worker:60 data:30 time:50 seq:40 tail:12=7"},
		{Name: "custom-rollback", Layout: "time:41 rollback:2 worker:4 seq:6"},
		{Name: "custom-random", Layout: "time:41 random:7"},
		{Name: "custom-fast", Layout: "time:56 seq:8", Tick: time.Microsecond},
		{Name: "custom-tick-only", Layout: "time:48"},
	} {
		list = append(list, try.Of(Custom(c)).Or(t))
	}
	return list
}

// TestRows: what a row says in words can be read.
func TestRows(t *testing.T) {
	for d := range Rows(families[:]) {
		for _, text := range []string{d.since, d.epoch} {
			try.Equal(t, Instant(text).IsZero(), text == "", "%s: %q is neither a day nor an instant:", d.Name, text)
		}
		if base, ok := Named(d.of); d.of != "" && (!ok || base.Name == d.Name) {
			t.Errorf("%s is a variant of %q; want another scheme", d.Name, d.of)
		}
	}
}

// TestAliases reads testdata/aliases.txt.
func TestAliases(t *testing.T) {
	try.Lines(t, "testdata/aliases.txt", func(alias string) string {
		s, ok := Get(alias)
		if !ok {
			return "none"
		}
		return s.Name
	})
}

// An era's numbers are all of the layout's first day, so that the time alone
// rules them out, and the counting of chances needs no eras.
func TestEras(t *testing.T) {
	for _, s := range All() {
		var before gen.ID
		for i, e := range s.Before {
			tick := schemetest.Compile(t, s).Source(e.Max, gen.Time).Lo
			if at := s.Timeline().Time(tick); !at.Before(s.Since.Add(24*time.Hour)) || e.Text == "" ||
				i > 0 && e.Max.Cmp(before) <= 0 {
				t.Errorf("%s: era %+v up to %s; want a text, an order, and the first day", s.Name, e, at)
			}
			before = e.Max
		}
	}
}

package scheme

import (
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
)

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
			if got := s.EraOf(e.Max); got != &s.Before[i] {
				t.Errorf("%s: EraOf(%x) = %v; want %v", s.Name, e.Max, got, e)
			}
			before = e.Max
		}
		after, _ := before.MulAdd(1, 1)
		if s.Before != nil && s.EraOf(after) != nil {
			t.Errorf("%s: EraOf(%x) = %v; want nil", s.Name, after, s.EraOf(after))
		}
	}
	if s := snowflake(); s.EraOf(gen.FromUint64(20)) == nil || s.EraOf(gen.FromUint64(30_000_000_000)) != nil {
		t.Error("snowflake: want an era below 30000000000 only")
	}
}

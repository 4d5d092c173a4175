package index

import (
	"context"
	"errors"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

// stamped are options of ids from a time on, at a rate, of nodes.
func stamped(from time.Time, rate float64, nodes int) *Options {
	o := options(&fake{}, 1, 1)
	o.Start, o.Rate, o.Nodes = from, rate, nodes
	return &o
}

// TestStreamOfEveryScheme: each that can be made is made, without a repeat, in
// order where the scheme promises it, also faster than its ticks hold.
func TestStreamOfEveryScheme(t *testing.T) {
	const n = 5000
	for _, s := range scheme.All() {
		st, err := NewStream(s, stamped(start, 1e6, 1))
		end, ends := s.End()
		switch made := !s.Named() && s.Generated() && s.Varies() && KeyOf(s, "").Bits > 0; {
		case !made && err == nil:
			t.Errorf("NewStream(%s) works; want it refused", s.Name)
		case made && (ends && start.After(end)) != errors.Is(err, gen.ErrEnded),
			made && err != nil && !errors.Is(err, gen.ErrEnded):
			t.Errorf("NewStream(%s) = %v; want it made, or its end as the reason", s.Name, err)
		}
		if err != nil {
			continue
		}
		ids := make([]Row, n)
		if err := st.Fill(context.Background(), ids); err != nil {
			t.Errorf("%s: Fill() = %v", s.Name, err)
			continue
		}
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

func TestStreamRefuses(t *testing.T) {
	tests := []struct {
		words  string
		scheme string
		of     *Options
		want   string
	}{
		{"too many workers", "snowflake", stamped(start, 1, 1025), "1 to 1024"},
		{"makers that nothing tells apart", "instagram", stamped(start, 1, 2), "no worker"},
		{"before the epoch", "snowflake", stamped(time.Unix(0, 0), 1, 1), "before the epoch"},
		{"one of a kind", "uuid-nil", stamped(start, 1, 1), "always the same"},
		{"from names", "uuidv5", stamped(start, 1, 1), "from names"},
	}
	for _, test := range tests {
		try.Of(NewStream(get(t, test.scheme)[0], test.of)).Says(t, test.want,
			"%s: NewStream(%s) =", test.words, test.scheme)
	}
}

// TestStreamSlow: one id in a century is beyond a time.Duration soon.
func TestStreamSlow(t *testing.T) {
	s := &Stream{start: start, gap: float64(time.Second) * 36525 * 86400, made: 3}
	if want := start.AddDate(0, 0, 3*36525); !s.Now().Equal(want) {
		t.Errorf("after 3 centuries it is %v; want %v", s.Now(), want)
	}
}

package collide

import (
	"context"
	"slices"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/sequence"
)

// handClock reads what it is told to.
type handClock struct{ now time.Time }

func (c *handClock) Now() time.Time                                 { return c.now }
func (c *handClock) Sleep(_ context.Context, d time.Duration) error { c.now = c.now.Add(d); return nil }

// keeper is a record as the core sees it.
type keeper struct{ record }

func (k *keeper) Update(_ context.Context, f func(*gen.Mark) error) error { return f(&k.mark) }

// small is a scheme of a time in milliseconds and one more field.
func small(source gen.Source, bits int) *gen.Scheme {
	return &gen.Scheme{Name: "test",
		Bits: gen.Bits{Epoch: time.Unix(0, 0), Tick: time.Millisecond, Backward: gen.BackwardContinue,
			Overflow: gen.OverflowWait, Layout: gen.Layout{{Name: "time", Source: gen.Time, Bits: 40},
				{Name: "n", Source: source, Bits: bits}}}}
}

// TestReplayIsReserve: the same readings of the clock, the same reservations as the
// core's, up to the ask for which it has to wait.
func TestReplayIsReserve(t *testing.T) {
	s := small(gen.Seq, 3)
	s.Start = gen.Start{Rule: gen.StartZero}
	asks := []ask{{1000, 1}, {1000, 2}, {1001, 8}, {1003, 0}, {1004, 3}, {1004, 7}, {1009, 1}}
	p, err := newProcess(s, nil, new(record), new(randomBits))
	if err != nil {
		t.Fatal(err)
	}
	one := &node{maker: &ours{process: *p}}
	served, open := one.replay(asks)
	if served != 5 || open != 2 {
		t.Fatalf("replay = %d served, %d open; want 5 and 2 of the next", served, open)
	}
	clock := &handClock{}
	other, _ := gen.New(s, gen.Options{Clock: clock, Ledger: new(keeper)})
	var want []sequence.Run
	for _, a := range []ask{{1000, 1}, {1000, 2}, {1001, 8}, {1004, 3}, {1004, 5}} {
		clock.now = time.UnixMilli(int64(a.tick))
		r, err := other.Reserve(context.Background(), a.n)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, r)
	}
	if !slices.Equal(one.runs, want) {
		t.Errorf("replay = %v; want %v", one.runs, want)
	}
}

// TestDrawIsFill: the same readings of the clock and the same random numbers, the
// same identifiers as the core's; with a process for each, those of processes that
// have just started.
func TestDrawIsFill(t *testing.T) {
	asks := []ask{{1000, 1}, {1000, 2}, {1002, 5}}
	for _, growth := range []gen.Growth{gen.GrowthOne, gen.GrowthRandom, gen.GrowthStride, gen.GrowthNone} {
		s := small(gen.Random, 40)
		if s.Growth = growth; growth == gen.GrowthNone {
			s.Layout[1].Bits = 80
		}
		p, err := newProcess(s, nil, nil, &randomBits{5})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.draw(asks, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		clock := &handClock{}
		other, _ := gen.New(s, gen.Options{Random: &randomBits{5}, Clock: clock})
		var want []gen.ID
		for _, a := range asks {
			clock.now = time.UnixMilli(int64(a.tick))
			ids := make([]gen.ID, a.n)
			if _, err := other.Fill(context.Background(), ids); err != nil {
				t.Fatal(err)
			}
			want = append(want, ids...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("growth %d: draw = %x; want %x", growth, got, want)
		}
		shared := &randomBits{5}
		if p, err = newProcess(s, nil, nil, shared); err != nil {
			t.Fatal(err)
		}
		each, err := p.draw(asks, true, nil)
		if err != nil {
			t.Fatal(err)
		}
		words := &randomBits{5}
		for i, a := range []ask{{1000, 1}, {1000, 1}, {1000, 1}, {1002, 1}} {
			p, _ := newProcess(s, nil, nil, words)
			if want, _ := p.draw([]ask{a}, false, nil); want[0] != each[i] {
				t.Errorf("growth %d: a process for each draws %x; want %x", growth, each[i], want[0])
			}
		}
	}
}

// TestRestartForgets: what a process without a record made before a restart, it
// makes again after.
func TestRestartForgets(t *testing.T) {
	s := small(gen.Seq, 20)
	s.Start = gen.Start{Rule: gen.StartZero}
	p, err := newProcess(s, nil, nil, new(randomBits))
	if err != nil {
		t.Fatal(err)
	}
	first, _ := p.draw([]ask{{1000, 2}}, false, nil)
	p.restart()
	second, _ := p.draw([]ask{{1000, 2}}, false, nil)
	if !slices.Equal(first, second) || first[0] == first[1] {
		t.Errorf("%x, then %x after a restart; want the same two", first, second)
	}
}

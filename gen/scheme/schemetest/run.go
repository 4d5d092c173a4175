package schemetest

import (
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// script makes ids under a clock that runs, is frozen, jumps and moves backwards, one
// by one and in runs; visit sees each call. It ends early when visit returns false.
func script(t *testing.T, s *gen.Scheme, steps int, visit func(ids []gen.ID, err error) bool) {
	t.Helper()
	clock := &Clock{At: Working(s)}
	g := NewGenerator(t, s, gen.Options{Clock: clock, Random: gen.SeededRandom(7)})
	r := rand.New(rand.NewPCG(3, 5))
	tick := s.Tick
	moves := []time.Duration{0, 0, 0, tick / 3, tick, tick, 2 * tick, 7 * tick, 10 * time.Millisecond, time.Second,
		time.Hour,
		-tick / 3, -tick, -3 * tick, -time.Millisecond, -5 * time.Millisecond, -time.Second, -8 * time.Hour}
	ids := make([]gen.ID, runLength(s))
	for step := range steps {
		clock.At = clock.At.Add(moves[r.IntN(len(moves))])
		n := 1
		switch {
		case step%15 == 14 && (len(ids) < 5000 || step%200 == 14):
			n = len(ids)
		case step%3 == 2:
			n = min(len(ids), 1+r.IntN(30))
		}
		var made int
		var err error
		if n == 1 {
			if ids[0], err = g.Next(t.Context()); err == nil {
				made = 1
			}
		} else {
			made, err = g.Fill(t.Context(), ids[:n])
		}
		if !visit(ids[:made], err) {
			return
		}
		if err == nil {
			continue
		}
		var refusal *gen.ClockError
		if !errors.As(err, &refusal) || !errors.Is(err, gen.ErrBackward) && !errors.Is(err, gen.ErrUsedUp) {
			t.Errorf("call %d = %v; want ids, or a clock that moved backwards", step+1, err)
			return
		}
		clock.At = refusal.Retry // the error names the time at which it works again
		if ids[0], err = g.Next(t.Context()); err != nil {
			t.Errorf("Next at the time of Retry, %s = %v; want an id", refusal.Retry, err)
			return
		}
		if !visit(ids[:1], nil) {
			return
		}
	}
}

// runLength is enough to overflow the tick of a scheme with up to 16 bits.
func runLength(s *gen.Scheme) int {
	if n, ok := s.PerTick(); ok && n.Len() <= 17 {
		return int(n.Lo) + 5
	}
	return 200
}

func checkRun(t *testing.T, s *gen.Scheme) {
	switch {
	case s.Named(), !s.Generated():
		if _, err := gen.New(s, gen.Options{}); err == nil {
			t.Error("New = nil error; want none without a name, nor where ids are only read")
		}
		return
	case !s.Varies():
		g := NewGenerator(t, s, gen.Options{})
		id := Next(t, g)
		try.Equal(t, Render(s, id), s.Example.Text, "Next =")
		if id, err := g.Next(t.Context()); !errors.Is(err, gen.ErrRepeats) {
			t.Errorf("second Next = %s, %v; want %v", Render(s, id), err, gen.ErrRepeats)
		}
		return
	}
	seen, refused, codec := map[gen.ID]bool{}, 0, Compile(t, s)
	var last gen.ID
	script(t, s, 400, func(ids []gen.ID, err error) bool {
		for _, id := range ids {
			if seen[id] {
				t.Errorf("%s is made twice", Render(s, id))
				return false
			}
			if s.Ordered() && len(seen) > 0 && id.Cmp(last) <= 0 {
				t.Errorf("%s follows %s; want a greater one", Render(s, id), Render(s, last))
				return false
			}
			if !codec.Matches(id) {
				t.Errorf("%s does not match its own layout", Render(s, id))
				return false
			}
			seen[id], last = true, id
		}
		if err != nil {
			refused++
		}
		return true
	})
	if len(seen) < 500 {
		t.Errorf("%d ids and %d refusals; want more ids", len(seen), refused)
	}
}

// mostCounted is how many ids of a tick are counted in every run of the tests.
const mostCounted = 1 << 18

// counted reports whether a tick, and all that may be borrowed, has so few ids that they are counted.
func counted(s *gen.Scheme) bool {
	_, ok := s.PerTick()
	per, ticks := ticksToFill(s)
	return ok && drawn(s) && ticks <= mostCounted && per.Len() <= 32 && per.Lo*ticks <= mostCounted
}

// ticksToFill is how many ids a tick has, and how many ticks may be filled at once.
func ticksToFill(s *gen.Scheme) (per gen.ID, ticks uint64) {
	per, _ = s.PerTick()
	ticks = 1
	if s.Overflow == gen.OverflowBorrow {
		ticks += s.Timeline().Ticks(s.Lead())
	}
	return per, ticks
}

// checkCapacity fills a tick, and all that may be borrowed, and counts.
func checkCapacity(t *testing.T, s *gen.Scheme) {
	clock := gen.FixedClock(Working(s))
	g := NewGenerator(t, s, gen.Options{Clock: clock, Random: gen.SeededRandom(1)})
	first, _ := s.Timeline().Tick(clock.Now())
	per, ticks := ticksToFill(s)
	counts := gen.Seq
	if s.Growth != gen.GrowthNone {
		counts = gen.Random
	}
	used, codec := make([]bool, per.Lo*ticks), Compile(t, s)
	ids := make([]gen.ID, 4099)
	total := uint64(0)
	for {
		n, err := g.Fill(t.Context(), ids)
		for _, id := range ids[:n] {
			at := (codec.Source(id, gen.Time).Lo-first)*per.Lo + codec.Source(id, counts).Lo
			if at >= uint64(len(used)) || used[at] {
				t.Fatalf("%s is at %d of %d, again or outside", Render(s, id), at, len(used))
			}
			used[at] = true
			total++
		}
		if err != nil {
			if !errors.Is(err, gen.ErrUsedUp) && !errors.Is(err, gen.ErrStalled) {
				t.Errorf("Fill past the end of the tick = %v; want %v", err, gen.ErrUsedUp)
			}
			break
		}
	}
	if most := uint64(len(used)); total > most || total+s.Start.Range < most {
		t.Errorf("%d ids; want %d, at most %d fewer", total, most, s.Start.Range)
	}
}

// checkLifetime makes ids at the epoch and in the last tick, and none outside.
func checkLifetime(t *testing.T, s *gen.Scheme) {
	line := s.Timeline()
	at := func(now time.Time) *gen.Generator {
		return NewGenerator(t, s, gen.Options{Clock: gen.FixedClock(now)})
	}
	refused := func(words string, now time.Time, want error, limit time.Time) {
		t.Helper()
		id, err := at(now).Next(t.Context())
		var refusal *gen.ClockError
		if !errors.Is(err, want) || !errors.As(err, &refusal) || !refusal.Limit.Equal(limit) || id != (gen.ID{}) {
			t.Errorf("%s: Next = %x, %v; want %v and the limit %s", words, id, err, want, limit)
		}
		if n, err := at(now).Fill(t.Context(), make([]gen.ID, 3)); n != 0 || !errors.Is(err, want) {
			t.Errorf("%s: Fill = %d, %v; want 0, %v", words, n, err, want)
		}
	}
	for _, tick := range []uint64{0, s.LastTick()} {
		g := at(line.Time(tick))
		id := Next(t, g)
		if got := Compile(t, s).Source(id, gen.Time).Lo; got != tick {
			t.Errorf("tick of %s = %d; want %d", Render(s, id), got, tick)
		}
	}
	refused("before the epoch", s.Epoch.Add(-1), gen.ErrBeforeEpoch, s.Epoch)
	if per, ok := s.PerTick(); ok && per.Len() <= 17 {
		n, err := at(line.Time(s.LastTick())).Fill(t.Context(), make([]gen.ID, per.Lo+1))
		if !errors.Is(err, gen.ErrEnded) || uint64(n) > per.Lo || n == 0 {
			t.Errorf("Fill past the last id of the last tick = %d, %v; want %v", n, err, gen.ErrEnded)
		}
	}
	end, ok := s.End()
	if !ok {
		t.Logf("%s outlives every clock", s.Name)
		return
	}
	refused("one past the last tick", end, gen.ErrEnded, end)
	refused("long past the last tick", end.AddDate(1000, 0, 0), gen.ErrEnded, end)
}

var errBroken = errors.New("the random source is broken")

// brokenReader fails at the n-th read, once.
type brokenReader struct {
	from io.Reader
	n    int
}

func (b *brokenReader) Read(p []byte) (int, error) {
	if b.n--; b.n == 0 {
		return 0, errBroken
	}
	return b.from.Read(p)
}

func checkBrokenRandom(t *testing.T, s *gen.Scheme) {
	failed := 0
	for n := 1; n <= 6; n++ {
		clock := &Clock{At: Working(s), Each: max(s.Tick, 1)}
		random := &brokenReader{gen.SeededRandom(9), n}
		g, err := gen.New(s, gen.Options{Clock: clock, Random: random})
		if err != nil {
			if !errors.Is(err, errBroken) || n > 1 {
				t.Errorf("read %d fails: New = %v; want %v", n, err, errBroken)
			}
			failed++
			continue
		}
		seen := map[gen.ID]bool{}
		note := func(ids []gen.ID, err error) {
			for _, id := range ids {
				if seen[id] {
					t.Errorf("read %d fails: %s is made twice", n, Render(s, id))
				}
				seen[id] = true
			}
			if err != nil {
				failed++
				try.Fails(t, err, errBroken, "read %d fails: Next =", n)
			}
		}
		ids := make([]gen.ID, 40)
		for i := range 300 {
			if i%10 == 3 { // back by some ticks: what was made before must stay made
				clock.At = clock.At.Add(-min(4*clock.Each, s.Wait()))
			}
			if i%4 == 0 {
				made, err := g.Fill(t.Context(), ids)
				note(ids[:made], backwardIsFine(err))
				continue
			}
			id, err := g.Next(t.Context())
			if err == nil {
				note([]gen.ID{id}, nil)
			} else if note(nil, backwardIsFine(err)); id != (gen.ID{}) {
				t.Errorf("read %d fails: Next = %x, %v; want no id", n, id, err)
			}
		}
	}
	if failed == 0 {
		t.Error("no read failed; want one at least")
	}
}

func backwardIsFine(err error) error {
	if errors.Is(err, gen.ErrBackward) {
		return nil
	}
	return err
}

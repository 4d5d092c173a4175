package gen

import (
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// slowTick is Tick by big integers.
func slowTick(epoch, at time.Time, tick time.Duration, fraction int) (*big.Int, bool) {
	ns := func(t time.Time) *big.Int {
		v := new(big.Int).Mul(big.NewInt(t.Unix()), big.NewInt(1e9))
		return v.Add(v, big.NewInt(int64(t.Nanosecond())))
	}
	d := new(big.Int).Sub(ns(at), ns(epoch))
	if d.Sign() < 0 {
		return nil, false
	}
	d.Lsh(d, uint(fraction))
	return d.Div(d, big.NewInt(int64(tick))), true
}

func TestTimelineAgainstBigIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	ticks := []time.Duration{1, 100, 10 * time.Microsecond, time.Millisecond, 4 * time.Millisecond,
		10 * time.Millisecond, 256 * time.Millisecond, 1024 * time.Millisecond, time.Second, 24 * time.Hour, 7}
	for range 20000 {
		tick, fraction := ticks[r.IntN(len(ticks))], 0
		if r.IntN(3) == 0 {
			fraction = r.IntN(13)
		}
		epoch := time.Unix(r.Int64N(2e10)-13e9, r.Int64N(1e9)) // 1558 to 2191
		at := time.Unix(r.Int64N(3e11)-13e9, r.Int64N(1e9))    // 1558 to about 11000
		line := NewTimeline(epoch, tick, fraction)
		got, ok := line.Tick(at)
		want, wantOK := slowTick(epoch, at, tick, fraction)
		if wantOK && !want.IsUint64() {
			want.SetUint64(^uint64(0))
		}
		if ok != wantOK || ok && want.Uint64() != got {
			t.Fatalf("Tick(%v) since %v by %v/2^%d = %d, %v; want %d, %v", at, epoch, tick, fraction, got, ok, want, wantOK)
		}
		if !ok || got == ^uint64(0) {
			continue
		}
		first := line.Time(got)
		if again, ok := line.Tick(first); !ok || again != got && tick>>fraction > 0 {
			t.Fatalf("Tick(Time(%d)) = %d, %v by %v/2^%d", got, again, ok, tick, fraction)
		}
		if before, ok := line.Tick(first.Add(-1)); ok && before >= got && got > 0 && tick>>fraction > 0 {
			t.Fatalf("Time(%d) = %v is not the first instant of its tick by %v/2^%d", got, first, tick, fraction)
		}
	}
}

// Time of every number of 64 bits, by ticks from a nanosecond to a century, is exact, or
// where no time.Time holds it the last one; a later tick is never earlier.
func TestTimeAgainstBigIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	billion, last := big.NewInt(1e9), time.Unix(1<<63-62135596801, 0)
	for range 20000 {
		tick, fraction := time.Duration(r.Uint64()>>(1+r.IntN(63)))+1, 0
		if r.IntN(3) == 0 {
			fraction = 1 + r.IntN(12)
		}
		epoch := time.Unix(r.Int64N(2e10)-13e9, r.Int64N(1e9))
		line, n := NewTimeline(epoch, tick, fraction), r.Uint64()>>r.IntN(64)
		ns := new(big.Int).Mul(new(big.Int).SetUint64(n), big.NewInt(int64(tick)))
		ns.Add(ns, big.NewInt(1<<fraction-1)).Rsh(ns, uint(fraction)).Add(ns, big.NewInt(int64(epoch.Nanosecond())))
		sec, nsec := ns.DivMod(ns, billion, new(big.Int))
		sec.Add(sec, big.NewInt(epoch.Unix()))
		want := last
		if sec.Cmp(big.NewInt(last.Unix())) < 0 {
			want = time.Unix(sec.Int64(), nsec.Int64())
		}
		if got := line.Time(n); got.Sub(want).Abs() > time.Second && want == last || want != last && !got.Equal(want) {
			t.Fatalf("Time(%d) since %v by %v/2^%d = %v; want %v", n, epoch, tick, fraction, got, want)
		}
		if next := line.Time(n + r.Uint64N(^uint64(0)-n)); next.Before(line.Time(n)) {
			t.Fatalf("a tick above %d since %v by %v/2^%d is of %v, earlier", n, epoch, tick, fraction, next)
		}
		whole := new(big.Int).Lsh(big.NewInt(int64(n>>1)), uint(fraction))
		if whole.Div(whole, big.NewInt(int64(tick))); !whole.IsUint64() {
			whole.SetUint64(^uint64(0))
		}
		if got := line.Ticks(time.Duration(n >> 1)); got != whole.Uint64() {
			t.Fatalf("Ticks(%d) by %v/2^%d = %d; want %d", n>>1, tick, fraction, got, whole)
		}
	}
}

func TestTicksAndSpan(t *testing.T) {
	ms, sub := NewTimeline(time.Unix(0, 0), time.Millisecond, 0), NewTimeline(time.Unix(0, 0), time.Millisecond, 12)
	for _, c := range []struct {
		got, want any
	}{
		{ms.Ticks(time.Second), uint64(1000)},
		{ms.Ticks(-time.Second), uint64(0)},
		{ms.Ticks(999 * time.Microsecond), uint64(0)},
		{sub.Ticks(time.Millisecond), uint64(4096)},
		{sub.Ticks(1 << 62), uint64(18889465931478580)},
		{ms.Span(1000), time.Second},
		{sub.Span(4096), time.Millisecond},
		{ms.Span(1 << 60), time.Duration(1<<63 - 1)},
	} {
		try.Equal(t, c.got, c.want, "got")
	}
}

package lease

import (
	"bytes"
	"math"
	"slices"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/sequence"
	"idscope/gen/testing/try"
)

// TestRaise: a record that takes a grant over uses nothing at its floor or below, under any rollback count.
func TestRaise(t *testing.T) {
	q := sequence.New(sequence.Rules{Bits: 4, Rollback: 2, Backward: gen.BackwardBits, Overflow: gen.OverflowWait,
		Last: 1 << 40}, nil)
	m := gen.Mark{Point: gen.Point{Used: true, Base: gen.Wide{Lo: 9}, Value: gen.Wide{Lo: 3}}}
	(&Config{Last: 63}).raise(&m, 5)
	try.Equal(t, m.Value.Lo, 63, "a sequence that went round before is used up to")
	m = gen.Mark{Point: gen.Point{Used: true, Tick: 150, Seen: 200}}
	(&Config{Timed: true, Rollback: 2}).raise(&m, 100)
	for now, want := range map[uint64]bool{50: false, 100: false, 120: true} {
		at := m
		stop := q.Reserve(&at, now, 1, math.MaxUint64, new(gen.Run))
		try.Equal(t, stop.Reason == nil, want, "with the floor at 100, the clock set back to %d counts:", now)
	}
}

// TestEnded: who leaves is free when the longest grant has ended that another host of the group can have.
func TestEnded(t *testing.T) {
	c := Config{Timed: true, Line: gen.NewTimeline(time.Unix(0, 0), time.Millisecond, 0)}
	for longest, want := range map[uint64]int64{60_000: 1000, 90_000: 1030, 0: 1000} {
		try.Equal(t, c.ended(&Grant{Ceiling: 1_000_000, Asked: time.Unix(940, 0), Longest: longest}).Unix(), want,
			"longest %d ms: free at", longest)
	}
}

func FuzzGrant(f *testing.F) {
	g := Grant{Group: "default", Field: "worker", From: "etcd://a", ID: "1f", Fence: 1, Longest: 61000, State: Held,
		Worker: 7, Epoch: 3, Version: "12/5", Floor: 100, Ceiling: 200, Nonce: "ab", Pending: "cd", PendingWorker: 8,
		Asked: time.Unix(9, 0)}
	for n, text := 0, g.encode(); n <= len(text); n++ {
		f.Add(text[:n])
	}
	f.Add((&Grant{}).encode())
	f.Add((&Grant{State: 3}).encode())
	f.Add((&Grant{Floor: 1}).encode())
	f.Add(append(g.encode(), 0))
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := ReadGrant(b)
		right := bytes.Equal(g.encode(), b) && g.State <= Releasing && g.Floor <= g.Ceiling
		try.Equal(t, err != nil || right, true, "%x was read as %+v, which is right:", b, g)
	})
}

func FuzzRanges(f *testing.F) {
	for _, text := range []string{"", "0", "0-12,77", "5,7-9", "3-2", "1,2", "18446744073709551615",
		"0-18446744073709551615"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var r Ranges
		if r.UnmarshalText([]byte(text)) != nil {
			return
		}
		b, _ := r.MarshalText()
		try.Equal(t, string(b), text, "written")
	})
}

func FuzzRegister(f *testing.F) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	f.Add(encode(Register{Schema: 1, Epoch: 2, Floor: 3, High: 4, Until: at, Nonce: "a",
		Owner: &Owner{Host: "h", Since: at}}))
	f.Add([]byte(`{"schema":2}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decodeRegister("key", b)
		if err != nil {
			return
		}
		again, err := decodeRegister("key", encode(r))
		try.Works(t, err)
		try.Equal(t, string(encode(again)), string(encode(r)), "%s: written and read", b)
	})
}

func TestRanges(t *testing.T) {
	var r Ranges
	var want []uint64
	for _, n := range []uint64{5, 3, 4, 9, 0, 1, 7, 8, 5, 18446744073709551615, 6, 1<<64 - 2} {
		if r = r.With(n); !slices.Contains(want, n) {
			want = append(want, n)
		}
	}
	slices.Sort(want)
	try.Same(t, slices.Collect(r.All), want, "the numbers are")
	b, _ := r.MarshalText()
	try.Equal(t, string(b), "0-1,3-9,18446744073709551614-18446744073709551615", "written")
	try.Equal(t, !r.Has(2) && r.Has(7), true, "it has 7, and not 2:")
	for _, text := range []string{"0-3,4", "3,3", "5,4", "3-2", "1-", "-1", "+1", "01", "1,,3", "18446744073709551616"} {
		try.Equal(t, r.UnmarshalText([]byte(text)) == nil, false, "%s is read:", text)
	}
}

package sequence

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// fixed gives the same random number each time.
type fixed uint64

func (f fixed) Word() (uint64, error) { return uint64(f), nil }

// TestPolicies: what each policy answers to each reading of the clock, call by call, of a sequence of 2 bits. A call is
// the tick of the clock, or tick*n for more identifiers; an answer is tick.value, with xn for more, and /count where the
// rollback count is not 0; or the reason of a halt, with what it waits until.
func TestPolicies(t *testing.T) {
	const borrow = OverflowBorrow
	reasons := map[error]string{ErrBackward: "backward", ErrUsedUp: "usedup", ErrEnded: "ended", ErrFenced: "fenced"}
	for _, c := range []struct {
		rules       string
		r           Rules
		ceiling     uint64
		calls, want string
	}{
		{"numbers of a tick follow each other, and a new tick begins at 0", Rules{}, 99, "5 5 6 9 9", "5.0 5.1 6.0 9.0 9.1"},
		{"overflow wait", Rules{}, 99, "5 5 5 5 5 6", "5.0 5.1 5.2 5.3 wait:usedup:6 6.0"},
		{"overflow fail", Rules{Overflow: OverflowFail}, 99, "5*4 5 6", "5.0x4 refuse:usedup:6 6.0"},
		{"overflow borrow, at most the lead", Rules{Overflow: borrow, Lead: 2}, 99, "5*4 5 5 5*99 5 6*99",
			"5.0x4 6.0 6.1 6.2x6 wait:usedup:6 8.0x4"},
		{"what was borrowed is not used again", Rules{Overflow: borrow, Lead: 2}, 99, "5*8 6 6 7 8", "5.0x8 7.0 7.1 7.2 8.0"},
		{"a waiter fills what it slept through", Rules{Window: 9}, 99, "5*4 5 8*99", "5.0x4 wait:usedup:6 6.0x12"},
		{"and no more than its window", Rules{Window: 1}, 99, "5*4 5 8*99", "5.0x4 wait:usedup:6 7.0x8"},
		{"who did not wait fills nothing", Rules{Window: 9}, 99, "5*4 8*99", "5.0x4 8.0x4"},
		{"backward fail, until the latest reading comes again", Rules{Backward: BackwardFail}, 99, "5 4 4 5 6",
			"5.0 refuse:backward:5 refuse:backward:5 5.1 6.0"},
		{"backward wait", Rules{Backward: BackwardWait}, 99, "5 3 5", "5.0 wait:backward:5 5.1"},
		{"backward continue keeps the last tick", Rules{Backward: BackwardContinue, Lead: 3}, 99, "9 7 7 7 7 8 9",
			"9.0 9.1 9.2 9.3 10.0 10.1 wait:usedup:10"},
		{"backward continue, at most the lead", Rules{Backward: BackwardContinue, Lead: 3}, 99, "9 6 5 6", "9.0 9.1 " +
			"wait:backward:6 9.2"},
		{"the latest reading stays after continue", Rules{Backward: BackwardContinue, Lead: 3, Overflow: OverflowFail}, 99,
			"9*4 8 8*3 8 9 10", "9.0x4 10.0 10.1x3 11.0 refuse:usedup:11 refuse:usedup:11"},
		{"backward bits: a tick again under another count", Rules{Backward: BackwardBits, Rollback: 1}, 99, "5 5 3 4 5",
			"5.0 5.1 3.0/1 4.0/1 5.0/1"},
		{"a count is used again for later ticks alone", Rules{Backward: BackwardBits, Rollback: 1}, 99, "5 3 2 7 6",
			"5.0 3.0/1 wait:backward:3 7.0/1 6.0"},
		{"no tick before the first", Rules{Backward: BackwardBits, Rollback: 1}, 99, "1 0", "1.0 wait:backward:1"},
		{"a ceiling", Rules{Overflow: borrow, Lead: 9}, 6, "5*99 5 7", "5.0x8 refuse:fenced:6 refuse:fenced:6"},
		{"the end of the layout", Rules{Overflow: borrow, Lead: 99, Last: 6}, 99, "5*99 6 7", "5.0x8 refuse:ended:6 " +
			"refuse:ended:6"},
		{"the end while a wait is over", Rules{Last: 7}, 99, "5*4 5 8", "5.0x4 wait:usedup:6 refuse:ended:7"},
		{"without a time numbers have the ceiling", Rules{Bits: 6}, 5, "0 0*3 0*9 0", "0.0 0.1x3 0.4x2 refuse:fenced:5"},
		{"without a time, the first above it", Rules{Bits: 6, First: new(uint64)}, 2, "0", "refuse:fenced:2"},
		{"start random", Rules{Start: Start{StartRandom, 4}}, 99, "5 5 6*9", "5.2 5.3 6.2x2"},
		{"start rotate", Rules{Start: Start{StartRotate, 4}}, 99, "5 6 7 8 9", "5.0 6.1 7.2 8.3 9.0"},
		{"start carry goes round within the tick", Rules{Start: Start{Rule: StartCarry}}, 99, "5 5 6 6*9 6", "5.0 5.1 6.2 " +
			"6.3x3 wait:usedup:7"},
		{"a first number", Rules{First: new(uint64)}, 99, "5 5", "5.3 5.0"},
	} {
		if c.r.First != nil {
			*c.r.First = 3
			c.r.Start.Rule = StartCarry
		}
		r := c.r
		r.Second = 100
		if r.Bits == 0 {
			r.Bits, r.Last = 2, cmp.Or(r.Last, 1<<20)
		}
		if r.Overflow == 0 {
			r.Overflow = OverflowWait
		}
		if r.Backward == 0 {
			r.Backward = BackwardFail
		}
		q := New(r, fixed(2<<62|2))
		var m Mark
		var got []string
		for _, call := range strings.Fields(c.calls) {
			now, n := uint64(0), uint64(1)
			_, _ = fmt.Sscanf(call, "%d*%d", &now, &n)
			before := m
			var run Run
			stop := q.Reserve(&m, now, n, c.ceiling, &run)
			if stop.Reason != nil {
				if m != before {
					t.Errorf("%s: %s halts and changes the mark", c.rules, call)
				}
				word := map[Decision]string{Wait: "wait", Refuse: "refuse"}[stop.Decision]
				got = append(got, fmt.Sprintf("%s:%s:%d", word, reasons[stop.Reason], stop.Until))
				continue
			}
			text := fmt.Sprintf("%d.%d", run.Tick, run.Value.Lo)
			if run.N > 1 {
				text += fmt.Sprintf("x%d", run.N)
			}
			if run.Count > 0 {
				text += fmt.Sprintf("/%d", run.Count)
			}
			got = append(got, text)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s gives\n%s; want\n%s", c.rules, c.calls, text, c.want)
		}
	}
}

// failing has no random numbers.
type failing struct{}

func (failing) Word() (uint64, error) { return 0, errors.New("no entropy") }

// TestNoEntropy: what needs a random number and gets none reserves nothing.
func TestNoEntropy(t *testing.T) {
	for name, r := range map[string]Rules{"random": {Start: Start{StartRandom, 4}}, "draw": {Start: Start{Rule: StartDraw}},
		"grow": {Growth: GrowthRandom}, "stride": {Growth: GrowthStride}, "rollback": {Rollback: 14}} {
		r.Bits, r.Last, r.Second, r.Overflow, r.Backward = 8, 99, 9, OverflowWait, BackwardFail
		q := New(r, failing{})
		var m Mark
		var run Run
		if stop := q.Reserve(&m, 5, 1, 99, &run); stop.Reason == nil || stop.Decision != Refuse || m != (Mark{}) {
			t.Errorf("%s: %+v, mark %+v; want it refused, and nothing used", name, stop, m)
		}
	}
}

// TestDraw: a drawn sequence keeps its upper half for a second, and draws its lower half in each tick.
func TestDraw(t *testing.T) {
	r := Rules{Bits: 4, Last: 99, Second: 10, Start: Start{Rule: StartDraw}, Overflow: OverflowWait, Backward: BackwardFail}
	q := New(r, &words{[]uint64{0b0101, 0b1110, 0b1011, 0b1001}})
	var m Mark
	for _, c := range []struct{ now, want uint64 }{{1, 0b0101}, {5, 0b0110}, {10, 0b0111}, {11, 0b1001}} {
		var run Run
		if stop := q.Reserve(&m, c.now, 1, 99, &run); stop.Reason != nil || run.Value.Lo != c.want {
			t.Errorf("tick %d begins at %04b, %v; want %04b", c.now, run.Value.Lo, stop.Reason, c.want)
		}
	}
}

// TestPatience: a clock that went back is waited for up to the bound, in all; one that stands still is given up; a
// sequence that is used up is waited for as long as the clock runs.
func TestPatience(t *testing.T) {
	at := time.Unix(0, 0)
	p := Patience{Most: 3 * time.Millisecond, Tick: time.Millisecond}
	for i, want := range []bool{true, true, true, false} {
		if d, more := p.Next(ErrBackward, time.Millisecond, at); d != time.Millisecond || more != want {
			t.Errorf("wait %d: %s, %t; want %t", i, d, more, want)
		}
	}
	for i := range 10_000 { // 10 s of a clock that runs
		if _, more := p.Next(ErrUsedUp, time.Millisecond, at.Add(time.Duration(i)*time.Millisecond)); !more {
			t.Fatalf("given up after %d ms", i)
		}
	}
	at, slept := at.Add(time.Hour), time.Duration(0)
	for more := true; more; slept += time.Millisecond {
		_, more = p.Next(ErrUsedUp, time.Millisecond, at)
	}
	if !p.Frozen || slept < 2*time.Second || slept > 2010*time.Millisecond {
		t.Errorf("a clock that stands is given up after %s, frozen %t; want 2s", slept, p.Frozen)
	}
	if _, more := p.Next(ErrUsedUp, time.Hour, at.Add(time.Hour)); more {
		t.Error("an hour is waited for, which is beyond every lead")
	}
}

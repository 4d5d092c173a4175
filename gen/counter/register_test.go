package counter

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
)

// TestRegister: blocks follow each other, and a key that is missing or something else is
// told.
func TestRegister(t *testing.T) {
	ctx := context.Background()
	s := newStore()
	_, err := OpenRegister(ctx, s, orders, false, 10)
	refuses(t, err, ErrMissing)
	r := register(t, s, 10)
	other := register(t, s, 99)
	if r.Least() != 10 || other.Least() != 10 {
		t.Errorf("steps %d and %d; want that which it was made with", r.Least(), other.Least())
	}
	for i, c := range []struct {
		of   *Register
		step uint64
		want Block
	}{{r, 10, Block{1, 11}}, {other, 1, Block{11, 12}}, {r, 1000, Block{12, 1012}}} {
		try.Of(c.of.Allocate(ctx, c.step)).Is(t, c.want, "block %d =", i)
	}
	if v, _ := s.Load(ctx, "counters/segment/orders"); string(v.Data) != `{"next":1012,"step":10}` {
		t.Errorf("the key holds %s", v.Data)
	}
	for _, text := range []string{"", "x", "{}", `{"next":0}`, `{"next":1,"other":2}`, `{"next":9223372036854775809}`} {
		v, _ := s.Load(ctx, "counters/segment/orders")
		try.Of(s.Swap(ctx, "counters/segment/orders", v.Version, []byte(text))).Or(t)
		if _, err := OpenRegister(ctx, s, orders, true, 10); err == nil {
			t.Errorf("a register that holds %q was opened; want it refused", text)
		}
	}
}

// TestRegisterFull: the last number of a bigint is given out, and none after it.
func TestRegisterFull(t *testing.T) {
	ctx := context.Background()
	s := newStore()
	try.Of(s.Swap(ctx, "counters/segment/orders", "", []byte(`{"next":9223372036854775800,"step":1}`))).Or(t)
	r := register(t, s, 1)
	try.Of(r.Allocate(ctx, 9)).Fails(t, ErrFull, "nine of eight numbers:")
	if b, err := r.Allocate(ctx, 8); err != nil || b.End != Max+1 {
		t.Errorf("Allocate = %v, %v; want the last numbers", b, err)
	}
	try.Of(r.Allocate(ctx, 1)).Fails(t, ErrFull, "error")
}

// TestRegisterReturn: what is the last block is given back, and nothing else.
func TestRegisterReturn(t *testing.T) {
	ctx := context.Background()
	s := newStore()
	r := register(t, s, 10)
	first, _ := r.Allocate(ctx, 10)
	second, _ := r.Allocate(ctx, 10)
	if done, err := r.Return(ctx, first); done || err != nil {
		t.Errorf("Return of a block that others followed = %v, %v; want false", done, err)
	}
	if done, err := r.Return(ctx, Block{second.First + 3, second.End}); !done || err != nil {
		t.Errorf("Return = %v, %v; want true", done, err)
	}
	if b, err := r.Allocate(ctx, 10); err != nil || b.First != second.First+3 {
		t.Errorf("Allocate = %v, %v; want what was given back", b, err)
	}
}

// TestRegisterFaults: many that allocate at once over a store that loses requests and
// replies get no number twice, and what is lost is what was in doubt.
func TestRegisterFaults(t *testing.T) {
	s := newStore()
	r := rand.New(rand.NewPCG(1, 2))
	doubts := uint64(0)
	register(t, s, 7)
	s.fault = func(method string) memory.Fault {
		switch n := r.IntN(10); {
		case method == "Swap" && n < 2:
			doubts++
			return memory.LostReply
		case method == "Swap" && n < 3:
			return memory.LostRequest
		case n == 9:
			return memory.Down
		}
		return memory.None
	}
	l := newLedger(t)
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			var own *Register
			for range 200 {
				if own == nil {
					own, _ = OpenRegister(context.Background(), s, orders, false, 7)
					continue
				}
				b, err := own.Allocate(context.Background(), 7)
				switch {
				case err == nil:
					l.add(b)
				case !errors.Is(err, store.ErrUnknown) && !errors.Is(err, memory.ErrDown):
					t.Errorf("error %v; want those of the faults", err)
				}
			}
		})
	}
	running.Wait()
	if len(l.seen) < 1000 {
		t.Errorf("%d numbers; want more, or nothing is tested", len(l.seen))
	}
	if l.lost() > 7*doubts {
		t.Errorf("%d numbers were lost; want at most those of %d swaps in doubt", l.lost(), doubts)
	}
}

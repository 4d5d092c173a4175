package lease_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"idscope/gen/lease"
	"idscope/gen/store"
)

// clockless is a store without a clock.
type clockless struct{ store.Store }

func (clockless) Now(context.Context) (time.Time, error) { return time.Time{}, store.ErrNoClock }

func (c clockless) Incarnation(ctx context.Context) (store.Incarnation, error) {
	i, err := c.Store.Incarnation(ctx)
	i.Now = time.Time{}
	return i, err
}

// TestNotedIsNotLost: between the note of a number and its register it is beginning; one
// whose register does not come, or was deleted, is lost.
func TestNotedIsNotLost(t *testing.T) {
	for name, of := range map[string]func(*model) store.Store{
		"a store with a clock":    func(m *model) store.Store { return m },
		"a store without a clock": func(m *model) store.Store { return clockless{m} },
	} {
		t.Run(name, func(t *testing.T) {
			w, ctx := newWorld(t), context.Background()
			s := of(w.store)
			a := w.host("a")
			a.store = s
			a.must(1)
			expect := func(when string, beginning bool) {
				t.Helper()
				list, err := lease.Layouts(ctx, s, "default", w.clock.at)
				if err != nil || len(list) != 1 || len(list[0].Missing()) != 1 || list[0].Beginning != beginning {
					t.Errorf("%s: %+v, %v; want one number without a register, beginning %v", when, list, err, beginning)
				}
			}
			w.pass(time.Hour)
			swaps := 0
			w.store.step = func(what string) error {
				if what == "swap" {
					if swaps++; swaps == 2 { // that of the register
						expect("just noted", true)
						return errKilled
					}
				}
				return nil
			}
			if _, err := a.group().Reserve(ctx, 7, "database"); !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			w.store.step = nil
			expect("a moment later", true)
			w.pass(lease.Skew)
			expect("later", false)
		})
	}
}

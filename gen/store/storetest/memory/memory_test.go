package memory_test

import (
	"context"
	"errors"
	"net/url"
	"testing"

	"idscope/gen/store"
	"idscope/gen/store/storetest"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
)

func TestSuite(t *testing.T) {
	s := &memory.Store{}
	open := func(context.Context, *url.URL, bool) (store.Store, error) { return s, nil }
	storetest.Run(t, storetest.Engine{Driver: store.Driver{Schemes: []string{"memory"}, Open: open},
		URL: "memory:", Class: store.Proven, Clock: true, Engine: "memory",
		Delete: func(_ testing.TB, key string) { s.Delete(key) },
		Lives: storetest.Lives{PutBack: store.Restarted, BackUp: func(testing.TB) func() {
			kept := s.Copy()
			return func() { s.Restore(kept); s.Restart() }
		}}})
}

func TestFaults(t *testing.T) {
	ctx := t.Context()
	var fault memory.Fault
	s := &memory.Store{Fault: func(string, string) memory.Fault { return fault }}
	first := try.Of(s.Swap(ctx, "k", "", []byte("first"))).Or(t)
	backup := s.Copy()
	for _, c := range []struct {
		fault   memory.Fault
		want    error
		written bool
	}{{memory.Down, memory.ErrDown, false}, {memory.LostRequest, store.ErrUnknown, false},
		{memory.LostReply, store.ErrUnknown, true}} {
		fault = c.fault
		if v, err := s.Swap(ctx, "k", first, []byte("second")); v != "" || !errors.Is(err, c.want) {
			t.Errorf("fault %d: %q, %v; want %v", c.fault, v, err, c.want)
		}
		fault = memory.None
		v, err := s.Load(ctx, "k")
		if err != nil || (v.Version != first) != c.written || (string(v.Data) == "second") != c.written {
			t.Errorf("fault %d: the key holds %q, %v; want it written: %v", c.fault, v.Data, err, c.written)
		}
	}
	s.Restore(backup)
	if v, err := s.Load(ctx, "k"); err != nil || v.Version != first || string(v.Data) != "first" {
		t.Errorf("restored: %q in %q, %v", v.Data, v.Version, err)
	}
	if v, err := s.Swap(ctx, "k", first, nil); err != nil || v == first {
		t.Errorf("swap of what was restored = %q, %v", v, err)
	}
}

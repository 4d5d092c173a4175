package memory_test

import (
	"context"
	"net/url"
	"testing"

	"idscope/gen/store"
	"idscope/gen/store/storetest"
	"idscope/gen/store/storetest/memory"
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

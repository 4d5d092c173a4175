package lease_test

import (
	"errors"
	"maps"
	"strings"

	"idscope/gen/store"
)

// What tests do to the store of a world.

// drop deletes the keys of the store that end so; lose what it has of a number.
func (w *world) drop(suffix string) {
	maps.DeleteFunc(w.store.data, func(key string, _ store.Value) bool { return strings.HasSuffix(key, suffix) })
}

func (w *world) lose(n string) { w.drop("/number/" + n) }

// during runs f once, at the k-th time that something is done from now on.
func (w *world) during(what string, k int, f func()) {
	w.store.step = func(did string) error {
		if did == what {
			if k--; k == 0 {
				w.store.step = nil
				f()
			}
		}
		return nil
	}
}

// alone are hosts with two numbers, so that they come to the same one.
func (w *world) alone(name string) *place { return w.host(name).workers("time:41 worker:1 seq:12") }

// killed is what a process gets that is killed behind its n-th swap: errKilled.
func (w *world) killed(n int, f func() error) {
	w.t.Helper()
	w.store.step = func(what string) error {
		if what == "swapped" {
			n--
		}
		if n <= 0 {
			return errKilled
		}
		return nil
	}
	defer func() { w.store.step = nil }()
	if err := f(); !errors.Is(err, errKilled) {
		w.t.Fatalf("error %v; want the process killed", err)
	}
}

var errKilled = errors.New("killed")

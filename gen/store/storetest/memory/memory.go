// Package memory is a store in the memory of one process, for tests: a model of
// what every store promises, and of what can go wrong on the way to one.
package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"idscope/gen/store"
)

// ErrDown is the reason of a call to a store that is down.
var ErrDown = errors.New("the store is down")

// Store is a map in memory. Its zero value is empty, has the host's clock and never
// fails. The functions are set before the first call, and are called without
// any lock held.
type Store struct {
	// At is told of each call before anything happens, by its method ("Load", "Swap", "List", "Incarnation", "Safety")
	// and its key or prefix, and of a Swap once more when it was tried, as "Swapped". Its error is what the
	// call returns: [ErrDown], or [store.ErrUnknown] of a request or a reply that was lost.
	At func(ctx context.Context, method, key string) error

	// Clock is the store's clock; nil is the host's, and one that is zero is none.
	Clock func() time.Time

	// Report is what Safety returns; empty is a proven store.
	Report store.Safety

	mu      sync.Mutex
	counter uint64
	starts  int
	history int
	values  map[string]store.Value
}

var _ store.Store = (*Store)(nil)

// begin checks a call.
func (s *Store) begin(ctx context.Context, method, key string) error {
	if err := ctx.Err(); err != nil || s.At == nil {
		return err
	}
	if err := s.At(ctx, method, key); err != nil {
		return fmt.Errorf("%s of %q: %w", strings.ToLower(method), key, err)
	}
	return nil
}

// Load returns the value of a key.
func (s *Store) Load(ctx context.Context, key string) (store.Value, error) {
	if err := store.Check(key, nil); err != nil {
		return store.Value{}, err
	}
	if err := s.begin(ctx, "Load", key); err != nil {
		return store.Value{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.load(key), nil
}

func (s *Store) load(key string) store.Value {
	v := s.values[key]
	v.Data = slices.Clone(v.Data)
	return v
}

// Swap writes data if the key has the version old.
func (s *Store) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := store.Check(key, data); err != nil {
		return "", err
	}
	if err := s.begin(ctx, "Swap", key); err != nil {
		return "", err
	}
	version, err := s.swap(key, old, data)
	if err := s.begin(ctx, "Swapped", key); err != nil {
		return "", err
	}
	return version, err
}

func (s *Store) swap(key string, old store.Version, data []byte) (store.Version, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values[key].Version != old {
		return "", store.ErrConflict
	}
	if s.values == nil {
		s.values = map[string]store.Value{}
	}
	s.counter++
	s.values[key] = store.Value{Data: slices.Clone(data), Version: store.Version(fmt.Sprint(s.counter))}
	return s.values[key].Version, nil
}

// List returns the entries whose keys begin with the prefix.
func (s *Store) List(ctx context.Context, prefix string) ([]store.Entry, error) {
	if err := s.begin(ctx, "List", prefix); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(s.Copy(), func(e store.Entry) bool { return !strings.HasPrefix(e.Key, prefix) }), nil
}

// Incarnation tells how often the store was started, and its clock.
func (s *Store) Incarnation(ctx context.Context) (store.Incarnation, error) {
	if err := s.begin(ctx, "Incarnation", ""); err != nil {
		return store.Incarnation{}, err
	}
	now := time.Now()
	if s.Clock != nil {
		now = s.Clock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return store.Incarnation{History: fmt.Sprint("memory ", s.history), Life: fmt.Sprint(s.starts), Now: now}, nil
}

// Safety returns the report.
func (s *Store) Safety(ctx context.Context) (store.Safety, error) {
	if err := s.begin(ctx, "Safety", ""); err != nil {
		return store.Safety{}, err
	}
	if s.Report.Engine == "" {
		return store.Report("memory", "", "the memory of a test"), nil
	}
	return s.Report, nil
}

// Close does nothing.
func (s *Store) Close() error { return nil }

// Delete takes a key away, as somebody does who goes past the store.
func (s *Store) Delete(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.values, key)
}

// Copy is what a backup holds, ordered by key; [Store.Restore] puts it back.
func (s *Store) Copy() (list []store.Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range s.values {
		list = append(list, store.Entry{Key: key, Value: s.load(key)})
	}
	store.Sort(list)
	return list
}

// Restart makes it another incarnation of the store, with the same data.
func (s *Store) Restart() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts++
}

// Replace makes the data another history.
func (s *Store) Replace() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.history++
}

// Swaps is how many swaps were made.
func (s *Store) Swaps() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return int(s.counter)
}

// Restore puts a backup in place of all that there is. Versions go on where they
// are, so that none returns with other data.
func (s *Store) Restore(backup []store.Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values = make(map[string]store.Value, len(backup))
	for _, e := range backup {
		e.Data = slices.Clone(e.Data)
		s.values[e.Key] = e.Value
	}
}

package lease_test

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"idscope/gen/store"
)

// model is a store in memory that tests lose replies of, stop, and put back.
type model struct {
	mu      sync.Mutex
	data    map[string]store.Value
	turn    int
	swaps   int // successful ones
	key     string
	clock   func() time.Time
	down    error // what every call returns
	class   store.Class
	lives   int                      // how often it was started again
	history string                   // of its data
	hung    func(left time.Duration) // not nil: no call is answered; it is told how long the caller would wait
	step    func(what string) error  // called before and after each operation; its error is the reply
}

func newModel() *model {
	return &model{data: map[string]store.Value{}, history: "1", clock: time.Now, class: store.Proven}
}

func (m *model) at(ctx context.Context, what string) error {
	if m.hung != nil {
		until, _ := ctx.Deadline()
		m.hung(time.Until(until))
		return context.DeadlineExceeded
	}
	if m.down != nil {
		return m.down
	}
	if m.step != nil {
		return m.step(what)
	}
	return nil
}

func (m *model) Load(ctx context.Context, key string) (store.Value, error) {
	if err := m.at(ctx, "load"); err != nil {
		return store.Value{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.data[key], nil
}

func (m *model) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := m.at(ctx, "swap"); err != nil {
		return "", err
	}
	v, err := m.swap(key, old, data)
	if e := m.at(ctx, "swapped"); e != nil {
		return "", e
	}
	return v, err
}

func (m *model) swap(key string, old store.Version, data []byte) (store.Version, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.data[key].Version != old {
		return "", store.ErrConflict
	}
	m.turn++
	m.swaps++
	m.key = key
	v := store.Version(strconv.Itoa(m.turn))
	m.data[key] = store.Value{Data: slices.Clone(data), Version: v}
	return v, nil
}

// last is the key that was swapped last.
func (m *model) last() string { return m.key }

func (m *model) List(ctx context.Context, prefix string) ([]store.Entry, error) {
	if err := m.at(ctx, "list"); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []store.Entry
	for key, v := range m.data {
		if strings.HasPrefix(key, prefix) {
			out = append(out, store.Entry{Key: key, Value: v})
		}
	}
	slices.SortFunc(out, func(a, b store.Entry) int { return strings.Compare(a.Key, b.Key) })
	return out, nil
}

func (m *model) Now(ctx context.Context) (time.Time, error) {
	if m.clock == nil {
		return time.Time{}, store.ErrNoClock
	}
	return m.clock(), m.at(ctx, "now")
}

func (m *model) Incarnation(ctx context.Context) (store.Incarnation, error) {
	i := store.Incarnation{History: m.history, Life: strconv.Itoa(m.lives)}
	if m.clock != nil {
		i.Now = m.clock()
	}
	return i, m.at(ctx, "now")
}

func (m *model) Safety(ctx context.Context) (store.Safety, error) {
	return store.Safety{Class: m.class, Reason: "a model"}, m.at(ctx, "safety")
}

func (m *model) Close() error { return nil }

// copy is a backup.
func (m *model) copy() map[string]store.Value {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.data)
}

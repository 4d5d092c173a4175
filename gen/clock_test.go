package gen

import (
	"context"
	"sync"
	"time"
)

// handClock is moved by hand, and by those who sleep on it: a sleep moves it by
// what was asked, plus late (a scheduler that oversleeps), unless it is frozen.
type handClock struct {
	mu     sync.Mutex
	now    time.Time
	late   time.Duration
	frozen bool
	slept  time.Duration
	reads  int
}

var _ Clock = (*handClock)(nil)

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reads++
	return c.now
}

func (c *handClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slept += d
	if !c.frozen {
		c.now = c.now.Add(d + c.late)
	}
	return ctx.Err()
}

func (c *handClock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// memory is a ledger in memory: what two processes share in a test.
type memory struct {
	mu   sync.Mutex
	mark Mark
}

var _ Ledger = (*memory)(nil)

func (m *memory) Update(ctx context.Context, f func(*Mark) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	mark := m.mark
	if err := f(&mark); err != nil {
		return err
	}
	m.mark = mark
	return nil
}

package client

import (
	"cmp"
	"context"
	"sync"
	"time"
)

// SourceOptions are how a Source keeps ids; the zero value works.
type SourceOptions struct {
	// Most is the largest block; 0 is 4096. Blocks begin small, and double while they
	// are used up in time.
	Most int

	// MaxAge is how long ids of a block are handed out, so that the time in an id is
	// never older than that; the rest is dropped. 0 is 100 ms, and less than 0 is no
	// limit, for ids without a time.
	MaxAge time.Duration

	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// Source hands out ids of a generator from a block. Any number of goroutines may use
// it: no id is handed out twice. Ids of several Sources come in no order.
type Source struct {
	client    *Client
	generator string
	options   SourceOptions

	mu   sync.Mutex
	ids  []string // not handed out yet
	size int      // of the next block
	at   time.Time
}

// Source returns a source of ids of a generator.
func (c *Client) Source(generator string, o SourceOptions) *Source {
	o.Most = min(cmp.Or(o.Most, 4096), MostIDs)
	o.MaxAge = cmp.Or(o.MaxAge, 100*time.Millisecond)
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Source{client: c, generator: generator, options: o, size: min(16, o.Most)}
}

// Next returns the next id. It asks the server where the block is used up or too old;
// errors are those of [Client.Fetch].
func (s *Source) Next(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.options.Now()
	old := s.options.MaxAge > 0 && now.Sub(s.at) > s.options.MaxAge
	if len(s.ids) == 0 || old {
		if err := s.fetch(ctx, now, old); err != nil {
			return "", err
		}
	}
	id := s.ids[0]
	s.ids[0], s.ids = "", s.ids[1:]
	return id, nil
}

// fetch takes the next block: twice as large as one that was used up in time, half as
// large as one of which most was dropped.
func (s *Source) fetch(ctx context.Context, now time.Time, old bool) error {
	switch {
	case !s.at.IsZero() && !old:
		s.size = min(2*s.size, s.options.Most)
	case len(s.ids) > s.size/2:
		s.size = max(s.size/2, 1)
	}
	ids, err := s.client.Fetch(ctx, s.generator, s.size)
	if err != nil {
		return err
	}
	s.ids, s.at = ids, now // before they were asked for: none is older
	return nil
}

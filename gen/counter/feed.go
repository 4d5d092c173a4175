package counter

import (
	"cmp"
	"context"
	"sync"
	"time"

	"idscope/gen"
)

// Feed gives out the numbers of a counter as IDs.
type Feed struct {
	// Take takes up to n numbers, at least one, and says which ID each is.
	Take func(ctx context.Context, n uint64) (b Block, id func(n uint64) gen.ID, err error)

	Total uint64        // how many the caller wants at least: so many are taken at a time, where that can be
	Limit time.Duration // for each of Take
	End   func()        // closes what they come from; nil is nothing

	mu   sync.Mutex
	rest Block // taken, but not given out
	id   func(n uint64) gen.ID
}

var (
	_ gen.IDs = (*Feed)(nil)
	_ gen.IDs = (*TicketFeed)(nil)
)

// Plain is the ID that a number itself is.
func Plain(n uint64) gen.ID { return gen.FromUint64(n) }

// Next implements [gen.IDs].
func (f *Feed) Next(ctx context.Context) (gen.ID, error) {
	var one [1]gen.ID
	_, err := f.Fill(ctx, one[:])
	return one[0], err
}

// Fill implements [gen.IDs]. It gives out what is left of the numbers that were taken last, before it
// takes more.
func (f *Feed) Fill(ctx context.Context, dst []gen.ID) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rest.Len() == 0 {
		ctx, cancel := context.WithTimeout(ctx, f.Limit)
		defer cancel()
		if f.rest, f.id, err = f.Take(ctx, max(uint64(len(dst)), f.Total)); err != nil {
			f.rest = Block{}
			return 0, err
		}
		f.Total -= min(f.rest.Len(), f.Total)
	}
	for ; n < len(dst) && f.rest.Len() > 0; n++ {
		dst[n] = f.id(f.rest.First)
		f.rest.First++
	}
	return n, nil
}

// Close implements [gen.IDs].
func (f *Feed) Close() error {
	if f.End != nil {
		f.End()
	}
	return nil
}

// TicketFeed gives out tickets as IDs, those of [NoteAfter] or of one call at a time: they are noted together before
// anyone gets them.
type TicketFeed struct {
	Tickets *Tickets
	Limit   time.Duration // for each ticket
	End     func()        // closes what they come from; nil is nothing

	mu sync.Mutex
}

// NoteAfter is how long numbers of tickets and rows wait at most until this host has noted them.
const NoteAfter = 20 * time.Millisecond

// Next implements [gen.IDs].
func (f *TicketFeed) Next(ctx context.Context) (gen.ID, error) {
	var one [1]gen.ID
	_, err := f.Fill(ctx, one[:])
	return one[0], err
}

// Fill implements [gen.IDs].
func (f *TicketFeed) Fill(ctx context.Context, dst []gen.ID) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var begun time.Time
	for n < len(dst) && err == nil && (n == 0 || time.Since(begun) < NoteAfter) {
		var ticket uint64
		if ticket, err = f.next(ctx); err == nil {
			dst[n] = gen.FromUint64(ticket)
			n++
		}
		if begun.IsZero() {
			begun = time.Now()
		}
	}
	if e := f.Tickets.Note(ctx); e != nil {
		return 0, cmp.Or(err, e) // not noted: not given out
	}
	return n, err
}

func (f *TicketFeed) next(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, f.Limit)
	defer cancel()
	return f.Tickets.Next(ctx)
}

// Close implements [gen.IDs].
func (f *TicketFeed) Close() error {
	if f.End != nil {
		f.End()
	}
	return nil
}

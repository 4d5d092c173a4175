package cmd

import (
	"context"
	"runtime"
	"sync"

	"idscope/gen"
)

const (
	batch  = 1024       // identifiers from one call of Fill: their numbers and text stay in the processor's near caches
	many   = 1 << 16    // from so many on, all processors work
	chunks = 64 * batch // identifiers that one processor writes at a time, at most
)

// stream makes and writes as many ids as were asked for. When the generator
// refuses, what it made before is written all the same.
func (o *genOptions) stream(ctx context.Context, g *gen.Generator, out *sink, more func() (*gen.Generator, error)) error {
	workers := runtime.GOMAXPROCS(0)
	if o.count < many || workers < 2 || o.seed != nil {
		return o.line(ctx, g, out)
	}
	s := &streaming{ctx: ctx, shared: g, out: out, left: o.count, chunk: chunkOf(g.Scheme())}
	s.next.L = &s.mu
	var all sync.WaitGroup
	for range workers {
		own := g
		if g.Free() {
			var err error
			if own, err = more(); err != nil {
				return usage("%w", err)
			}
		}
		all.Go(func() { s.work(own) })
	}
	all.Wait()
	if err := out.close(); s.failed == nil {
		s.failed = err
	}
	if s.failed == nil && s.refused != nil {
		s.failed = o.explain(g.Scheme(), s.refused)
	}
	return s.failed
}

// line is stream by one processor.
func (o *genOptions) line(ctx context.Context, g *gen.Generator, out *sink) error {
	ids := make([]gen.ID, min(o.count, batch))
	for left := o.count; left > 0; {
		n, refusal := g.Fill(ctx, ids[:min(left, batch)])
		out.buf = out.lines(out.buf, ids[:n])
		if err := out.full(); err != nil {
			return err
		}
		left -= uint64(n)
		if refusal != nil {
			if err := out.close(); err != nil {
				return err
			}
			return o.explain(g.Scheme(), refusal)
		}
	}
	return out.close()
}

// streaming shares the work among processors. Each takes the next chunk of ids,
// under a lock where one generator makes them all, writes their text into a
// buffer of its own, and hands that out when its turn comes: so the ids stand in
// the order in which they were made.
type streaming struct {
	ctx    context.Context
	shared *gen.Generator
	out    *sink

	making  sync.Mutex // held while a shared generator makes a chunk
	mu      sync.Mutex
	next    sync.Cond // somebody's turn has come
	chunk   uint64
	left    uint64
	given   uint64 // chunks that were taken
	written uint64 // chunks that were written
	refused error  // by the generator
	failed  error  // to write
}

// chunkOf is how many ids one processor makes at a time: what a worker may make in
// a tenth of a second, so that a slow scheme's ids do not wait long to be seen.
func chunkOf(s *gen.Scheme) uint64 {
	n, ok := s.PerTick()
	if !ok || !s.Timed() || n.Len() > 32 {
		return chunks
	}
	tenth := float64(n.Lo) * 1e8 / float64(s.Tick) * float64(uint64(1)<<s.Fraction)
	return uint64(min(max(tenth, batch), chunks))
}

// take returns how many ids the next chunk has, 0 at the end, and its number.
func (s *streaming) take() (n, number uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed != nil || s.refused != nil || s.left == 0 {
		return 0, 0
	}
	n = min(s.left, s.chunk)
	s.left -= n
	number = s.given
	s.given++
	return n, number
}

func (s *streaming) work(g *gen.Generator) {
	ids := make([]gen.ID, batch)
	var all []gen.ID // of a chunk, where the generator is shared
	if !g.Free() {
		all = make([]gen.ID, s.chunk)
	}
	var text []byte
	for {
		var n, number uint64
		var refusal error
		text = text[:0]
		if all == nil {
			if n, number = s.take(); n == 0 {
				return
			}
			for left := n; left > 0 && refusal == nil; {
				var made int
				made, refusal = g.Fill(s.ctx, ids[:min(left, batch)])
				text = s.out.lines(text, ids[:made])
				left -= uint64(made)
			}
		} else {
			s.making.Lock()
			if n, number = s.take(); n == 0 {
				s.making.Unlock()
				return
			}
			var made int
			made, refusal = g.Fill(s.ctx, all[:n])
			s.making.Unlock()
			for part := all[:made]; len(part) > 0; part = part[min(len(part), batch):] {
				text = s.out.lines(text, part[:min(len(part), batch)])
			}
		}
		if !s.hand(number, text, refusal) {
			return
		}
	}
}

// hand writes a chunk when its turn comes; false tells to stop.
func (s *streaming) hand(number uint64, text []byte, refusal error) bool {
	s.mu.Lock()
	for s.written != number {
		s.next.Wait()
	}
	stop := s.failed != nil || s.refused != nil
	s.mu.Unlock()
	var err error
	if !stop {
		err = s.out.write(text)
	}
	s.mu.Lock()
	s.written++
	if s.failed == nil {
		s.failed = err
	}
	if s.refused == nil && !stop {
		s.refused = refusal
	}
	stop = s.failed != nil || s.refused != nil
	s.mu.Unlock()
	s.next.Broadcast()
	return !stop
}

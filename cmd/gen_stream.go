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
	if !o.together() {
		return o.line(ctx, g, out)
	}
	s := newStreaming(out, o.count, chunkOf(g.Scheme()))
	if !g.Free() {
		s.share(ctx, g)
	} else {
		for range runtime.GOMAXPROCS(0) {
			own, err := more()
			if err != nil {
				return usage("%w", err)
			}
			ids := make([]gen.ID, batch)
			s.makers = append(s.makers, func(dst []byte, n uint64) ([]byte, error) {
				for n > 0 {
					made, err := own.Fill(ctx, ids[:min(n, batch)])
					dst = out.lines(dst, ids[:made])
					if n -= uint64(made); err != nil {
						return dst, err
					}
				}
				return dst, nil
			})
		}
	}
	refusal, err := s.run()
	if err == nil && refusal != nil {
		err = o.explain(g.Scheme(), refusal)
	}
	return err
}

// together reports whether all processors work: not for few ids, nor where the
// order in which random bits are drawn has to be the same each time.
func (o *genOptions) together() bool {
	return o.count >= many && o.seed == nil && runtime.GOMAXPROCS(0) > 1
}

// line is stream by one processor.
func (o *genOptions) line(ctx context.Context, g *gen.Generator, out *sink) error {
	chunk := uint64(batch)
	if !g.Free() { // each call of Fill may update a record
		chunk = chunkOf(g.Scheme())
	}
	ids := make([]gen.ID, min(o.count, chunk))
	for left := o.count; left > 0; {
		n, refusal := g.Fill(ctx, ids[:min(left, chunk)])
		for part := ids[:n]; len(part) > 0; part = part[min(len(part), batch):] {
			out.buf = out.lines(out.buf, part[:min(len(part), batch)])
			if err := out.full(); err != nil {
				return err
			}
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
// writes their text into a buffer of its own, and hands that out when its turn
// comes: so the ids stand in the order in which they were made.
type streaming struct {
	out    *sink
	chunk  uint64
	makers []liner // one a processor

	mu      sync.Mutex
	next    sync.Cond // somebody's turn has come
	left    uint64
	given   uint64 // chunks that were taken
	written uint64 // chunks that were written
	refused error  // by a maker
	failed  error  // to write

	making sync.Mutex // held while a generator that all share makes a chunk
	shared func(dst []gen.ID) (int, error)
}

// liner appends the lines of n ids; on an error those that it made.
type liner func(dst []byte, n uint64) ([]byte, error)

func newStreaming(out *sink, count, chunk uint64) *streaming {
	s := &streaming{out: out, left: count, chunk: chunk}
	s.next.L = &s.mu
	return s
}

// share has all processors take their ids from one generator, in turn, and write
// the text at the same time.
func (s *streaming) share(ctx context.Context, g *gen.Generator) {
	s.shared = func(dst []gen.ID) (int, error) { return g.Fill(ctx, dst) }
	s.makers = make([]liner, runtime.GOMAXPROCS(0))
}

// run works until all is written, a maker refuses, or writing fails.
func (s *streaming) run() (refusal, err error) {
	var all sync.WaitGroup
	for _, m := range s.makers {
		all.Go(func() {
			if m == nil {
				s.workShared()
			} else {
				s.work(m)
			}
		})
	}
	all.Wait()
	err = s.out.close()
	if s.failed != nil {
		err = s.failed
	}
	return s.refused, err
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

func (s *streaming) work(m liner) {
	var text []byte
	for {
		n, number := s.take()
		if n == 0 {
			return
		}
		var refusal error
		if text, refusal = m(text[:0], n); !s.hand(number, text, refusal) {
			return
		}
	}
}

func (s *streaming) workShared() {
	ids := make([]gen.ID, s.chunk)
	var text []byte
	for {
		s.making.Lock()
		n, number := s.take()
		if n == 0 {
			s.making.Unlock()
			return
		}
		made, refusal := s.shared(ids[:n])
		s.making.Unlock()
		text = text[:0]
		for part := ids[:made]; len(part) > 0; part = part[min(len(part), batch):] {
			text = s.out.lines(text, part[:min(len(part), batch)])
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

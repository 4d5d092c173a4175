package cmd

import (
	"context"
	"runtime"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

const (
	batch   = 256        // identifiers from one call of Fill: their numbers and text stay in the nearest cache
	many    = 1 << 16    // from so many on, all processors work
	chunks  = 32 * batch // identifiers that one processor makes at a time: their text stays in its own cache
	sharing = 4 * chunks // the same, at most, where random bits grow, which a generator that all share makes
)

// stream makes and writes as many ids as were asked for. When the generator
// refuses, what it made before is written all the same.
func (o *genOptions) stream(ctx context.Context, g *gen.Generator, out *sink, more func() (*gen.Generator, error)) error {
	if !o.together() {
		return o.line(ctx, g, out)
	}
	s := newStreaming(out, o.count, chunks)
	if !g.Free() {
		if !g.Reservable() {
			s.chunk = chunkOf(g.Scheme())
		}
		s.share(o.sharers(ctx, g, out, s.chunk))
	} else {
		for range runtime.GOMAXPROCS(0) {
			own, err := more()
			if err != nil {
				return cli.Usage("%w", err)
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
	if !g.Free() && !g.Reservable() { // each call of Fill may update a record
		chunk = chunkOf(g.Scheme())
	}
	own := o.sharers(ctx, g, out, min(o.count, chunk))()
	for left := o.count; left > 0; {
		made, refusal := own.take(min(left, chunk))
		for more := true; more; {
			out.buf, more = own.write(out.buf)
			if err := out.full(); err != nil {
				return err
			}
		}
		left -= made
		if refusal != nil {
			if err := out.close(); err != nil {
				return err
			}
			return o.explain(g.Scheme(), refusal)
		}
	}
	return out.close()
}

// chunkOf is how many ids one processor makes at a time: what a worker may make in
// a tenth of a second, so that a slow scheme's ids do not wait long to be seen.
func chunkOf(s *gen.Scheme) uint64 {
	n, ok := s.PerTick()
	if !ok || !s.Timed() || n.Len() > 32 {
		return sharing
	}
	tenth := float64(n.Lo) * 1e8 / float64(s.Tick) * float64(uint64(1)<<s.Fraction)
	return uint64(min(max(tenth, batch), sharing))
}

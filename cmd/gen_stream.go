package cmd

import (
	"context"
	"errors"
	"runtime"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/inspect/lines"
)

const (
	batch   = 256        // identifiers from one call of Fill: their numbers and text stay in the nearest cache
	some    = 8 * batch  // identifiers that one processor alone writes at a time: few enough that their text stays near
	many    = 1 << 16    // from so many on, all processors work
	chunks  = 32 * batch // identifiers that one of several processors makes at a time: their text stays in its own cache
	sharing = 4 * chunks // the same, at most, where random bits grow, which a generator that all share makes
)

// stream makes and writes as many ids as were asked for. When the generator
// refuses, what it made before is written all the same.
func (o *genOptions) stream(ctx context.Context, g *gen.Generator, out *sink, more func() (*gen.Generator, error)) error {
	left := o.quota(some, chunks)
	most := left.chunk
	if !g.Free() && !g.Reservable() { // each call of Fill may update a record
		left.chunk = chunkOf(g.Scheme())
	}
	processors := o.processors()
	if processors > 1 {
		most = left.chunk
	}
	var workers []lines.Worker[[]byte]
	for i := range processors {
		switch {
		case g.Free():
			if i > 0 {
				var err error
				if g, err = more(); err != nil {
					return cli.Usage("%w", err)
				}
			}
			workers = append(workers, newFree(ctx, g, out, left))
		case g.Reservable():
			workers = append(workers, &reserving{ctx: ctx, g: g, out: out, from: left, ids: make([]gen.ID, min(left.chunk, batch))})
		default:
			workers = append(workers, &filling{ctx: ctx, g: g, out: out, from: left, most: int(most), ids: make([]gen.ID, min(left.chunk, o.count))})
		}
	}
	refusal, err := out.run(ctx, workers)
	if refusal != nil {
		return o.explain(g.Scheme(), refusal)
	}
	return err
}

// run writes what the workers make, in the order in which they took it, and closes
// the output. refusal is the error of a worker, err that of the output, which
// counts more.
func (s *sink) run(ctx context.Context, workers []lines.Worker[[]byte]) (refusal, err error) {
	next := 0
	err = lines.Run(ctx, lines.Pool{Workers: len(workers)}, func() lines.Worker[[]byte] {
		next++
		return workers[next-1]
	}, s.write)
	var unwritten *cli.Failure
	if err != nil && !errors.As(err, &unwritten) {
		refusal, err = err, nil
	}
	if e := s.close(); err == nil && e != nil {
		refusal, err = nil, e
	}
	return refusal, err
}

// processors returns how many work: one for few ids, and where the order in which
// random bits are drawn has to be the same each time.
func (o *genOptions) processors() int {
	if o.count >= many && o.seed == nil {
		return runtime.GOMAXPROCS(0)
	}
	return 1
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

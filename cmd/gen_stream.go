package cmd

import (
	"context"
	"errors"
	"io"
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
func (o *genOptions) stream(ctx context.Context, g *gen.Generator, out *sink,
	more func() (*gen.Generator, error)) error {
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
			workers = append(workers, &reserving{ctx: ctx, g: g, out: out, from: left,
				ids: make([]gen.ID, min(left.chunk, batch))})
		default:
			workers = append(workers, &filling{ctx: ctx, g: g, out: out, from: left, most: int(most),
				ids: make([]gen.ID, min(left.chunk, o.count))})
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

// quota is how many ids of a call are still to be made. The workers take their
// jobs from it, one at a time: see [lines.Worker].
type quota struct {
	left  uint64
	chunk uint64  // of one job, at most
	run   gen.Run // reserved by one of them for all
}

// quota returns that of the call, in jobs of so many ids.
func (o *genOptions) quota(byOne, byMany uint64) *quota {
	if o.processors() == 1 {
		return &quota{left: o.count, chunk: byOne}
	}
	return &quota{left: o.count, chunk: byMany}
}

// next is how many ids the next job may have; io.EOF behind the last.
func (q *quota) next() (uint64, error) {
	if q.left == 0 {
		return 0, io.EOF
	}
	return min(q.left, q.chunk), nil
}

// making has a generator of its own.
type making struct {
	from *quota
	n    uint64
	make func(dst []byte, n uint64) ([]byte, error) // appends the lines of n ids; on an error those that were made
}

func newFree(ctx context.Context, g *gen.Generator, out *sink, from *quota) *making {
	ids := make([]gen.ID, batch)
	return &making{from: from, make: func(dst []byte, n uint64) ([]byte, error) {
		for n > 0 {
			made, err := g.Fill(ctx, ids[:min(n, batch)])
			dst = out.lines(dst, ids[:made])
			if n -= uint64(made); err != nil {
				return dst, err
			}
		}
		return dst, nil
	}}
}

func (m *making) Take() (err error) {
	m.n, err = m.from.next()
	m.from.left -= m.n
	return err
}

func (m *making) Work(text []byte) ([]byte, error) { return m.make(text[:0], m.n) }

// reserving takes ids as numbers, from a generator that all share, many at a time,
// and builds them when it writes them, so that they stay in the nearest cache.
type reserving struct {
	ctx  context.Context
	g    *gen.Generator
	out  *sink
	from *quota
	own  gen.Run
	ids  []gen.ID
}

// reserveMost is how many ids are reserved at a time: each time a record is
// written, which takes as long as a thousand ids or more.
const reserveMost = 1 << 18

func (r *reserving) Take() error {
	n, err := r.from.next()
	if err == nil && r.from.run.N == 0 {
		r.from.run, err = r.g.Reserve(r.ctx, min(r.from.left, reserveMost))
	}
	if err != nil {
		return err
	}
	r.own = r.g.Split(&r.from.run, n)
	r.from.left -= r.own.N
	return nil
}

func (r *reserving) Work(text []byte) ([]byte, error) {
	for text = text[:0]; r.own.N > 0; {
		text = r.out.lines(text, r.ids[:r.g.Expand(&r.own, r.ids)])
	}
	return text, nil
}

// filling takes ids whose random bits grow, which only the generator that all
// share can build.
type filling struct {
	ctx     context.Context
	g       *gen.Generator
	out     *sink
	from    *quota
	most    int // ids of one job: fewer than from one call of Fill only where it works alone
	ids     []gen.ID
	rest    []gen.ID // made, but of no job yet
	made    []gen.ID
	refusal error // behind the rest
}

func (f *filling) Take() error {
	if len(f.rest) == 0 {
		n, err := f.from.next()
		if err != nil {
			return err
		}
		k, refusal := f.g.Fill(f.ctx, f.ids[:n])
		f.rest, f.refusal = f.ids[:k], refusal
		f.from.left -= uint64(k)
	}
	n := min(len(f.rest), f.most)
	f.made, f.rest = f.rest[:n], f.rest[n:]
	return nil
}

func (f *filling) Work(text []byte) ([]byte, error) {
	text = text[:0]
	for ids := f.made; len(ids) > 0; {
		n := min(len(ids), batch)
		text, ids = f.out.lines(text, ids[:n]), ids[n:]
	}
	if len(f.rest) > 0 {
		return text, nil
	}
	return text, f.refusal
}

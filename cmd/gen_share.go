package cmd

import (
	"context"

	"idscope/gen"
)

// sharer makes chunks of ids from a generator that several processors share: take
// is called by one at a time, write by all.
type sharer interface {
	// take takes at most n ids, at least one unless the generator refuses.
	take(n uint64) (made uint64, refusal error)
	// write appends the lines of a batch of what was taken; more is whether there
	// are others.
	write(dst []byte) (longer []byte, more bool)
}

// reserving takes ids as numbers, many at a time, and builds them when it writes
// them, so that they stay in the nearest cache.
type reserving struct {
	ctx  context.Context
	g    *gen.Generator
	out  *sink
	from *reserved
	own  gen.Run
	ids  []gen.ID
}

// reserved is what all processors take from.
type reserved struct {
	left uint64 // ids that are not reserved yet
	run  gen.Run
}

// reserveMost is how many ids are reserved at a time: each time a record is
// written, which takes as long as a thousand ids or more.
const reserveMost = 1 << 18

func (r *reserving) take(n uint64) (made uint64, refusal error) {
	if all := r.from; all.run.N == 0 {
		if all.run, refusal = r.g.Reserve(r.ctx, min(all.left, reserveMost)); refusal != nil {
			r.own.N = 0
			return 0, refusal
		}
		all.left -= all.run.N
	}
	r.own = r.g.Split(&r.from.run, n)
	return r.own.N, nil
}

func (r *reserving) write(dst []byte) (longer []byte, more bool) {
	dst = r.out.lines(dst, r.ids[:r.g.Expand(&r.own, r.ids)])
	return dst, r.own.N > 0
}

// filling takes ids whose random bits grow, which only the generator can build.
type filling struct {
	ctx  context.Context
	g    *gen.Generator
	out  *sink
	ids  []gen.ID
	made []gen.ID // what is not written yet
}

func (f *filling) take(n uint64) (made uint64, refusal error) {
	k, refusal := f.g.Fill(f.ctx, f.ids[:n])
	f.made = f.ids[:k]
	return uint64(k), refusal
}

func (f *filling) write(dst []byte) (longer []byte, more bool) {
	n := min(len(f.made), batch)
	dst = f.out.lines(dst, f.made[:n])
	f.made = f.made[n:]
	return dst, len(f.made) > 0
}

// sharers returns what makes the sharer of each processor, for count ids of a
// generator in chunks of at most chunk.
func (o *genOptions) sharers(ctx context.Context, g *gen.Generator, out *sink, chunk uint64) func() sharer {
	if !g.Reservable() {
		return func() sharer { return &filling{ctx: ctx, g: g, out: out, ids: make([]gen.ID, chunk)} }
	}
	from := &reserved{left: o.count}
	return func() sharer {
		return &reserving{ctx: ctx, g: g, out: out, from: from, ids: make([]gen.ID, min(chunk, batch))}
	}
}

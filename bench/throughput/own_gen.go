package throughput

import (
	"context"
	"runtime"

	"idscope/gen"
)

// What the command gen reserves, and builds, at a time.
const (
	genReserve = 1 << 18
	genBatch   = 256
	genText    = 1 << 17 // bytes of text that are written at a time
)

// loopGen makes ids as one processor of the command gen does: numbers are reserved many
// at a time and built where they are written; where random bits alone keep ids apart,
// each has a generator of its own. The lines go into a buffer that is written nowhere.
func loopGen(ctx context.Context, g *gen.Generator, again func() (*gen.Generator, error), n int) (err error) {
	if g.Free() {
		if g, err = again(); err != nil {
			return err
		}
	}
	s := g.Scheme()
	ids := make([]gen.ID, genBatch)
	buf := make([]byte, 0, genText+1<<15)
	var run gen.Run
	for n > 0 {
		made := 0
		switch {
		case !g.Reservable():
			made, err = g.Fill(ctx, ids[:min(n, genBatch)])
		case run.N == 0:
			if run, err = g.Reserve(ctx, uint64(min(n, genReserve))); err == nil {
				continue
			}
		default:
			made = g.Expand(&run, ids[:min(n, genBatch)])
		}
		if err != nil {
			return err
		}
		n -= made
		if len(buf) > genText {
			buf = buf[:0]
		}
		if s.Affix == nil && made == genBatch {
			buf = s.Text.AppendLines(buf, ids, s.Layout.Size())
			continue
		}
		for _, id := range ids[:made] {
			buf = append(s.Append(buf, id), '\n')
		}
	}
	runtime.KeepAlive(buf)
	return nil
}

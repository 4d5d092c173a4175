package counter

import "context"

// PutBack gives the host a block back that Take returned and nobody saw a number of. It
// reports false where another process took numbers since, which is no error: they are
// lost then.
func (s *Segments) PutBack(ctx context.Context, b Block) (done bool, err error) {
	err = s.o.Host.update(ctx, false, func(p *page) error {
		of := &p.buffer
		done = b.Len() > 0 && p.used == b.End-1 && (of.current.Len() == 0 || of.current.First == b.End)
		if !done {
			return nil
		}
		if of.current.Len() == 0 {
			of.current, of.size = b, max(of.size, b.Len())
		}
		of.current.First, p.used = b.First, b.First-1
		return nil
	})
	return done && err == nil, err
}

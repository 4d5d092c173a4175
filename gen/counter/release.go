package counter

import "context"

// Released is how many numbers a host had left, how many it gave back of them, and
// whether it gave back the lease of the writer too.
type Released struct {
	Left, Returned uint64
	Lease          bool
}

// Release gives back what the host has left, where nobody came after it, and then the
// lease of the writer, if there is one.
func (s *Segments) Release(ctx context.Context) (r Released, err error) {
	release, _, err := s.o.Host.file.Alone(ctx, true)
	if err != nil {
		return r, err
	}
	defer release()
	a, err := s.o.Open(ctx)
	if err != nil {
		return r, err
	}
	var rest Block
	// The host forgets it before the store gets it back: else both could give it out.
	err = s.o.Host.update(ctx, true, func(p *page) error {
		b := &p.buffer
		r.Left = b.left()
		switch rest = b.current; {
		case b.next.Len() > 0 && b.current.End == b.next.First:
			rest.End = b.next.End
		case b.next.Len() > 0:
			rest = b.next
		}
		p.lease.end = 0 // nothing that was taken is printed any more
		p.seen = p.used // what is given back may come from the store again, to other hosts too
		p.buffer = buffer{step: b.step}
		return nil
	})
	if err == nil && rest.Len() > 0 {
		err = s.giveBack(ctx, a, rest, &r)
	}
	if err == nil && s.o.Writer != nil {
		r.Lease, err = s.o.Writer.release(ctx)
	}
	return r, err
}

func (s *Segments) giveBack(ctx context.Context, a Allocator, rest Block, r *Released) error {
	done, err := a.Return(ctx, rest)
	if done {
		r.Returned = rest.Len()
	} else if err == nil {
		err = s.o.Host.update(ctx, true, func(p *page) error {
			p.seen = max(p.seen, rest.End-1)
			return nil
		})
	}
	return err
}

package server

import (
	"context"
	"time"

	"idscope/gen"
	"idscope/gen/store"
)

// strict takes from the segments of this host while it holds the lease of the writer. A
// server of another host is not ready then, and takes over when the lease is given back or
// has ended.
//
// Nothing is taken before it is asked for. So it does not matter how late a reply leaves: its
// numbers were taken, under the lease, after the request came; whoever writes next gives out
// greater ones, and nobody had those before the request. Where idscope gen prints, and every
// line counts for itself, the lease is looked at once more before.
func (c *counting) strict(s *Server, name string, kind *gen.Scheme, f *fileCounter) error {
	p := c.places[0]
	folder, err := s.options.Folder()
	if err != nil {
		return err
	}
	if c.leases, err = s.newCountedIn(name, kind, f, p.Store); err != nil {
		return err
	}
	c.leases.statements = false
	w := p.Writer(folder, gen.SystemClock(), func(ctx context.Context) (store.Store, error) {
		o, err := c.leases.open(ctx)
		if err != nil {
			return nil, err
		}
		return store.Watched(o.Store, p.stats.watch()), nil
	})
	if w.Term, err = f.term(); err != nil {
		return err
	}
	segments := c.shared(s, w)
	c.hold, c.look = segments.Hold, min(lookEach, w.Term/4) // renewed before it ends
	c.check = func(ctx context.Context) error {
		if _, err := p.allocator(ctx); err != nil {
			return err
		}
		return segments.Hold(ctx)
	}
	c.back = func([]series) error {
		segments.Close()
		ctx, cancel := context.WithTimeout(context.Background(), handOver)
		defer cancel()
		_, err := segments.Release(ctx)
		return err
	}
	return nil
}

// handOver is how long a server that ends tries to give back the lease of the writer.
const handOver = 2 * time.Second

package collide

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
)

// Of schemes without a time every identifier can meet every other, so all are
// kept, in buckets that are sorted one by one at the end.

const buckets = 256

// keySize is how many bytes an identifier of a scheme takes while it is kept.
func keySize(s *gen.Scheme) int {
	switch size := s.Layout.Size(); {
	case size <= 64:
		return 8
	case size <= 128:
		return 16
	}
	return 24
}

func runTimeless(ctx context.Context, c *Config) (*Result, error) {
	switch keySize(c.Scheme) {
	case 8:
		return keepAll(ctx, c, func(id gen.ID) uint64 { return id.Lo }, cmp.Compare[uint64])
	case 16:
		return keepAll(ctx, c, func(id gen.ID) [2]uint64 { return [2]uint64{id.Mid, id.Lo} }, func(a, b [2]uint64) int {
			if d := cmp.Compare(a[1], b[1]); d != 0 {
				return d
			}
			return cmp.Compare(a[0], b[0])
		})
	}
	return keepAll(ctx, c, func(id gen.ID) gen.ID { return id }, gen.ID.Cmp)
}

func keepAll[K comparable](ctx context.Context, c *Config, key func(gen.ID) K, compare func(a, b K) int) (*Result,
	error) {
	start, err := c.start()
	if err != nil {
		return nil, err
	}
	total := c.Count
	if total == 0 {
		total = uint64(c.total())
		if c.Poisson {
			total = poisson(c.rng(forArrivals, 0), c.total())
		}
	}
	r := &Result{Start: start, Span: c.span()}
	var all [parts][buckets][]K
	room := float64(total) / float64(c.drawers(parts)) / buckets
	err = c.makeAll(ctx, total, r, func(part int, ids []gen.ID) {
		for _, id := range ids {
			b := &all[part][(id.Lo^id.Mid^id.Hi)*0x9e3779b97f4a7c15>>56]
			if *b == nil {
				*b = make([]K, 0, int(room+6*math.Sqrt(room))+4)
			}
			*b = append(*b, key(id))
		}
	})
	if err != nil {
		r.Span = time.Duration(float64(r.Made) / c.Rate * 1e9)
	}
	r.Prediction = c.birthday(float64(r.Made))
	var duplicates, pairs atomic.Uint64
	spares := sync.Pool{New: func() any { return new([]K) }} // so that one bucket for each core is all it takes
	_ = share(buckets, func(i int) error {
		spare := spares.Get().(*[]K)
		defer spares.Put(spare)
		b := (*spare)[:0]
		for part := range all {
			b = append(b, all[part][i]...)
			all[part][i] = nil
		}
		*spare = b
		slices.SortFunc(b, compare)
		equal := uint64(0)
		for j := 1; j < len(b); j++ {
			if b[j] != b[j-1] {
				equal = 0
				continue
			}
			equal++
			duplicates.Add(1)
			pairs.Add(equal)
		}
		return nil
	})
	r.Duplicates, r.Pairs = duplicates.Load(), pairs.Load()
	return r, err
}

// parts is into how many the nodes are split, which live at a time where there are
// cores. It is fixed, so that the seed decides everything, and not the machine.
const parts = 16

// drawers is how many draw random bits, of at most so many: where it makes no difference
// who does, there is one in each part.
func (c *Config) drawers(most int) int {
	if c.independent() {
		return parts
	}
	return min(c.Nodes, most)
}

// share does n jobs with all cores, and returns the first error.
func share(n int, job func(i int) error) error {
	var next atomic.Int64
	var all sync.WaitGroup
	errs := make([]error, min(n, runtime.GOMAXPROCS(0)))
	for w := range errs {
		all.Go(func() {
			for errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				errs[w] = job(i)
			}
		})
	}
	all.Wait()
	return cmp.Or(errs...)
}

// makeAll hands out all identifiers, some at a time, those of a part in one goroutine.
func (c *Config) makeAll(ctx context.Context, total uint64, r *Result, take func(part int, ids []gen.ID)) error {
	nodes := uint64(c.drawers(c.Nodes))
	var made atomic.Uint64
	var telling sync.Mutex
	err := share(parts, func(part int) error {
		ids := make([]gen.ID, 1024)
		for i := uint64(part); i < nodes; i += parts {
			p, err := newProcess(c.Scheme, nil, nil, c.bits(i))
			if err != nil {
				return err
			}
			mine := total / nodes
			if i < total%nodes {
				mine++
			}
			for mine > 0 {
				n := min(mine, uint64(cap(ids)))
				if ids, err = p.draw([]ask{{0, n}}, c.independent(), ids[:0]); err != nil {
					return err
				}
				take(part, ids)
				mine -= n
				if now := made.Add(n); now%(1<<18) < n {
					if c.Progress != nil {
						telling.Lock()
						c.Progress(int64(now), int64(total))
						telling.Unlock()
					}
					if err := ctx.Err(); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
	r.Made = made.Load()
	return err
}

// birthday is the prediction for n identifiers of which each can equal each.
func (c *Config) birthday(n float64) Prediction {
	bits := c.Scheme.Layout.Width(gen.Random)
	model := fmt.Sprintf("probability of equal values among 2^%d for all ids together", bits)
	switch {
	case c.independent():
		m := independentDraws(n, c.space())
		return around(m.mean, m.variance, model)
	case c.Nodes == 1:
		return none(fmt.Sprintf("none by construction: one process goes through all 2^%d random values, none twice", bits))
	}
	share := n / float64(c.Nodes) / c.space()
	none := math.Pow(1-share, float64(c.Nodes))
	mean := c.space() * (float64(c.Nodes)*share - 1 + none)
	if n*n < 1e-3*c.space() || c.space() > 1e15 {
		mean = sharedDraws(n, c.space(), c.Nodes).mean
	}
	variance := mean
	if n > 0.01*c.space() {
		variance = c.space() * none * (1 - none)
	}
	return around(mean, variance, model)
}

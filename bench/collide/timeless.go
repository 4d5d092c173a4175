package collide

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
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
	var all [buckets][]K
	room := float64(total) / buckets
	for i := range all {
		all[i] = make([]K, 0, int(room+6*math.Sqrt(room))+4)
	}
	err = c.makeAll(ctx, total, r, func(ids []gen.ID) {
		for _, id := range ids {
			b := &all[(id.Lo^id.Mid^id.Hi)*0x9e3779b97f4a7c15>>56]
			*b = append(*b, key(id))
		}
	})
	if err != nil {
		r.Span = time.Duration(float64(r.Made) / c.Rate * 1e9)
	}
	r.Prediction = c.birthday(float64(r.Made))
	for i, b := range all {
		slices.SortFunc(b, compare)
		equal := uint64(0)
		for j := 1; j < len(b); j++ {
			if b[j] != b[j-1] {
				equal = 0
				continue
			}
			equal++
			r.Duplicates++
			r.Pairs += equal
		}
		all[i] = nil
	}
	return r, err
}

// makeAll hands out all identifiers, some at a time.
func (c *Config) makeAll(ctx context.Context, total uint64, r *Result, take func([]gen.ID)) error {
	nodes := uint64(c.Nodes)
	if c.Each {
		nodes = 1
	}
	ids := make([]gen.ID, 1024)
	for i := range nodes {
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
			take(ids)
			mine -= n
			if r.Made += n; r.Made%(1<<18) < n {
				if c.Progress != nil {
					c.Progress(int64(r.Made), int64(total))
				}
				if err := ctx.Err(); err != nil {
					return err
				}
			}
		}
	}
	return nil
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

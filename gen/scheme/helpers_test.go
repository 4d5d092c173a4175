package scheme

import (
	"context"
	"testing"
	"time"

	"idscope/gen"
)

// steppedClock moves by each at every reading, and by the time slept.
type steppedClock struct {
	now  time.Time
	each time.Duration
	low  time.Time // lowest reading since reset
	high time.Time // highest
}

func (c *steppedClock) Now() time.Time {
	c.now = c.now.Add(c.each)
	if c.low.IsZero() || c.now.Before(c.low) {
		c.low = c.now
	}
	if c.now.After(c.high) {
		c.high = c.now
	}
	return c.now
}

func (c *steppedClock) Sleep(ctx context.Context, d time.Duration) error {
	c.now = c.now.Add(d)
	return ctx.Err()
}

func (c *steppedClock) reset() { c.low, c.high = time.Time{}, time.Time{} }

// working is a time well inside the life of a scheme.
func working(s *gen.Scheme) time.Time {
	if !s.Timed() {
		return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	return s.Timeline().Time(s.LastTick() / 3)
}

// usesRandom reports whether a generator of s draws random numbers by default.
func usesRandom(s *gen.Scheme) bool {
	l := s.Layout
	return l.Width(gen.Random) > 0 || l.Width(gen.Rollback) > 5 || s.WorkerRule != gen.WorkerNumber ||
		s.Start.Rule == gen.StartRandom || s.Start.Rule == gen.StartCarry || s.Start.Rule == gen.StartDraw
}

func compile(t *testing.T, s *gen.Scheme) *gen.Codec {
	t.Helper()
	codec, err := s.Layout.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return codec
}

func newGenerator(t *testing.T, s *gen.Scheme, o gen.Options) *gen.Generator {
	t.Helper()
	g, err := gen.New(s, o)
	if err != nil {
		t.Fatalf("New(%s) = %v", s.Name, err)
	}
	return g
}

func decimal(id gen.ID) string {
	return string(gen.Text{Form: gen.Decimal}.Append(nil, id, gen.MaxBits))
}

func next(t *testing.T, g *gen.Generator) gen.ID {
	t.Helper()
	id, err := g.Next(t.Context())
	if err != nil {
		t.Fatalf("Next of %s = %v", g.Scheme().Name, err)
	}
	return id
}

func render(s *gen.Scheme, id gen.ID) string {
	return string(s.Text.Append(nil, id, s.Layout.Size()))
}

package schemetest

import (
	"context"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// Clock moves by Each at every reading, and by the time slept.
type Clock struct {
	At   time.Time
	Each time.Duration
}

func (c *Clock) Now() time.Time {
	c.At = c.At.Add(c.Each)
	return c.At
}

func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	c.At = c.At.Add(d)
	return ctx.Err()
}

// Working is a time well inside the life of a scheme.
func Working(s *gen.Scheme) time.Time {
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

// Compile compiles the layout of a scheme.
func Compile(t *testing.T, s *gen.Scheme) *gen.Codec {
	t.Helper()
	return try.Of(s.Layout.Compile()).Or(t)
}

// NewGenerator is gen.New, which has to work.
func NewGenerator(t *testing.T, s *gen.Scheme, o gen.Options) *gen.Generator {
	t.Helper()
	g, err := gen.New(s, o)
	if err != nil {
		t.Fatalf("New(%s) = %v", s.Name, err)
	}
	return g
}

// Decimal writes the number of an id.
func Decimal(id gen.ID) string {
	return string(gen.Text{Form: gen.Decimal}.Append(nil, id, gen.MaxBits))
}

// Next is the next id, which there has to be.
func Next(t *testing.T, g *gen.Generator) gen.ID {
	t.Helper()
	id, err := g.Next(t.Context())
	if err != nil {
		t.Fatalf("Next of %s = %v", g.Scheme().Name, err)
	}
	return id
}

// Render writes an id as its scheme does.
func Render(s *gen.Scheme, id gen.ID) string {
	return string(s.Text.Append(nil, id, s.Layout.Size()))
}

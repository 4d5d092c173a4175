package inspect

import (
	"context"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// present is the time at which the tests take place.
var present = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// usual is the inspector of the tests that ask for nothing: it never changes.
var usual = sync.OnceValues(func() (*Inspector, error) { return New(Options{Now: present}) })

func inspector(t testing.TB, o Options) *Inspector {
	t.Helper()
	if reflect.ValueOf(o).IsZero() {
		return try.Of(usual()).Or(t)
	}
	if o.Now.IsZero() {
		o.Now = present
	}
	return try.Of(New(o)).Or(t)
}

// long is how much a test tries: more with IDSCOPE_TEST_LONG=1, which takes minutes.
func long(usual, more int) int {
	if os.Getenv("IDSCOPE_TEST_LONG") != "" {
		return more
	}
	return usual
}

// schemeOf is the scheme of a name that has to exist.
func schemeOf(t testing.TB, name string) *gen.Scheme {
	t.Helper()
	return try.Found(Named(name)).Or(t)[0]
}

// generable are the schemes that a generator makes: not those that are patterns of
// text, which pattern_test.go has.
func generable() []*gen.Scheme {
	var list []*gen.Scheme
	for _, s := range known.All() {
		if s.Generated() && !s.Named() && s.Pattern == nil {
			list = append(list, s)
		}
	}
	return list
}

// walk is a clock that jumps to a random instant of a window at each reading.
type walk struct {
	now  time.Time
	step time.Duration
	rand *rand.Rand
}

func (w *walk) Now() time.Time {
	w.now = w.now.Add(time.Duration(w.rand.Int64N(int64(w.step))))
	return w.now
}

func (w *walk) Sleep(ctx context.Context, d time.Duration) error {
	w.now = w.now.Add(d)
	return ctx.Err()
}

// make1000 makes identifiers over the year before present, or within the life of
// a layout that has ended.
func makeSome(t testing.TB, s *gen.Scheme, n int, seed uint64) []gen.ID {
	t.Helper()
	from := present.AddDate(-1, 0, 0)
	if end, ok := s.End(); ok && end.Before(present) {
		from = end.AddDate(-1, 0, 0)
	}
	clock := &walk{from, 360 * day / time.Duration(n), rand.New(rand.NewPCG(seed, 1))}
	g := try.Of(gen.New(s, gen.Options{Clock: clock, Random: gen.SeededRandom(seed)})).Or(t)
	var ids []gen.ID
	for range n {
		id, err := g.Next(context.Background())
		if err == gen.ErrRepeats {
			return ids
		}
		try.Works(t, err)
		ids = append(ids, id)
	}
	return ids
}

// stands reports whether a scheme is a reading's, or the same as one's.
func (r *Result) place(name string) int {
	for i, o := range r.Readings {
		if o.Scheme.Name == name {
			return i
		}
		if slices.Contains(o.SameAs, name) {
			return i
		}
	}
	return -1
}

func randomText(r *rand.Rand, symbols string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = symbols[r.IntN(len(symbols))]
	}
	return string(b)
}

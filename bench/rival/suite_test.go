package rival

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/snowflake"
	"github.com/google/uuid"
	gonanoid "github.com/matoous/go-nanoid/v2"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	sonyflake "github.com/sony/sonyflake/v2"

	"idscope/gen"
	"idscope/gen/scheme"
)

// The benchmarks of this file put our library path beside others', in one run:
//
//	go test ./bench/rival -bench 'Next|Text|Parse' -count 6 | benchstat -
//
// Names are operation/scheme/maker. BenchmarkClock is what a reading of the clock
// costs, of which most identifiers take one.

func BenchmarkClock(b *testing.B) {
	base := time.Now()
	b.Run("time.Now", func(b *testing.B) {
		for b.Loop() {
			time.Now()
		}
	})
	b.Run("time.Since", func(b *testing.B) {
		for b.Loop() {
			time.Since(base)
		}
	})
}

// generator is ours, with as much borrowed time as it wants.
func generator(b *testing.B, name string, borrow bool) *gen.Generator {
	b.Helper()
	s, ok := scheme.Get(name)
	if !ok {
		b.Fatalf("scheme %s is unknown", name)
	}
	o := gen.Options{}
	if borrow && s.Overflow != 0 {
		lead := 1000 * time.Hour
		o.MaxLead, o.Overflow = &lead, gen.OverflowBorrow
	}
	g, err := gen.New(s, o)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// each runs an operation by one goroutine, and by all.
func each(b *testing.B, name string, op func() error) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := op(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run(name+"/parallel", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if err := op(); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}

func BenchmarkNext(b *testing.B) {
	ctx := context.Background()
	for _, name := range []string{"uuidv1", "uuidv4", "uuidv6", "uuidv7", "ulid", "xid", "ksuid", "objectid", "snowflake", "sonyflake-v2"} {
		g := generator(b, name, true)
		each(b, name+"/idscope", func() error { _, err := g.Next(ctx); return err })
	}
	nano, err := gen.NewComposer(mustScheme(b, "nanoid"), gen.ComposerOptions{})
	if err != nil {
		b.Fatal(err)
	}
	var buf [64]byte
	b.Run("nanoid/idscope", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := nano.Append(buf[:0]); err != nil {
				b.Fatal(err)
			}
		}
	})
	each(b, "uuidv1/google", func() error { _, err := uuid.NewUUID(); return err })
	each(b, "uuidv4/google", func() error { _, err := uuid.NewRandom(); return err })
	each(b, "uuidv6/google", func() error { _, err := uuid.NewV6(); return err })
	each(b, "uuidv7/google", func() error { _, err := uuid.NewV7(); return err })
	uuid.EnableRandPool()
	each(b, "uuidv4/google-pool", func() error { _, err := uuid.NewRandom(); return err })
	each(b, "uuidv7/google-pool", func() error { _, err := uuid.NewV7(); return err })
	uuid.DisableRandPool()
	each(b, "ulid/oklog", func() error { ulid.Make(); return nil })
	each(b, "xid/rs", func() error { xid.New(); return nil })
	each(b, "ksuid/segmentio", func() error { ksuid.New(); return nil })
	each(b, "nanoid/matoous", func() error { _, err := gonanoid.New(); return err })
	node, err := snowflake.NewNode(1)
	if err != nil {
		b.Fatal(err)
	}
	each(b, "snowflake/bwmarrin", func() error { node.Generate(); return nil })
	sony, err := sonyflake.New(sonyflake.Settings{MachineID: func() (int, error) { return 1, nil }})
	if err != nil {
		b.Fatal(err)
	}
	each(b, "sonyflake-v2/sony", func() error { _, err := sony.NextID(); return err })
}

func mustScheme(b *testing.B, name string) *gen.Scheme {
	b.Helper()
	s, ok := scheme.Get(name)
	if !ok {
		b.Fatalf("scheme %s is unknown", name)
	}
	return s
}

// BenchmarkText writes the text of one identifier at a time, and of many.
func BenchmarkText(b *testing.B) {
	for _, name := range []string{"uuidv4", "ulid", "xid", "ksuid", "snowflake"} {
		s := mustScheme(b, name)
		ids := make([]gen.ID, 1024)
		if _, err := generator(b, name, true).Fill(context.Background(), ids); err != nil {
			b.Fatal(err)
		}
		bits := s.Layout.Size()
		var buf []byte
		i := 0
		b.Run(name+"/idscope", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				i = (i + 1) & 1023
				buf = s.Text.Append(buf[:0], ids[i], bits)
			}
		})
		b.Run(name+"/idscope-lines", func(b *testing.B) {
			b.ReportAllocs()
			for n := 0; n < b.N; n += len(ids) {
				buf = s.Text.AppendLines(buf[:0], ids, bits)
			}
		})
	}
	u, l, x, k := uuid.New(), ulid.Make(), xid.New(), ksuid.New()
	var buf [64]byte
	for name, op := range map[string]func(){
		"uuidv4/google":   func() { _ = u.String() },
		"ulid/oklog":      func() { _ = l.MarshalTextTo(buf[:26]) },
		"xid/rs":          func() { x.Encode(buf[:20]) },
		"ksuid/segmentio": func() { k.Append(buf[:0]) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				op()
			}
		})
	}
}

// BenchmarkParse reads one text.
func BenchmarkParse(b *testing.B) {
	for _, name := range []string{"uuidv4", "ulid", "xid", "ksuid", "snowflake"} {
		s := mustScheme(b, name)
		id, err := generator(b, name, true).Next(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		text := s.Append(nil, id)
		b.Run(name+"/idscope", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Text.Parse(text, s.Layout.Size()); err != nil {
					b.Fatal(err)
				}
			}
		})
		other := map[string]func(string) error{
			"uuidv4":    func(text string) error { _, err := uuid.Parse(text); return err },
			"ulid":      func(text string) error { _, err := ulid.ParseStrict(text); return err },
			"xid":       func(text string) error { _, err := xid.FromString(text); return err },
			"ksuid":     func(text string) error { _, err := ksuid.Parse(text); return err },
			"snowflake": func(text string) error { _, err := snowflake.ParseString(text); return err },
		}[name]
		given := strings.Clone(string(text))
		b.Run(name+"/other", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := other(given); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

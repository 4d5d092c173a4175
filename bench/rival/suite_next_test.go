package rival

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"github.com/bwmarrin/snowflake"
	"github.com/google/uuid"
	gonanoid "github.com/matoous/go-nanoid/v2"
	"github.com/nrednav/cuid2"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	sonyflake "github.com/sony/sonyflake/v2"
	jetify "go.jetify.com/typeid"
	"go.mongodb.org/mongo-driver/v2/bson"

	"idscope/gen"
)

// BenchmarkNext makes one id at a time: bits, but for nanoid, cuid2, typeid
// and uuidv4-text, which are text on both sides.
func BenchmarkNext(b *testing.B) {
	for _, name := range []string{"uuidv1", "uuidv4", "uuidv6", "uuidv7", "ulid", "xid", "ksuid", "objectid", "snowflake",
		"sonyflake-v2"} {
		next(b, name+"/idscope", mustScheme(b, name))
	}
	next(b, "sonyflake-v2-12bit-1ms/idscope", finer(b))
	nextHash(b, "uuidv3")
	nextHash(b, "uuidv5")
	nextTexts(b)

	name := []byte("www.example.com")
	each(b, "uuidv1/google", func() error { _, err := uuid.NewUUID(); return err })
	each(b, "uuidv3/google", func() error { uuid.NewMD5(uuid.NameSpaceDNS, name); return nil })
	each(b, "uuidv4/google", func() error { _, err := uuid.NewRandom(); return err })
	each(b, "uuidv5/google", func() error { uuid.NewSHA1(uuid.NameSpaceDNS, name); return nil })
	each(b, "uuidv6/google", func() error { _, err := uuid.NewV6(); return err })
	each(b, "uuidv7/google", func() error { _, err := uuid.NewV7(); return err })
	text := func() error {
		id, err := uuid.NewRandom()
		if id.String()[14] != '4' { // or the text would not be made
			b.Error("no version 4")
		}
		return err
	}
	each(b, "uuidv4-text/google", text)
	uuid.EnableRandPool()
	each(b, "uuidv4/google-pool", func() error { _, err := uuid.NewRandom(); return err })
	each(b, "uuidv7/google-pool", func() error { _, err := uuid.NewV7(); return err })
	each(b, "uuidv4-text/google-pool", text)
	uuid.DisableRandPool()

	each(b, "ulid/oklog", func() error { ulid.Make(); return nil })
	each(b, "ulid/oklog-default", func() error { ulid.MustNewDefault(time.Now()); return nil })
	each(b, "ulid/oklog-crypto", func() error { _, err := ulid.New(ulid.Now(), rand.Reader); return err })
	entropy := ulid.Monotonic(rand.Reader, 0) // for one goroutine
	alone(b, "ulid/oklog-monotonic", func() error { _, err := ulid.New(ulid.Now(), entropy); return err })
	each(b, "xid/rs", func() error { xid.New(); return nil })
	each(b, "ksuid/segmentio", func() error { ksuid.New(); return nil })
	seq := ksuid.Sequence{Seed: ksuid.New()} // for one goroutine, and 65536 ids
	alone(b, "ksuid/segmentio-sequence", func() error {
		if _, err := seq.Next(); err != nil {
			seq = ksuid.Sequence{Seed: ksuid.New()}
		}
		return nil
	})
	each(b, "objectid/mongo", func() error { bson.NewObjectID(); return nil })
	each(b, "nanoid/matoous", func() error { _, err := gonanoid.New(); return err })
	each(b, "cuid2/nrednav", func() error { cuid2.Generate(); return nil })
	each(b, "typeid/jetify", func() error { _, err := jetify.WithPrefix("user"); return err })
	node, err := snowflake.NewNode(1)
	if err != nil {
		b.Fatal(err)
	}
	each(b, "snowflake/bwmarrin", func() error { node.Generate(); return nil })
	one := func() (int, error) { return 1, nil }
	nextSony(b, "sonyflake-v2/sony", sonyflake.Settings{MachineID: one})
	nextSony(b, "sonyflake-v2-12bit-1ms/sony", sonyflake.Settings{BitsSequence: 12, BitsMachineID: 10,
		TimeUnit: time.Millisecond, MachineID: one})
}

func nextSony(b *testing.B, name string, o sonyflake.Settings) {
	sony, err := sonyflake.New(o)
	if err != nil {
		b.Fatal(err)
	}
	each(b, name, func() error { _, err := sony.NextID(); return err })
}

// next has a generator of its own for each run, so that none starts with what
// another has borrowed.
func next(b *testing.B, name string, s *gen.Scheme) {
	ctx := context.Background()
	b.Run(name, func(b *testing.B) {
		g, report := generator(b, s)
		loopAlone(b, func() error { _, err := g.Next(ctx); return err })
		report(b)
	})
	b.Run(name+"/parallel", func(b *testing.B) {
		g, report := generator(b, s)
		loopAll(b, func() func() error { return func() error { _, err := g.Next(ctx); return err } })
		report(b)
	})
}

// finer is sonyflake v2 as its settings allow: 12 bits of sequence each millisecond,
// with 10 for the machine instead of 16, as 35 bits of time would have ended in 2026.
func finer(b *testing.B) *gen.Scheme {
	s := *mustScheme(b, "sonyflake-v2")
	s.Name, s.Tick, s.Example = "sonyflake-v2-12bit-1ms", time.Millisecond, gen.Vector{}
	s.Layout = gen.Layout{
		{Name: "unused", Source: gen.Const, Bits: 1},
		{Name: "time", Source: gen.Time, Bits: 41},
		{Name: "sequence", Source: gen.Seq, Bits: 12},
		{Name: "machine", Source: gen.Worker, Bits: 10},
	}
	return &s
}

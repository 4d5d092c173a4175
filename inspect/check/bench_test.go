package check

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"idscope/gen"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

// benchmark checks 2 million identifiers of a form.
func benchmark(b *testing.B, form gen.Form, bits int, fix func(gen.ID) gen.ID, o Options) {
	const n = 2_000_000
	r := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for range n {
		id := gen.ID{Mid: r.Uint64(), Lo: r.Uint64()}.And(gen.Mask(bits))
		text = append(gen.Text{Form: form}.Append(text, fix(id), bits), '\n')
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Run(context.Background(), []lines.Input{{R: bytes.NewReader(text)}}, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mids/s")
}

func any64(id gen.ID) gen.ID { return id }

func version4(id gen.ID) gen.ID {
	id.Mid, id.Lo = id.Mid&^0xf000|0x4000, id.Lo&^(3<<62)|2<<62
	return id
}

func BenchmarkIntegers(b *testing.B) { benchmark(b, gen.Decimal, 64, any64, Options{}) }

func BenchmarkIntegersSpilled(b *testing.B) {
	benchmark(b, gen.Decimal, 64, any64, Options{Memory: 8 << 20, TempDir: b.TempDir()})
}

func BenchmarkUUIDs(b *testing.B) { benchmark(b, gen.UUID, 128, version4, Options{}) }

func BenchmarkULIDs(b *testing.B) { benchmark(b, gen.Crockford, 128, any64, Options{}) }

func BenchmarkObjectIDs(b *testing.B) { benchmark(b, gen.Hex, 96, any64, Options{}) }

func BenchmarkStrictSnowflakes(b *testing.B) {
	s, _ := known.Get("snowflake")
	near := func(id gen.ID) gen.ID { return gen.FromUint64(1541815603606036480 + id.Lo&0x3ffffff) }
	benchmark(b, gen.Decimal, 64, near, Options{As: s})
}

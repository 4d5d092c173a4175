package inspect

import (
	"math/rand/v2"
	"testing"

	"idscope/gen"
)

// TestRadix: the fast writers of numbers write what gen.Text does.
func TestRadix(t *testing.T) {
	list := newRadixes()
	if len(list) != 4 {
		t.Fatalf("%d writers; want base58, base62, shortuuid and uuid25", len(list))
	}
	r := rand.New(rand.NewPCG(1, 2))
	ids := []gen.ID{{}, {Lo: 1}, {Lo: ^uint64(0)}, {Mid: 1}, {Mid: ^uint64(0)}, {Mid: ^uint64(0), Lo: ^uint64(0)}}
	for range 20_000 {
		shift := r.IntN(128)
		ids = append(ids, gen.ID{Mid: r.Uint64(), Lo: r.Uint64()}.Shr(uint(shift)))
	}
	for i := range list {
		w := &list[i]
		// the numbers on both sides of each power of the base, and of twice it
		powers := []gen.ID{}
		for p, fits := gen.FromUint64(1), true; fits && p.Len() <= 128; p, fits = p.MulAdd(w.base, 0) {
			twice, _ := p.MulAdd(2, 0)
			powers = append(powers, p, less1(p), twice, less1(twice))
		}
		for _, id := range append(powers, ids...) {
			if id.Len() > 128 {
				continue
			}
			got, want := w.append([]byte("x"), id), w.text.Append([]byte("x"), id, 128)
			if string(got) != string(want) {
				t.Fatalf("%v of %x %x = %q; want %q", w.text, id.Mid, id.Lo, got, want)
			}
		}
	}
}

// BenchmarkRadix is ns a number by gen.Text and by radix.
func BenchmarkRadix(b *testing.B) {
	id := gen.ID{Mid: 0x017f22e279b07cc3, Lo: 0x98c4dc0c0c07398f}
	list := newRadixes()
	dst := make([]byte, 0, 64)
	for i := range list {
		r := &list[i]
		b.Run(r.text.Form.String()+"/text", func(b *testing.B) {
			for b.Loop() {
				dst = r.text.Append(dst[:0], id, 128)
			}
		})
		b.Run(r.text.Form.String()+"/radix", func(b *testing.B) {
			for b.Loop() {
				dst = r.append(dst[:0], id)
			}
		})
	}
}

package numeral

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
)

// TestReading: numbers are those that gen.Text reads.
func TestReading(t *testing.T) {
	hex := NewHex()
	five := NewFive(gen.Crockford, func(c byte) uint32 { return uint32(c) | 1<<16 })
	hex32 := NewFive(gen.Base32Hex, nil)
	r := rand.New(rand.NewPCG(3, 4))
	damage := func(b []byte) []byte {
		if r.IntN(2) == 0 {
			b[r.IntN(len(b))] = byte(r.UintN(256))
		}
		return b
	}
	for range 200_000 {
		id := gen.ID{Mid: r.Uint64(), Lo: r.Uint64() >> r.IntN(64)}
		text := damage(gen.Text{Form: gen.UUID}.Append(nil, id, 128))
		if r.IntN(3) == 0 {
			text = bytes.ToUpper(text)
		}
		want, ok := gen.Text{Form: gen.UUID}.Try(text, 128)
		if len(text) == 36 {
			got, letters, read := hex.UUID((*[36]byte)(text))
			if read != ok || ok && got != want {
				t.Fatalf("UUID(%q) = %x, %t; want %x, %t", text, got, read, want, ok)
			}
			small, large := strings.ToUpper(string(text)) != string(text), strings.ToLower(string(text)) != string(text)
			if ok && ((letters&Small != 0) != small || (letters&Large != 0) != large) {
				t.Fatalf("UUID(%q) has letters %d", text, letters)
			}
		}
		text = damage(gen.Text{Form: gen.Crockford}.Append(nil, id, 128))
		want, ok = gen.Text{Form: gen.Crockford}.Try(text, 128)
		got, all, read := five.ULID((*[26]byte)(text))
		common := ^uint32(0)
		for _, c := range text {
			common &= uint32(c) | 1<<16
		}
		if read != ok || ok && (got != want || all != common) {
			t.Fatalf("ULID(%q) = %x, %x, %t; want %x, %x, %t", text, got, all, read, want, common, ok)
		}
		text = damage(gen.Text{Form: gen.Base32Hex}.Append(nil, id.And(gen.Mask(96)), 96))
		want, ok = gen.Text{Form: gen.Base32Hex}.Try(text, 96)
		if got, read := hex32.XID((*[20]byte)(text)); read != ok || ok && got != want {
			t.Fatalf("XID(%q) = %x, %t; want %x, %t", text, got, read, want, ok)
		}
		text = damage([]byte(fmt.Sprint(1000 + id.Lo%1e18*9)))
		want, ok = gen.Text{Form: gen.Decimal}.Try(text, 64)
		if v, read := Decimal(text); text[0] != '0' && len(text) >= 4 && (read != ok || ok && v != want.Lo) {
			t.Fatalf("Decimal(%q) = %d, %t; want %d, %t", text, v, read, want.Lo, ok)
		}
	}
}

// TestStamp: times are those of time.AppendFormat, for every scheme and any tick.
func TestStamp(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var last Second
	for _, s := range scheme.All() {
		if !s.Timed() {
			continue
		}
		layout := s.TimeLayout()
		stamp := NewStamp(s, max(0, len(layout)-len("2006-01-02T15:04:05.Z07:00")))
		line := s.Timeline()
		for i := range 4000 {
			tick := r.Uint64() >> r.IntN(64)
			if i%2 == 0 {
				from, _ := line.Tick(time.Date(1900+r.IntN(400), 1, 1, 0, 0, 0, 0, time.UTC))
				tick = from + r.Uint64N(1<<32)
			}
			if tick > s.LastTick() {
				continue
			}
			at := line.Time(tick >> s.Fraction << s.Fraction)
			if at.Year() > 9999 || at.Before(s.Epoch) {
				continue
			}
			var b [StampRoom]byte
			if got, want := string(b[:stamp.Put(&b, tick, new(Second))]), at.Format(layout); got != want {
				t.Fatalf("%s: tick %d is %s; want %s", s.Name, tick, got, want)
			}
			if got, want := string(b[:stamp.Put(&b, tick, &last)]), at.Format(layout); got != want {
				t.Fatalf("%s: tick %d is %s behind another; want %s", s.Name, tick, got, want)
			}
			if got, want := stamp.Milli(tick), at.UnixMilli(); got != want {
				t.Fatalf("%s: tick %d is at %d ms; want %d", s.Name, tick, got, want)
			}
		}
	}
}

// TestDays: the date of every day of the years from 0 to 9999.
func TestDays(t *testing.T) {
	var b [20]byte
	for at := time.Date(0, 1, 1, 23, 59, 58, 0, time.UTC); at.Year() < 10000; at = at.Add(24*time.Hour - time.Second) {
		putSecond(&b, at.Unix())
		if want := at.Format("2006-01-02T15:04:05."); string(b[:]) != want {
			t.Fatalf("%s; want %s", b, want)
		}
	}
}

// encodings are the forms that Radix writes.
var encodings = []gen.Text{{Form: gen.Base58}, {Form: gen.Base62}, {Form: gen.Base57, Width: 22},
	{Form: gen.Base36, Width: 25}}

// TestRadix: numbers are written as gen.Text writes them.
func TestRadix(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ids := []gen.ID{{}, {Lo: 1}, {Lo: ^uint64(0)}, {Mid: 1}, {Mid: ^uint64(0)}, {Mid: ^uint64(0), Lo: ^uint64(0)}}
	for range 20_000 {
		ids = append(ids, gen.ID{Mid: r.Uint64(), Lo: r.Uint64()}.Shr(uint(r.IntN(128))))
	}
	for _, text := range encodings {
		w := NewRadix(text)
		// the numbers on both sides of each power of the base, and of twice it
		powers := []gen.ID{}
		for p, fits := gen.FromUint64(1), true; fits && p.Len() <= 128; p, fits = p.MulAdd(w.base, 0) {
			twice, _ := p.MulAdd(2, 0)
			for _, id := range [...]gen.ID{p, twice} {
				powers = append(powers, id, below(id))
			}
		}
		for _, id := range append(powers, ids...) {
			if id.Len() > 128 {
				continue
			}
			if got, want := w.Append([]byte("x"), id), w.Text.Append([]byte("x"), id, 128); string(got) != string(want) {
				t.Fatalf("%v of %x %x = %q; want %q", text, id.Mid, id.Lo, got, want)
			}
		}
	}
	for _, text := range []gen.Text{{Form: gen.Decimal}, {Form: gen.Hex}, {Form: gen.Base64URL},
		{Form: gen.UUID}, {Form: gen.Crockford}} {
		if NewRadix(text) != nil {
			t.Errorf("NewRadix(%v) is not nil", text)
		}
	}
}

// below is id - 1; id is not zero.
func below(id gen.ID) gen.ID {
	if id.Lo--; id.Lo == ^uint64(0) {
		if id.Mid--; id.Mid == ^uint64(0) {
			id.Hi--
		}
	}
	return id
}

// BenchmarkRadix is ns a number by gen.Text and by Radix.
func BenchmarkRadix(b *testing.B) {
	id := gen.ID{Mid: 0x017f22e279b07cc3, Lo: 0x98c4dc0c0c07398f}
	dst := make([]byte, 0, 64)
	for _, text := range encodings {
		r := NewRadix(text)
		b.Run(text.Form.String()+"/text", func(b *testing.B) {
			for b.Loop() {
				dst = text.Append(dst[:0], id, 128)
			}
		})
		b.Run(text.Form.String()+"/radix", func(b *testing.B) {
			for b.Loop() {
				dst = r.Append(dst[:0], id)
			}
		})
	}
}

// BenchmarkStamp is ns a time.
func BenchmarkStamp(b *testing.B) {
	s, _ := scheme.Get("uuidv7")
	stamp := NewStamp(s, 3)
	var text [StampRoom]byte
	var last Second
	tick, _ := s.Timeline().Tick(time.Date(2026, 11, 15, 12, 13, 14, 0, time.UTC))
	for b.Loop() {
		stamp.Put(&text, tick, &last)
	}
}

// TestExtractor: the bits of a source are those that gen.Codec takes out, of every
// scheme, and go back to their places.
func TestExtractor(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, s := range scheme.All() {
		if s.Pattern != nil {
			continue
		}
		codec, err := s.Layout.Compile()
		if err != nil {
			t.Fatal(err)
		}
		for source := gen.Const; source <= gen.Digest; source++ {
			x := NewExtractor(codec, source)
			mask := codec.Mask(source)
			together, n := Gather(mask)
			for range 20 {
				id := gen.ID{Hi: r.Uint64(), Mid: r.Uint64(), Lo: r.Uint64()}.And(gen.Mask(codec.Size()))
				v := x.Value(id)
				if want := codec.Source(id, source).Lo; v != want {
					t.Fatalf("%s: %s of %x = %x; want %x", s.Name, source, id, v, want)
				}
				if n > 64 {
					continue
				}
				if got := x.Place(v); source != gen.Const && source != gen.Data && got != id.And(mask) {
					t.Fatalf("%s: Place(%x) of %s = %x; want %x", s.Name, v, source, got, id.And(mask))
				}
				if got := together.Place(together.Value(id)); got != id.And(mask) {
					t.Fatalf("%s: %s gathered and placed = %x; want %x", s.Name, source, got, id.And(mask))
				}
			}
		}
	}
}

package inspect

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme"
)

// TestQuickReading: the fast readers read what gen.Text does.
func TestQuickReading(t *testing.T) {
	s := NewStreamer(inspector(t, Options{}), true)
	r := rand.New(rand.NewPCG(3, 4))
	damage := func(b []byte) []byte {
		if r.IntN(2) == 0 {
			b[r.IntN(len(b))] = byte(r.UintN(256))
		}
		return b
	}
	var got gen.ID
	for range 200_000 {
		id := gen.ID{Mid: r.Uint64(), Lo: r.Uint64() >> r.IntN(64)}
		text := damage(gen.Text{Form: gen.UUID}.Append(nil, id, 128))
		if r.IntN(3) == 0 {
			text = bytes.ToUpper(text)
		}
		want, ok := gen.Text{Form: gen.UUID}.Try(text, 128)
		if letters, quick := s.hex.uuid((*[36]byte)(text), &got); len(text) == 36 && (quick != ok || ok && got != want) {
			t.Fatalf("uuid(%q) = %x, %t; want %x, %t", text, got, quick, want, ok)
		} else if ok && (letters&1 == 1) != (strings.ToUpper(string(text)) != string(text)) || ok && (letters&2 == 2) != (strings.ToLower(string(text)) != string(text)) {
			t.Fatalf("uuid(%q) has letters %d", text, letters)
		}
		text = damage(gen.Text{Form: gen.Crockford}.Append(nil, id, 128))
		want, ok = gen.Text{Form: gen.Crockford}.Try(text, 128)
		if _, quick := fives((*[26]byte)(text), &s.fives, &got); quick != ok || ok && got != want {
			t.Fatalf("fives(%q) = %x, %t; want %x, %t", text, got, quick, want, ok)
		}
		text = damage([]byte(fmt.Sprint(1000 + id.Lo%1e18*9)))
		want, ok = gen.Text{Form: gen.Decimal}.Try(text, 64)
		if v, quick := number64(text); text[0] != '0' && len(text) >= 4 && (quick != ok || ok && v != want.Lo) {
			t.Fatalf("number64(%q) = %d, %t; want %d, %t", text, v, quick, want.Lo, ok)
		}
	}
}

// TestStamps: times are those of Reading.AppendTime and UnixMilli, for every
// scheme, and for texts that are patterns.
func TestStamps(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, s := range append(scheme.All(), Declared()...) {
		if !s.Timed() {
			continue
		}
		m, err := newMember(s, present, true)
		if err != nil {
			t.Fatal(err)
		}
		kept := newStamps(m)
		for i := range 2000 {
			tick := m.first + r.Uint64N(max(1, m.last-m.first))
			switch {
			case i%4 == 0:
				tick = r.Uint64() >> r.IntN(64)
			case i%4 == 1:
				tick = m.last - uint64(i)
			}
			if tick > s.LastTick() {
				continue
			}
			at := m.line.Time(m.shown(tick))
			ms, fits := m.unixMilli(tick)
			if far := kept.far(tick); far != (at.Year() > 9999 || at.Before(s.Epoch)) {
				t.Fatalf("%s: far(%d) = %t at %v", s.Name, tick, far, at)
			} else if far || !fits || at.Year() > 9999 {
				continue
			}
			want := string(at.AppendFormat(nil, m.digits))
			if got := string(kept.append(nil, tick)); got != want {
				t.Fatalf("%s: tick %d is %s; want %s", s.Name, tick, got, want)
			}
			if got := string(kept.appendDay(nil, tick)); got != want[:10] {
				t.Fatalf("%s: tick %d is on %s; want %s", s.Name, tick, got, want)
			}
			if got := kept.milli(tick); got != ms {
				t.Fatalf("%s: tick %d is at %d ms; want %d", s.Name, tick, got, ms)
			}
		}
		if m.codec == nil {
			continue
		}
		ticker := newTicker(m)
		for range 200 {
			id := gen.ID{Hi: r.Uint64(), Mid: r.Uint64(), Lo: r.Uint64()}.And(gen.Mask(m.size))
			if got, want := ticker.tick(&id), m.tick(id); got != want && !ticker.more {
				t.Fatalf("%s: the tick of %x is %d; want %d", s.Name, id, got, want)
			}
		}
	}
}

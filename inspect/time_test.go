package inspect

import (
	"math/rand/v2"
	"testing"
	"time"

	"idscope/inspect/known"
)

// TestTimeWriter: times are those of time.AppendFormat, for every scheme and any tick.
func TestTimeWriter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var last lastSecond
	for _, s := range known.All() {
		if !s.Timed() {
			continue
		}
		layout := s.TimeLayout()
		stamp := newTimeWriter(s, max(0, len(layout)-len("2006-01-02T15:04:05.Z07:00")))
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
			if got, want := string(stamp.append(nil, tick, new(lastSecond))), at.Format(layout); got != want {
				t.Fatalf("%s: tick %d is %s; want %s", s.Name, tick, got, want)
			}
			if got, want := string(stamp.append(nil, tick, &last)), at.Format(layout); got != want {
				t.Fatalf("%s: tick %d is %s behind another; want %s", s.Name, tick, got, want)
			}
		}
	}
}

// BenchmarkTimeWriter is ns a time.
func BenchmarkTimeWriter(b *testing.B) {
	s, _ := known.Get("uuidv7")
	stamp := newTimeWriter(s, 3)
	var text []byte
	var last lastSecond
	tick, _ := s.Timeline().Tick(time.Date(2026, 11, 15, 12, 13, 14, 0, time.UTC))
	for b.Loop() {
		text = stamp.append(text[:0], tick, &last)
	}
}

// TestLetterCases: digits and hyphens are no letters, wherever a letter is.
func TestLetterCases(t *testing.T) {
	const digits = "01234567-8901-2345-6789-012345678901"
	for at := range digits {
		if digits[at] == '-' {
			continue
		}
		for c, want := range map[byte]uint8{'0': 0, '9': 0, 'a': smallLetters, 'f': smallLetters, 'A': capitalLetters,
			'F': capitalLetters} {
			text := [uuidLen]byte([]byte(digits))
			text[at] = c
			if got := letterCases(&text); got != want {
				t.Errorf("letterCases(%s) = %d; want %d", text, got, want)
			}
			text[(at+1)%8] = 'b'
			if got := letterCases(&text); at >= 8 && got != want|smallLetters {
				t.Errorf("letterCases(%s) = %d; want %d", text, got, want|smallLetters)
			}
		}
	}
}

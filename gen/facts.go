package gen

import (
	"math/big"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Order is how identifiers of one maker follow the time.
type Order uint8

// The orders.
const (
	Untimed   Order = iota // they have no time
	Unordered              // they have one, which does not order them
	TickOrder              // later ticks are greater, within a tick all is open
	FullOrder              // each is greater than the one before
)

// String returns the word that tables show.
func (o Order) String() string { return [...]string{"-", "no", "tick", "yes"}[o] }

// Order tells how identifiers of one maker are ordered: as integers where they are bits, as text where they are a
// [Pattern].
func (s *Scheme) Order() Order {
	switch {
	case !s.Timed():
		return Untimed
	case s.Ordered():
		return FullOrder
	case s.TimeOrdered(), s.Pattern.timeFirst():
		return TickOrder
	}
	return Unordered
}

// timeFirst reports whether texts sort by the time in them: behind what is always the same it comes first, at one
// width, of symbols in ASCII order.
func (p Pattern) timeFirst() bool {
	for _, part := range p {
		if part.Source != Const || len(part.Texts) != 1 { // the symbols of an alphabet are different
			return part.Source == Time && part.Min == part.Max && slices.IsSorted([]byte(part.Alphabet))
		}
	}
	return false
}

// Largest is the ID with all bits set that can be, the time at the last tick; zero for a layout that does not compile
// and for a [Pattern].
func (s *Scheme) Largest() ID {
	codec, err := s.Layout.Compile()
	if err != nil {
		return ID{}
	}
	free := codec.Mask(Const).Not().And(Mask(codec.Size()))
	return codec.WithSource(free.Or(codec.consts), Time, ID{Lo: s.LastTick()})
}

// TextLength is the length of the longest text that is made by default, in symbols; where texts of several lengths are
// only read, that of the published example.
func (s *Scheme) TextLength() int {
	if s.Pattern != nil {
		if shortest, longest := s.Pattern.Len(); s.ReadOnly != "" && shortest < longest {
			return utf8.RuneCountInString(s.Example.Text)
		}
		return s.Pattern.Made()
	}
	if s.Layout.Check() != nil {
		return 0
	}
	return len(s.Append(nil, s.Largest()))
}

// PerSecond is how many identifiers one worker can make in a second without running ahead of the clock; ok is false
// where no count is the limit.
func (s *Scheme) PerSecond() (n *big.Rat, ok bool) {
	each, ok := s.PerTick()
	if !ok || !s.Timed() || !s.Varies() {
		return nil, false
	}
	all := new(big.Int).SetBytes(each.AppendBytes(nil, MaxBits/8))
	all.Lsh(all.Mul(all, big.NewInt(int64(time.Second))), uint(s.Fraction))
	return new(big.Rat).SetFrac(all, big.NewInt(int64(s.Tick))), true
}

// Guess is how many bits somebody who holds some IDs has to guess, at best, to name the one that was generated next,
// within the same tick; 0 is none.
func (s *Scheme) Guess() float64 {
	switch {
	case s.Pattern != nil: // of a sequence, two tell the stride
		return s.Pattern.drawn(false)
	case s.Growth == GrowthOne:
		return 0
	case s.Growth == GrowthRandom:
		return min(32, float64(s.Layout.Width(Random)))
	}
	return float64(s.Layout.Width(Random))
}

// Unused reports whether a field only fills the layout up.
func (f Field) Unused() bool {
	return f.Source == Const && strings.HasPrefix(f.Name, "unused")
}

// Letters gives each field a letter for drawings: one of its name where that is free, t before others for a time, - for
// what only fills up.
func (l Layout) Letters() []byte {
	all := make([]byte, len(l))
	taken := map[byte]bool{}
	for i, f := range l {
		all[i] = '-'
		if f.Unused() {
			continue
		}
		want := f.Name + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		switch n := len(f.Name); {
		case n > 2 && f.Name[n-2] == '_': // rand_a, custom_b
			want = f.Name[n-1:] + want
		case f.Source == Time && strings.Contains(f.Name, "t"): // unix_ts_ms
			want = "t" + want
		}
		for _, c := range []byte(want) {
			if c >= 'A' && !taken[c] && c != '_' {
				all[i], taken[c] = c, true
				break
			}
		}
	}
	return all
}

// TimeLayout is RFC 3339, for package time, always with as many digits as the ticks need: none, 3, 6, 7 (100 ns) or 9.
func (s *Scheme) TimeLayout() string {
	grain, digits := time.Second, 0
	for digits < 9 && (s.Tick%grain != 0 || s.Epoch.Nanosecond()%int(grain) != 0) {
		grain, digits = grain/10, digits+1
	}
	if digits = [...]int{0, 3, 3, 3, 6, 6, 6, 7, 9, 9}[digits]; digits == 0 {
		return "2006-01-02T15:04:05Z07:00"
	}
	return "2006-01-02T15:04:05." + strings.Repeat("0", digits) + "Z07:00"
}

package gen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"idscope/gen/testing/try"
)

// letters is a scheme of random symbols alone.
func letters(alphabet string, n int) *Scheme {
	return &Scheme{Name: "letters",
		Encoding: Encoding{OwnAlphabet: true, Pattern: Pattern{{Name: "random", Source: Random, Alphabet: alphabet,
			Min: 1, Max: 1000, Length: n}}}}
}

// counted is a scheme as NUID, whose numbers are used up soon.
func counted() *Scheme {
	return &Scheme{Name: "counted",
		Encoding: Encoding{Pattern: Pattern{
			{Name: "prefix", Source: Random, Alphabet: testBase36, Min: 8, Max: 8, Keep: true},
			{Name: "sequence", Source: Seq, Alphabet: testDigits, Min: 3, Max: 3, Stride: [2]uint64{3, 33}}}}}
}

func composer(t testing.TB, s *Scheme, o ComposerOptions) *Composer {
	t.Helper()
	if o.Random == nil {
		o.Random = SeededRandom(1)
	}
	return try.Of(NewComposer(s, o)).Or(t)
}

// alphabetOf is n symbols: of ASCII as far as it goes, or of runes of 2 to 4 bytes.
func alphabetOf(n int, wide bool) string {
	var b strings.Builder
	for i := range n {
		switch {
		case wide && i%3 == 0:
			b.WriteRune(rune(0x1f300 + i))
		case wide || i >= 94:
			b.WriteRune(rune(0x400 + i))
		default:
			b.WriteByte(byte('!' + i))
		}
	}
	return b.String()
}

// chiSquare is how far counts are from being equal, in standard deviations of what
// chance does: the statistic has mean k-1 and variance 2(k-1).
func chiSquare(counts []float64) float64 {
	n, sum, free := 0.0, 0.0, float64(len(counts)-1)
	for _, c := range counts {
		n += c
	}
	want := n / float64(len(counts))
	for _, c := range counts {
		sum += (c - want) * (c - want) / want
	}
	return (sum - free) / math.Sqrt(2*free)
}

const uneven = 6 // deviations; chance does it once in 10^6 or more tries

// TestSymbolsAreUniform: alphabets of 2 to 255 symbols, of one byte or of more.
func TestSymbolsAreUniform(t *testing.T) {
	for _, wide := range []bool{false, true} {
		for size, step := 2, map[bool]int{true: 11, false: 1}[wide]; size <= 255; size += step {
			alphabet := alphabetOf(size, wide)
			c := composer(t, letters(alphabet, 100), ComposerOptions{Random: SeededRandom(uint64(size))})
			counts := map[rune]int{}
			var buf []byte
			for range 10 + size/2 {
				buf, _ = c.Append(buf[:0])
				for _, symbol := range string(buf) {
					counts[symbol]++
				}
			}
			if len(counts) > size {
				t.Fatalf("%d symbols: %d other ones are drawn", size, len(counts)-size)
			}
			var list []float64
			for _, symbol := range alphabet {
				list = append(list, float64(counts[symbol]))
			}
			if d := chiSquare(list); d > uneven || d < -uneven {
				t.Errorf("%d symbols (wide %t): chi-square is off by %.1f deviations", size, wide, d)
			}
		}
	}
}

// Across many renewals of prefix and number no identifier comes twice, and within
// one prefix numbers grow by one stride.
func TestCountedNeverRepeats(t *testing.T) {
	c := composer(t, counted(), ComposerOptions{})
	seen := map[string]bool{}
	prefixes := map[string]bool{}
	for range 50_000 {
		text, err := c.Append(nil)
		if err != nil || len(text) != 11 {
			t.Fatalf("Append = %q, %v; want 11 symbols", text, err)
		}
		if seen[string(text)] {
			t.Fatalf("%s is made twice", text)
		}
		seen[string(text)] = true
		prefixes[string(text[:8])] = true
	}
	if len(prefixes) < 500 {
		t.Errorf("%d prefixes; want many renewals", len(prefixes))
	}
	strides := map[int]bool{}
	c = composer(t, counted(), ComposerOptions{Random: SeededRandom(5)})
	var before []byte
	for range 20_000 {
		text, _ := c.Append(nil)
		if before != nil && bytes.Equal(text[:8], before[:8]) {
			d := decimalOf(text[8:]) - decimalOf(before[8:])
			if strides[d] = true; d < 3 || d > 33 {
				t.Fatalf("%s follows %s; want a step of 3 to 33", text, before)
			}
		}
		before = text
	}
	try.Equal(t, len(strides), 31, "of 31 strides there occur")
}

func decimalOf(digits []byte) (v int) {
	for _, c := range digits {
		v = 10*v + int(c-'0')
	}
	return v
}

// linesOf is the text of a block of n.
func linesOf(t testing.TB, c *Composer, n uint64) []byte {
	b, err := c.Fill(t.Context(), n)
	if err != nil {
		t.Error(err)
		return nil
	}
	text, err := b.Append(nil)
	if err != nil {
		t.Error(err)
	}
	return text
}

func TestComposerConcurrently(t *testing.T) {
	for _, s := range []*Scheme{counted(), letters(testBase36, 21)} {
		c := composer(t, s, ComposerOptions{})
		made := make([][]string, 8)
		var wg sync.WaitGroup
		for i := range made {
			wg.Go(func() {
				for range 300 {
					one, _ := c.Append(nil)
					many := linesOf(t, c, 3)
					made[i] = append(append(made[i], string(one)), strings.Fields(string(many))...)
				}
			})
		}
		wg.Wait()
		all := slices.Concat(made...)
		slices.Sort(all)
		try.Equal(t, len(slices.Compact(all)), 8*300*4, "%s:", s.Name)
	}
}

var errNoRandom = errors.New("no random bytes")

// failing fails at every third read.
type failing struct {
	from  io.Reader
	reads int
}

func (f *failing) Read(p []byte) (int, error) {
	if f.reads++; f.reads%3 == 0 {
		return 0, errNoRandom
	}
	return f.from.Read(p[:min(len(p), 64)])
}

// Where the random source fails, dst is as it was, what was made is whole, and what comes after does not repeat.
func TestComposerSurvivesFailures(t *testing.T) {
	grouped := letters(testBase36, 16)
	grouped.Pattern[0].Group = 3
	for _, s := range []*Scheme{counted(), letters(testBase36, 21), letters(alphabetOf(40, true), 21),
		letters(alphabetOf(64, false), 21), grouped} {
		c := composer(t, s, ComposerOptions{Random: &failing{from: SeededRandom(2)}})
		seen := map[string]bool{}
		failed := 0
		take := func(text string) {
			if n := utf8.RuneCountInString(text); n != 11 && n != 21 || seen[text] {
				t.Fatalf("%s: %q is cut short or comes twice", s.Name, text)
			}
			seen[text] = true
		}
		for i := range 2000 {
			if i%2 == 0 {
				dst, err := c.Append([]byte("before "))
				if err != nil {
					if failed++; string(dst) != "before " || !errors.Is(err, errNoRandom) {
						t.Fatalf("%s: Append = %q, %v; want dst as it was", s.Name, dst, err)
					}
					continue
				}
				take(strings.TrimPrefix(string(dst), "before "))
				continue
			}
			b, _ := c.Fill(t.Context(), 5)
			dst, err := b.Append(nil)
			lines := strings.Fields(string(dst))
			if (err == nil) != (len(lines) == 5) || len(dst) > 0 && dst[len(dst)-1] != '\n' {
				t.Fatalf("%s: a block of 5 = %q, %v", s.Name, dst, err)
			}
			for _, line := range lines {
				take(line)
			}
		}
		if failed == 0 && s.Name == "letters" {
			t.Errorf("%s: no call failed; want some", s.Name)
		}
	}
}

func TestNewComposerRefuses(t *testing.T) {
	readOnly := letters("ab", 5)
	readOnly.ReadOnly = "so"
	_, err := NewComposer(readOnly, ComposerOptions{})
	try.Equal(t, fmt.Sprint(err), "letters is only read, never generated: so", "NewComposer =")
	_, err = NewComposer(testScheme(2), ComposerOptions{})
	try.Equal(t, fmt.Sprint(err), "test is a layout of bits; use a Generator", "NewComposer =")
	_, err = NewComposer(letters("ab", 5), ComposerOptions{Alphabet: alphabetOf(257, true)})
	try.Equal(t, fmt.Sprint(err), "the alphabet has 257 symbols; use 2 to 256", "NewComposer =")
	own := try.Of(letters("ab", 5).Restrict(7, "xyz")).Or(t)
	entropy := own.Entropy()
	c := composer(t, letters("ab", 5), ComposerOptions{Length: 7, Alphabet: "xyz"})
	text, _ := c.Append(nil)
	if len(text) != 7 || strings.Trim(string(text), "xyz") != "" || math.Abs(entropy-7*math.Log2(3)) > 1e-9 {
		t.Errorf("Append = %q, %v bits; want 7 of xyz", text, entropy)
	}
}

// drawScheme has a sequence of 8 bits that is drawn, and 60 random bits.
func drawScheme() *Scheme {
	s := testScheme(8)
	s.Layout = append(s.Layout[:1:1], Field{Name: "seq", Source: Seq, Bits: 8},
		Field{Name: "random", Source: Random, Bits: 60})
	s.Start, s.Overflow = Start{Rule: StartDraw}, OverflowBorrow
	return s
}

// The upper half of a drawn sequence stays for a second, the lower is new in each tick.
func TestStartDraw(t *testing.T) {
	clock := &handClock{now: day}
	g := mustNew(t, drawScheme(), Options{Clock: clock, Random: SeededRandom(1)})
	changes, lowers, last := 0, map[uint64]bool{}, uint64(0)
	for ms := range 64_000 {
		clock.now = clock.now.Add(time.Millisecond)
		v := g.codec.Source(try.Of(g.Next(context.Background())).Or(t), Seq).Lo
		if ms%1000 > 0 && v>>4 != last {
			t.Fatalf("after %d ms the upper half is %d, was %d; want it kept for a second", ms, v>>4, last)
		}
		if v>>4 != last {
			changes++
		}
		last, lowers[v&15] = v>>4, true
	}
	if changes < 48 || len(lowers) != 16 {
		t.Errorf("the upper half changes %d times in 64 s, and there are %d lower ones; want most times, and 16",
			changes, len(lowers))
	}
}

// Each stream has a key of its own, draws a new one after rekeyAfter bytes, and overwrites what was in its way.
func TestStream(t *testing.T) {
	read := func(s *stream, n int) []byte {
		p := bytes.Repeat([]byte{0xff}, n)
		if got, err := s.Read(p); got != n || err != nil {
			t.Fatalf("Read of %d bytes = %d, %v", n, got, err)
		}
		return p
	}
	a, b := new(stream), new(stream)
	if x, y := read(a, 64), read(b, 64); bytes.Equal(x, y) {
		t.Errorf("two streams begin with the same %x", x)
	}
	ctr := a.ctr
	read(a, rekeyAfter-64)
	if a.ctr != ctr || a.left != 0 {
		t.Errorf("after %d bytes %d are left under the key, or it is another; want 0 of the same", rekeyAfter, a.left)
	}
	read(a, 1)
	if a.ctr == ctr {
		t.Error("the key is the same after its last byte; want a new one")
	}
	p := read(a, 3*rekeyAfter)
	if bytes.Equal(p[:rekeyAfter], p[rekeyAfter:2*rekeyAfter]) {
		t.Error("the bytes of two keys are equal")
	}
	for _, b := range []byte{0, 0xff} {
		if n := bytes.Count(p[:4096], []byte{b}); n > 64 {
			t.Errorf("%d of 4096 bytes are %#x; want about 16", n, b)
		}
	}
}

// Bytes that were handed out are erased in the buffer.
func TestEntropyErases(t *testing.T) {
	var e entropy
	for range 20 {
		try.Of(e.Word()).Or(t)
		try.Works(t, e.scatter(make([]ID, 3), ID{}, Mask(192)))
		if b, err := e.bulk(1, 3); err != nil || len(b) == 0 {
			t.Fatalf("bulk(1, 3) = %x, %v", b, err)
		} else {
			e.used(len(b))
		}
		if !bytes.Equal(e.buf[:e.at], make([]byte, e.at)) {
			t.Fatalf("of %d bytes that were handed out some are kept", e.at)
		}
	}
}

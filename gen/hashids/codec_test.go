package hashids

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOptionsThatAreRefused(t *testing.T) {
	long := make([]rune, MaxAlphabet+1)
	for i := range long {
		long[i] = rune(0x4e00 + i)
	}
	for name, o := range map[string]Options{
		"15 characters":                 {Alphabet: "abcdefghijklmno"},
		"15 different characters of 20": {Alphabet: "abcdefghijklmnoaaaaa"},
		"1025 characters":               {Alphabet: string(long)},
		"an alphabet that is not UTF-8": {Alphabet: "abcdefghijklmnopq\xff"},
		"a salt that is not UTF-8":      {Salt: "\xff"},
		"a negative minimum length":     {MinLength: -1},
		"a minimum length of 65537":     {MinLength: MaxLength + 1},
	} {
		if c, err := New(o); c != nil || !errors.Is(err, ErrOption) {
			t.Errorf("%s: New = %v, %v; want ErrOption", name, c, err)
		}
	}
}

func TestEdges(t *testing.T) {
	c := mustNew(t, Options{Salt: "s"})
	if got, err := c.Append([]byte("x"), nil); string(got) != "x" || err != nil {
		t.Errorf("Append(x, no numbers) = %q, %v; want x", got, err)
	}
	if got, err := c.Decode(""); len(got) != 0 || err != nil {
		t.Errorf("Decode of nothing = %v, %v; want no numbers", got, err)
	}
	for _, list := range [][]uint64{{math.MaxUint64}, {0}, {1 << 53}, {math.MaxUint64, 0, math.MaxUint64},
		make([]uint64, 1000)} {
		text, _ := c.Append(nil, list)
		if back, err := c.Decode(string(text)); err != nil || !slices.Equal(back, list) {
			t.Errorf("Decode(Append(%v)) = %v, %v", list, back, err)
		}
	}
}

func TestTextsThatAreRefused(t *testing.T) {
	c := mustNew(t, Options{})
	top, _ := c.Append(nil, []uint64{math.MaxUint64})
	for _, test := range []struct {
		name, text string
		want       error
	}{
		{"a foreign character", "o2f*hV", ErrAlphabet},
		{"a blank", " o2fXhV", ErrAlphabet},
		{"a character of two bytes", "o2f\u00ebhV", ErrAlphabet},
		{"no UTF-8", "o2f\xffhV", ErrAlphabet},
		{"a separator alone", "f", ErrMalformed},
		{"a lottery alone", "o", ErrMalformed},
		{"a last character that is another", "o2fXhg", ErrMalformed},
		{"a text of another salt", "neHrCa", ErrMalformed},
		{"a filled text", "gyOwl4B97bo2fXhVaDR0Znjrq", ErrMalformed},
		{"three guards", strings.Repeat(string(c.guards[0])+"o", 3), ErrMalformed},
		{"more than 64 bits", string(top) + string(top[1:]), ErrOverflow},
	} {
		got, err := c.Decode(test.text)
		if got != nil || !errors.Is(err, test.want) {
			t.Errorf("%s: Decode(%q) = %v, %v; want %v", test.name, test.text, got, err, test.want)
		}
	}
}

func TestLength(t *testing.T) {
	c := mustNew(t, Options{})
	if n, ok := c.Length("gyOwl4B97bo2fXhVaDR0Znjrq"); n != 25 || !ok {
		t.Errorf("Length of a text filled to 25 = %d, %v; want 25", n, ok)
	}
	for _, text := range []string{"", "f", "o2fXhg", strings.Repeat("o", MaxLength+1)} {
		if n, ok := c.Length(text); ok {
			t.Errorf("Length(%.9s) = %d; want none", text, n)
		}
	}
}

// TestDuplicatesAndSpaces holds what JavaScript and Python do and go-hashids
// refuses: of a character that stands twice the first one counts.
func TestDuplicatesAndSpaces(t *testing.T) {
	once, twice := mustNew(t, Options{Alphabet: "cCsSfFhH uUiItT01"}),
		mustNew(t, Options{Alphabet: "cCsSfFhH cuUiItT010c"})
	for v := range uint64(100) {
		list := []uint64{v, v * v, 3}
		a, _ := once.Append(nil, list)
		b, _ := twice.Append(nil, list)
		if back, err := once.Decode(string(b)); string(a) != string(b) || err != nil || !slices.Equal(back, list) {
			t.Fatalf("%v is written %q and %q, read %v, %v; want the same", list, a, b, back, err)
		}
	}
}

// TestEveryAlphabet holds the laws over many salts, alphabets and minimum lengths:
// what is written is long enough, and read again.
func TestEveryAlphabet(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		o := randomOptions(r)
		c := mustNew(t, o)
		for range 5 {
			list := randomList(r)
			text, _ := c.Append([]byte("kept "), list)
			id, ok := strings.CutPrefix(string(text), "kept ")
			n := utf8.RuneCountInString(id)
			if !ok || n < o.MinLength || strings.Trim(id, o.Alphabet) != "" {
				t.Fatalf("%+v: Append(%v) = %s; want %d characters of the alphabet", o, list, text, o.MinLength)
			}
			if back, err := c.Decode(id); err != nil || !slices.Equal(back, list) {
				t.Fatalf("%+v: Decode(%s) = %v, %v; want %v", o, id, back, err, list)
			}
			if got, ok := c.Length(id); !ok || got != n {
				t.Fatalf("%+v: Length(%s) = %d, %v; want %d", o, id, got, ok, n)
			}
		}
	}
}

// TestEvidence counts the texts of an alphabet: as many random ones are read as
// the evidence says.
func TestEvidence(t *testing.T) {
	c := mustNew(t, Options{Alphabet: "ABcfhistuCFHISTU"})
	all := "ABcfhistuCFHISTU"
	for length := 1; length <= 4; length++ {
		n, count := 1, 0
		for range length {
			n *= len(all)
		}
		text := make([]byte, length)
		for i := range n {
			for j := range text {
				text[j] = all[i%len(all)]
				i /= len(all)
			}
			if _, err := c.Decode(string(text)); err == nil {
				count++
			}
		}
		want := 0.0
		if count > 0 {
			want = math.Log2(float64(n) / float64(count))
		}
		if got := c.Evidence(string(text)); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d characters: %d of %d are read, Evidence = %v; want %v", length, count, n, got, want)
		}
	}
}

func TestLongAlphabet(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	all := []rune(printable)
	for c := rune(0x4e00); len(all) < MaxAlphabet; c++ {
		all = append(all, c)
	}
	c := mustNew(t, Options{Alphabet: string(all), Salt: "\U0010FFFF\U0010FFFF", MinLength: 3000})
	for range 50 {
		list := randomList(r)
		text, _ := c.Append(nil, list)
		if back, err := c.Decode(string(text)); err != nil || !slices.Equal(back, list) {
			t.Fatalf("Decode(Append(%v)) = %v, %v", list, back, err)
		}
	}
}

func TestAllocations(t *testing.T) {
	for name, o := range map[string]Options{"plain": {Salt: "s"}, "filled": {Salt: "s", MinLength: 80}} {
		c := mustNew(t, o)
		dst, numbers, list := make([]byte, 0, 200), make([]uint64, 0, 10), []uint64{1541815603606036480, 2, 3}
		text, _ := c.Append(nil, list)
		id := string(text)
		for call, f := range map[string]func(){
			"Append":        func() { dst, _ = c.Append(dst[:0], list) },
			"AppendNumbers": func() { numbers, _ = c.AppendNumbers(numbers[:0], id) },
			"AppendHex":     func() { dst, _ = c.AppendHex(dst[:0], "507f1f77bcf86cd799439011") },
		} {
			if n := testing.AllocsPerRun(100, f); n > 0 && !raceDetector {
				t.Errorf("%s, %s allocates %v times; want none", name, call, n)
			}
		}
	}
}

func TestHexIsReadAsWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		c := mustNew(t, randomOptions(r))
		digits := make([]byte, 1+r.IntN(60))
		for i := range digits {
			digits[i] = "0000123456789abcdef"[r.IntN(19)]
		}
		hex := string(digits)
		text, err := c.AppendHex(nil, hex)
		if back, e := c.DecodeHex(string(text)); back != hex || err != nil || e != nil {
			t.Fatalf("DecodeHex(AppendHex(%s) = %s) = %s, %v, %v", hex, text, back, err, e)
		}
		if upper, _ := c.AppendHex(nil, strings.ToUpper(hex)); string(upper) != string(text) {
			t.Fatalf("AppendHex of %s in capitals = %s; want %s", hex, upper, text)
		}
	}
}

func TestHexThatIsRefused(t *testing.T) {
	c := mustNew(t, Options{})
	for _, hex := range []string{"", "g", "0x12", "-1", "12 ", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "\u0661"} {
		if got, err := c.AppendHex([]byte("x"), hex); string(got) != "x" || !errors.Is(err, ErrHex) {
			t.Errorf("AppendHex(%q) = %q, %v; want x and ErrHex", hex, got, err)
		}
	}
	if got, err := c.DecodeHex(""); got != "" || !errors.Is(err, ErrHex) {
		t.Errorf("DecodeHex of nothing = %q, %v; want ErrHex", got, err)
	}
	for name, list := range map[string][]uint64{
		"no digit behind the 1":  {1},
		"another leading digit":  {0x2f},
		"zero":                   {0},
		"a short group in front": {0x1f, 0x1f},
		"13 digits in a group":   {0x1_0000_0000_0000_0},
	} {
		text, _ := c.Append(nil, list)
		if got, err := c.DecodeHex(string(text)); got != "" || !errors.Is(err, ErrHex) {
			t.Errorf("%s: DecodeHex(%s) = %q, %v; want ErrHex", name, text, got, err)
		}
	}
	if got, err := c.DecodeHex("f"); got != "" || !errors.Is(err, ErrMalformed) {
		t.Errorf("DecodeHex(f) = %q, %v; want ErrMalformed", got, err)
	}
}

// FuzzDecode holds that Decode never panics, and that what it reads is written as
// the same text.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"", "o2fXhV", "f", "jR", "gyOwl4B97bo2fXhVaDR0Znjrq", "wpVL4j9g", "\xff", "\ufffd",
		"AAhBAiAA"} {
		f.Add(text, "", "", 0)
		f.Add(text, "s", "ABcfhistuCFHISTU", 25)
		f.Add(text, "\u4e16", "abcdefghijklmnop \ufffd\U0001F600", 3)
	}
	f.Fuzz(func(t *testing.T, text, salt, alphabet string, minLength int) {
		c, err := New(Options{Salt: salt, Alphabet: alphabet, MinLength: minLength % 1000})
		if err != nil {
			if !errors.Is(err, ErrOption) {
				t.Fatalf("New = %v; want ErrOption", err)
			}
			return
		}
		numbers, err := c.Decode(text)
		switch {
		case err == nil:
			if again, _ := c.Append(nil, numbers); string(again) != text {
				t.Fatalf("salt %q, alphabet %q: Decode(%q) = %v, which is written %q", salt, alphabet, text, numbers, again)
			}
		case numbers != nil || !errors.Is(err, ErrAlphabet) && !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrOverflow):
			t.Fatalf("salt %q, alphabet %q: Decode(%q) = %v, %v; want nothing and a known error", salt, alphabet, text,
				numbers, err)
		}
		if hex, err := c.DecodeHex(text); err == nil {
			if again, err := c.AppendHex(nil, hex); string(again) != text || err != nil {
				t.Fatalf("salt %q, alphabet %q: DecodeHex(%q) = %s, which is written %q, %v", salt, alphabet, text, hex, again, err)
			}
		}
	})
}

const printable = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

func mustNew(t testing.TB, o Options) *Codec {
	t.Helper()
	c, err := New(o)
	if err != nil {
		t.Fatalf("New(%+v): %v", o, err)
	}
	return c
}

// randomList is a list of 1 to 6 numbers of all sizes.
func randomList(r *rand.Rand) []uint64 {
	list := make([]uint64, 1+r.IntN(6))
	for i := range list {
		list[i] = r.Uint64() >> r.IntN(65) // a shift by 64 makes 0
	}
	return list
}

// signed is the list as other implementations take it, below 2^63.
func signed(list []uint64) []int64 {
	other := make([]int64, len(list))
	for i := range list {
		list[i] &= math.MaxInt64
		other[i] = int64(list[i])
	}
	return other
}

// randomOptions are options of every kind that go-hashids takes as well.
func randomOptions(r *rand.Rand) Options {
	o := Options{Alphabet: DefaultAlphabet, Salt: randomText(r, []rune(printable+" \u00e9\u4e16\U0001F600"), r.IntN(80))}
	switch r.IntN(4) {
	case 0:
		o.Alphabet = randomText(r, []rune(printable+"\u00e9\u00e8\u4e16\u754c\U0001F600\U0001F601"), 0)
		o.Alphabet = string([]rune(o.Alphabet)[:MinAlphabet+r.IntN(len(printable)-MinAlphabet)])
	case 1: // mostly separators
		o.Alphabet = separators + string(printable[r.IntN(30)]) + "abdegj"[:1+r.IntN(6)]
	}
	if r.IntN(2) > 0 {
		o.MinLength = r.IntN(300)
	}
	return o
}

// randomText is n of the characters, each as often as it comes; for 0 all of them
// once, in some order.
func randomText(r *rand.Rand, from []rune, n int) string {
	if n == 0 {
		r.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
		return string(from)
	}
	text := make([]rune, n)
	for i := range text {
		text[i] = from[r.IntN(len(from))]
	}
	return string(text)
}

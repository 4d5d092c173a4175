package hashids

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	reference "github.com/speps/go-hashids/v2"

	"idscope/gen/internal/lists/liststest"
	"idscope/gen/testing/try"
)

// many are n characters beyond ASCII.
func many(n int) string {
	all := make([]rune, n)
	for i := range all {
		all[i] = rune(0x4e00 + i)
	}
	return string(all)
}

const few = "ABcfhistuCFHISTU"

var suite = liststest.Package[*Codec, Options]{
	New:     New,
	Option:  ErrOption,
	Unread:  []error{ErrAlphabet, ErrMalformed, ErrOverflow},
	Refusal: ErrHex,
	Wrong:   []Options{{Alphabet: "abcdefghijklmnopq\xff"}, {Salt: "\xff"}},
	Random:  randomOptions,
	Few:     []Options{{Alphabet: few}},
	Symbols: few,
	Longest: 4,
	Plain:   []Options{{Salt: "s"}, {Salt: "s", MinLength: 80}},
	Other: func(t testing.TB, o Options) liststest.Other {
		theirs := other(t, o)
		return liststest.Other{Write: func(list []uint64) (string, error) {
			numbers := make([]int64, len(list))
			for i, v := range list {
				numbers[i] = int64(v)
			}
			return theirs.EncodeInt64(numbers)
		}, Read: func(text string) (list []uint64, err error) {
			numbers, err := theirs.DecodeInt64WithError(text)
			for _, v := range numbers {
				list = append(list, uint64(v))
			}
			return list, err
		}}
	},
	Largest: math.MaxInt64,
}

// other is the codec of go-hashids.
func other(t testing.TB, o Options) *reference.HashID {
	t.Helper()
	if o.Alphabet == "" {
		o.Alphabet = DefaultAlphabet
	}
	return try.Of(reference.NewWithData(&reference.HashIDData{Alphabet: o.Alphabet, MinLength: o.MinLength,
		Salt: o.Salt})).Or(t)
}

func TestSuite(t *testing.T) { suite.Run(t) }

func TestRefusesWhatTheReferenceRefuses(t *testing.T) {
	suite.Strangers(t, DefaultAlphabet, 5, true, 20, 10_000)
}

// The disputed ones, hex mode, are decided as JavaScript and Python do.
func TestVectors(t *testing.T) {
	suite.Vectors(t, "testdata/public.jsonl", 64, func(v liststest.Vector) Options {
		return Options{Salt: v.Options.Salt, Alphabet: v.Options.Alphabet, MinLength: v.Options.MinLength}
	}, nil)
}

func TestLength(t *testing.T) {
	c := suite.Must(t, Options{})
	try.Equal(t, try.Found(c.Length("gyOwl4B97bo2fXhVaDR0Znjrq")).Or(t), 25, "the length of a text filled to 25:")
	for _, text := range []string{"", "f", "o2fXhg", strings.Repeat("o", MaxLength+1)} {
		_, ok := c.Length(text)
		try.Equal(t, ok, false, "%.9s has a length:", text)
	}
}

// TestDuplicatesAndSpaces holds what JavaScript and Python do and go-hashids
// refuses: of a character that stands twice the first one counts.
func TestDuplicatesAndSpaces(t *testing.T) {
	once, twice := suite.Must(t, Options{Alphabet: "cCsSfFhH uUiItT01"}),
		suite.Must(t, Options{Alphabet: "cCsSfFhH cuUiItT010c"})
	for v := range uint64(100) {
		list := []uint64{v, v * v, 3}
		a, _ := once.Append(nil, list)
		b, _ := twice.Append(nil, list)
		if back, err := once.Decode(string(b)); string(a) != string(b) || err != nil || !slices.Equal(back, list) {
			t.Fatalf("%v is written %q and %q, read %v, %v; want the same", list, a, b, back, err)
		}
	}
}

func TestLongAlphabet(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	c := suite.Must(t, Options{Alphabet: liststest.Printable + many(MaxAlphabet-len(liststest.Printable)),
		Salt: "\U0010FFFF\U0010FFFF", MinLength: 3000})
	for range 50 {
		list := liststest.RandomList(r, math.MaxUint64)
		text, _ := c.Append(nil, list)
		if back, err := c.Decode(string(text)); err != nil || !slices.Equal(back, list) {
			t.Fatalf("Decode(Append(%v)) = %v, %v", list, back, err)
		}
	}
}

func TestHexIsReadAsWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		c := suite.Must(t, randomOptions(r))
		digits := make([]byte, 1+r.IntN(60))
		for i := range digits {
			digits[i] = "0000123456789abcdef"[r.IntN(19)]
		}
		hex := string(digits)
		text, err := c.AppendHex(nil, hex)
		if back, e := c.DecodeHex(string(text)); back != hex || err != nil || e != nil {
			t.Fatalf("DecodeHex(AppendHex(%s) = %s) = %s, %v, %v", hex, text, back, err, e)
		}
		upper, _ := c.AppendHex(nil, strings.ToUpper(hex))
		try.Need(t, string(upper), string(text), "in capitals %s is", hex)
	}
	c, dst := suite.Must(t, Options{Salt: "s"}), make([]byte, 0, 200)
	try.Equal(t, testing.AllocsPerRun(100, func() { dst, _ = c.AppendHex(dst[:0], "507f1f77bcf86cd799439011") }), 0,
		"allocations of AppendHex:")
}

// TestTexts has errors, also of hexadecimal digits, and texts at the edges.
func TestTexts(t *testing.T) { suite.Lines(t, "testdata/texts.txt") }

// FuzzDecode holds that Decode never panics, and that what it reads is written as
// the same text.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"", "o2fXhV", "f", "jR", "gyOwl4B97bo2fXhVaDR0Znjrq", "wpVL4j9g", "\xff", "\ufffd",
		"AAhBAiAA"} {
		f.Add(text, "", "", 0)
		f.Add(text, "s", few, 25)
		f.Add(text, "\u4e16", "abcdefghijklmnop \ufffd\U0001F600", 3)
	}
	f.Fuzz(func(t *testing.T, text, salt, alphabet string, minLength int) {
		o := Options{Salt: salt, Alphabet: alphabet, MinLength: minLength % 1000}
		c, err := New(o)
		if err != nil {
			try.Fails(t, err, ErrOption, "New(%+v) =", o)
			return
		}
		numbers, err := c.Decode(text)
		if err != nil {
			suite.Refused(t, o, text, numbers, err)
		} else if again, _ := c.Append(nil, numbers); string(again) != text {
			t.Fatalf("%+v: Decode(%q) = %v, which is written %q", o, text, numbers, again)
		}
		if hex, err := c.DecodeHex(text); err == nil {
			if again, err := c.AppendHex(nil, hex); string(again) != text || err != nil {
				t.Fatalf("%+v: DecodeHex(%q) = %s, which is written %q, %v", o, text, hex, again, err)
			}
		}
	})
}

// randomOptions are options of every kind that go-hashids takes as well.
func randomOptions(r *rand.Rand) Options {
	const printable = liststest.Printable
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

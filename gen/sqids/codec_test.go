package sqids

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	reference "github.com/sqids/sqids-go"

	"idscope/gen/internal/lists/liststest"
	"idscope/gen/testing/try"
)

const few = "abcde"

var suite = liststest.Package[*Codec, Options]{
	New:     New,
	Option:  ErrOption,
	Unread:  []error{ErrAlphabet, ErrMalformed, ErrOverflow},
	Refusal: ErrBlocked,
	Wrong:   []Options{{Alphabet: "abc\xff"}},
	Random:  randomOptions,
	Few:     []Options{{Alphabet: few, Blocklist: []string{}}, {Alphabet: few, Blocklist: []string{}, MinLength: 5}},
	Symbols: few,
	Longest: 6,
	Plain:   []Options{{MinLength: 20}},
	Other: func(t testing.TB, o Options) liststest.Other {
		theirs := try.Of(reference.New(reference.Options{Alphabet: o.Alphabet, MinLength: uint8(o.MinLength),
			Blocklist: o.Blocklist})).Or(t)
		return liststest.Other{Write: theirs.Encode,
			Read: func(text string) ([]uint64, error) { return theirs.Decode(text), nil }}
	},
	Largest: math.MaxUint64,
}

func TestSuite(t *testing.T) { suite.Run(t) }

// TestReadsWhatTheReferenceReads: theirs reads more, as the specification has it: malformed texts, and numbers that
// wrap around.
func TestReadsWhatTheReferenceReads(t *testing.T) {
	suite.Strangers(t, DefaultAlphabet, 14, false, 10_000, 200)
}

func TestVectors(t *testing.T) {
	suite.Vectors(t, "testdata/public.jsonl", 47, func(v liststest.Vector) Options {
		return Options{Alphabet: v.Options.Alphabet, MinLength: v.Options.MinLength, Blocklist: v.Options.Blocklist}
	}, func(err error) (string, bool) {
		var e *NotCanonicalError
		if !errors.As(err, &e) {
			return "", false
		}
		return e.Canonical, e.Blocked
	})
}

func TestDefaultBlocklistIsThatOfTheReference(t *testing.T) {
	try.Need(t, len(strings.Fields(defaultWords)), 560, "words:")
	try.Same(t, strings.Fields(defaultWords), reference.Blocklist(), "those of sqids-go:")
}

// TestTexts has errors, texts of other options and what a blocklist leaves.
func TestTexts(t *testing.T) { suite.Lines(t, "testdata/texts.txt") }

// TestBlocklist holds where in a text a word is looked for; testdata/texts.txt has it for words of letters.
func TestBlocklist(t *testing.T) {
	l := newBlocklist([]string{"a1b2", "cat"}, DefaultAlphabet)
	for text, want := range map[string]bool{
		"a1b2": true, "A1B2x": true, "xA1b2": true, "xa1b2x": false, "xa1b2xxa1B2": true,
		"cat": true, "cats": false, "CAT": true, "ca": false, "": false,
	} {
		try.Equal(t, l.in([]byte(text)), want, "blocklist a1b2, cat: in(%q) =", text)
	}
}

// FuzzDecode holds that Decode never panics, that what it reads without an error
// is written as the same text, and that what is not canonical is written as it
// says, and read as the same numbers.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"", "86Rf07", "bM", "SvIz", "*", "sexy", "Uk", "UkLWZg9DAJ", "8", "\xff", "\u00eb",
		"86Rf07xd4zBmiJXQG6otHEbew02c3PWsUOLZxADhCpKj7aVFv9I8RquYrNlSTM"} {
		f.Add(text, "", 0, "")
		f.Add(text, DefaultAlphabet[:16], 10, "sexy")
		f.Add(text, "abc", 3, "abc")
	}
	f.Fuzz(func(t *testing.T, text, alphabet string, minLength int, word string) {
		o := Options{Alphabet: alphabet, MinLength: minLength}
		if word != "" {
			o.Blocklist = []string{word}
		}
		c, err := New(o)
		if err != nil {
			try.Fails(t, err, ErrOption, "New(%+v) =", o)
			return
		}
		numbers, err := c.Decode(text)
		if len(numbers) > 0 { // some blocklist and minimum length write it
			made := c.encode(nil, numbers, int(c.index[text[0]])-1, len(text))
			try.Need(t, string(made), text, "%+v: Decode(%q) = %v, %v, which is written", o, text, numbers, err)
		}
		var e *NotCanonicalError
		switch {
		case err == nil:
			if again, err := c.Append(nil, numbers); string(again) != text || err != nil {
				t.Fatalf("%+v: Decode(%q) = %v, which is written %q, %v", o, text, numbers, again, err)
			}
		case errors.As(err, &e):
			again, err := c.Append(nil, numbers)
			if string(again) != e.Canonical || e.Canonical == text {
				t.Fatalf("%+v: Decode(%q) = %v, canonical %q; written %q, %v", o, text, numbers, e.Canonical, again, err)
			}
			if back, e := c.Decode(string(again)); err == nil && (e != nil || !slices.Equal(back, numbers)) {
				t.Fatalf("%+v: Decode(%q) = %v, %v; want %v", o, again, back, e, numbers)
			}
		default:
			suite.Refused(t, o, text, numbers, err)
		}
	})
}

// randomAlphabet is some of the printable characters in some order.
func randomAlphabet(r *rand.Rand) string {
	all := []byte(liststest.Printable)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return string(all[:MinAlphabet+r.IntN(len(all)-MinAlphabet+1)])
}

// randomOptions are options of every kind; the blocklist has what is likely to
// occur, so that it is met often.
func randomOptions(r *rand.Rand) Options {
	var o Options
	if r.IntN(4) > 0 {
		o.Alphabet = randomAlphabet(r)
	}
	if r.IntN(2) > 0 {
		o.MinLength = r.IntN(MaxLength + 1)
	}
	if r.IntN(2) > 0 {
		alphabet := cmp.Or(o.Alphabet, DefaultAlphabet)
		o.Blocklist = []string{}
		for range r.IntN(20) {
			word := make([]byte, 2+r.IntN(3))
			for i := range word {
				word[i] = alphabet[r.IntN(len(alphabet))]
			}
			o.Blocklist = append(o.Blocklist, string(word))
		}
	}
	return o
}

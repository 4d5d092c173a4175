package sqids

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

func TestOptionsThatAreRefused(t *testing.T) {
	for name, o := range map[string]Options{
		"two characters":              {Alphabet: "ab"},
		"a character twice":           {Alphabet: "abca"},
		"a character of two bytes":    {Alphabet: "\u00eb1092"},
		"bytes that are no character": {Alphabet: "abc\xff"},
		"a negative minimum length":   {MinLength: -1},
		"a minimum length of 256":     {MinLength: 256},
	} {
		if c, err := New(o); c != nil || !errors.Is(err, ErrOption) {
			t.Errorf("%s: New = %v, %v; want ErrOption", name, c, err)
		}
	}
}

func TestEdges(t *testing.T) {
	c := mustNew(t, Options{})
	if got, err := c.Append([]byte("x"), nil); string(got) != "x" || err != nil {
		t.Errorf("Append(x, no numbers) = %q, %v; want x", got, err)
	}
	if got, err := c.Decode(""); len(got) != 0 || err != nil {
		t.Errorf("Decode of nothing = %v, %v; want no numbers", got, err)
	}
	for _, list := range [][]uint64{{math.MaxUint64}, {0}, {math.MaxUint64, 0, math.MaxUint64}, make([]uint64, 1000)} {
		text, err := c.Append(nil, list)
		if back, e := c.Decode(string(text)); err != nil || e != nil || !slices.Equal(back, list) {
			t.Errorf("Decode(Append(%v)) = %v, %v, %v", list, back, err, e)
		}
	}
}

func TestTextsThatAreRefused(t *testing.T) {
	c := mustNew(t, Options{})
	top, _ := c.Append(nil, []uint64{math.MaxUint64})
	long := string(top) + string(top[len(top)-1])
	for _, test := range []struct {
		name, text string
		want       error
	}{
		{"a foreign character", "86*f07", ErrAlphabet},
		{"a blank", " 86Rf07", ErrAlphabet},
		{"a character of two bytes", "86R\u00eb07", ErrAlphabet},
		{"a prefix alone", "8", ErrMalformed},
		{"a leading zero digit", leadingZero(c), ErrMalformed},
		{"another filling", "86Rf07xd5", ErrMalformed},
		{"more than 64 bits", long, ErrOverflow},
	} {
		got, err := c.Decode(test.text)
		if got != nil || !errors.Is(err, test.want) {
			t.Errorf("%s: Decode(%q) = %v, %v; want %v", test.name, test.text, got, err, test.want)
		}
	}
}

// leadingZero is the text of 5 with a digit 0 in front of its own.
func leadingZero(c *Codec) string {
	offset := c.offset([]uint64{5})
	var room [ascii]byte
	a := c.rotated(&room, offset)
	return string([]byte{a[len(a)-1], a[1], a[6]})
}

func TestTextsOfOtherOptionsAreReadAndNamed(t *testing.T) {
	plain, none := mustNew(t, Options{}), mustNew(t, Options{Blocklist: []string{}})
	filled := mustNew(t, Options{MinLength: 10})
	for _, test := range []struct {
		name      string
		c         *Codec
		text      string
		want      uint64
		canonical string
		blocked   bool
	}{
		{"a word", plain, "aho1e", 4572721, "JExTR", true},
		{"a second try that needs none", none, "JExTR", 4572721, "aho1e", false},
		{"a filling that is not asked for", plain, "UkLWZg9DAJ", 1, "Uk", false},
		{"a filling that is missing", filled, "Uk", 1, "UkLWZg9DAJ", false},
	} {
		got, err := test.c.Decode(test.text)
		var e *NotCanonicalError
		if !slices.Equal(got, []uint64{test.want}) || !errors.As(err, &e) || !errors.Is(err, ErrNotCanonical) ||
			e.Canonical != test.canonical || e.Blocked != test.blocked {
			t.Errorf("%s: Decode(%s) = %v, %v; want %d, written %s, blocked %v", test.name, test.text, got, err, test.want,
				test.canonical, test.blocked)
		}
	}
}

func TestABlocklistThatLeavesNothing(t *testing.T) {
	c := mustNew(t, Options{Alphabet: "abc", MinLength: 3, Blocklist: []string{"cab", "abc", "bca"}})
	if got, err := c.Append([]byte("x"), []uint64{0}); string(got) != "x" || !errors.Is(err, ErrBlocked) {
		t.Errorf("Append = %q, %v; want x and ErrBlocked", got, err)
	}
}

// TestBlocklistRules walks the rules of the specification on one number.
func TestBlocklistRules(t *testing.T) {
	list := []uint64{1_000_000, 2_000_000}
	free, _ := mustNew(t, Options{Blocklist: []string{}}).Append(nil, list)
	text := strings.ToLower(string(free)) // jswxfaosan
	for _, test := range []struct {
		name, word string
		want       bool
	}{
		{"the whole", text, true},
		{"its start", text[:4], true},
		{"its middle", text[3:7], true},
		{"its end", text[6:], true},
		{"the middle in capitals", strings.ToUpper(text[3:7]), true},
		{"three characters of it", text[3:6], false},
		{"two characters of it", text[3:5], false},
		{"the middle and a foreign character", text[3:7] + "*", false},
		{"more than the text", text + "a", false},
	} {
		got, _ := mustNew(t, Options{Blocklist: []string{test.word}}).Append(nil, list)
		if blocked := string(got) != string(free); blocked != test.want {
			t.Errorf("%s: with the word %s it is %s, without %s; want another: %v", test.name, test.word, got, free, test.want)
		}
	}
	l := newBlocklist([]string{"a1b2", "cat"}, DefaultAlphabet)
	for text, want := range map[string]bool{
		"a1b2": true, "A1B2x": true, "xA1b2": true, "xa1b2x": false, "xa1b2xxa1B2": true,
		"cat": true, "cats": false, "CAT": true, "ca": false, "": false,
	} {
		try.Equal(t, l.in([]byte(text)), want, "blocklist a1b2, cat: in(%q) =", text)
	}
}

// TestEveryAlphabet holds the laws over many alphabets, minimum lengths and
// blocklists: what is written is long enough, free of words, and read again.
func TestEveryAlphabet(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		o := randomOptions(r)
		c := mustNew(t, o)
		for range 5 {
			list := randomList(r)
			text, err := c.Append(nil, list)
			if errors.Is(err, ErrBlocked) {
				continue
			}
			if len(text) < o.MinLength || strings.Trim(string(text), string(c.alphabet[:c.n])) != "" {
				t.Fatalf("%+v: Append(%v) = %s; want %d characters of the alphabet", o, list, text, o.MinLength)
			}
			if back, err := c.Decode(string(text)); err != nil || !slices.Equal(back, list) {
				t.Fatalf("%+v: Decode(%s) = %v, %v; want %v", o, text, back, err, list)
			}
		}
	}
}

// TestEvidence counts the texts of an alphabet: as many random ones are read as
// the evidence says.
func TestEvidence(t *testing.T) {
	for _, minLength := range []int{0, 5} {
		const all = "abcde"
		c := mustNew(t, Options{Alphabet: all, MinLength: minLength, Blocklist: []string{}})
		for length := 1; length <= 6; length++ {
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
				t.Errorf("%d characters, minimum %d: %d of %d are read, Evidence = %v; want %v", length, minLength, count, n,
					got, want)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	c := mustNew(t, Options{MinLength: 20})
	dst, numbers, list := make([]byte, 0, 100), make([]uint64, 0, 10), []uint64{1541815603606036480, 2, 3}
	text, _ := c.Append(nil, list)
	id := string(text)
	for name, f := range map[string]func(){
		"Append":        func() { dst, _ = c.Append(dst[:0], list) },
		"AppendNumbers": func() { numbers, _ = c.AppendNumbers(numbers[:0], id) },
	} {
		if n := testing.AllocsPerRun(100, f); n > 0 {
			t.Errorf("%s allocates %v times; want none", name, n)
		}
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
			if !errors.Is(err, ErrOption) {
				t.Fatalf("New(%+v) = %v; want ErrOption", o, err)
			}
			return
		}
		numbers, err := c.Decode(text)
		if len(numbers) > 0 { // some blocklist and minimum length write it
			made := c.encode(nil, numbers, int(c.index[text[0]])-1, len(text))
			if string(made) != text {
				t.Fatalf("%+v: Decode(%q) = %v, %v, which is written %q", o, text, numbers, err, made)
			}
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
		case numbers != nil || !errors.Is(err, ErrAlphabet) && !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrOverflow):
			t.Fatalf("%+v: Decode(%q) = %v, %v; want nothing and a known error", o, text, numbers, err)
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

// randomAlphabet is some of the printable characters in some order.
func randomAlphabet(r *rand.Rand) string {
	all := []byte(printable)
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
		alphabet := o.Alphabet
		if alphabet == "" {
			alphabet = DefaultAlphabet
		}
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

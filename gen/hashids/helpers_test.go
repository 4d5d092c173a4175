package hashids

import (
	"math"
	"math/rand/v2"
	"testing"
)

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

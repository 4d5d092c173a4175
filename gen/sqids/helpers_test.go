package sqids

import (
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

package text

import (
	"math/rand/v2"
	"testing"
)

// A KSUID has the text that any number has in base 62.
func TestKSUIDIsRadix(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for i := range 20_000 {
		id := ID{random.Uint64(), random.Uint64(), random.Uint64()}.And(Mask(160)).Shr(uint(i % 161))
		got, want := appendKSUID([]byte("before "), id), appendRadix(&base62Alphabet, []byte("before "), id, 27)
		if string(got) != string(want) {
			t.Fatalf("KSUID %x is %q; want %q", id, got, want)
		}
	}
}

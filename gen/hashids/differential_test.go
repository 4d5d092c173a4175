package hashids

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	reference "github.com/speps/go-hashids/v2"
)

const many = 20_000

// pair makes the same codec here and there.
func pair(t testing.TB, o Options) (*Codec, *reference.HashID) {
	t.Helper()
	theirs, err := reference.NewWithData(&reference.HashIDData{Alphabet: o.Alphabet, MinLength: o.MinLength, Salt: o.Salt})
	if err != nil {
		t.Fatalf("reference.NewWithData(%+v): %v", o, err)
	}
	return mustNew(t, o), theirs
}

// TestSameTexts holds that both write the same text for a list of numbers below
// 2^63, and read it as the same numbers.
func TestSameTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ours, theirs := pair(t, Options{Alphabet: DefaultAlphabet})
	for i := range many {
		if i%20 == 19 {
			ours, theirs = pair(t, randomOptions(r))
		}
		list := randomList(r)
		other := signed(list)
		got, err := ours.Append(nil, list)
		want, e := theirs.EncodeInt64(other)
		if string(got) != want || err != nil || e != nil {
			t.Fatalf("Append(%v) = %s, %v; go-hashids has %s, %v", list, got, err, want, e)
		}
		if back, err := ours.Decode(want); err != nil || !slices.Equal(back, list) {
			t.Fatalf("Decode(%s) = %v, %v; want %v", want, back, err, list)
		}
		if back, err := theirs.DecodeInt64WithError(string(got)); err != nil || !slices.Equal(back, other) {
			t.Fatalf("go-hashids reads %s as %v, %v; want %v", got, back, err, other)
		}
	}
}

// TestRefusesWhatTheReferenceRefuses compares decoders on texts that few wrote.
func TestRefusesWhatTheReferenceRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	ours, theirs := pair(t, Options{Alphabet: DefaultAlphabet, Salt: "s"})
	read := 0
	for range many {
		text := make([]byte, 1+r.IntN(5))
		for i := range text {
			text[i] = DefaultAlphabet[r.IntN(len(DefaultAlphabet))]
		}
		got, err := ours.Decode(string(text))
		want, e := theirs.DecodeInt64WithError(string(text))
		if (err == nil) != (e == nil) || err == nil && !slices.Equal(signed(got), want) {
			t.Fatalf("Decode(%s) = %v, %v; go-hashids has %v, %v", text, got, err, want, e)
		}
		if err == nil {
			read++
		}
	}
	if read < many/1000 {
		t.Errorf("%d of %d texts are read; want some", read, many)
	}
}

// TestWhereTheReferenceStops holds the differences that the package's comment
// names.
func TestWhereTheReferenceStops(t *testing.T) {
	ours, theirs := pair(t, Options{Alphabet: DefaultAlphabet})
	text, _ := ours.Append(nil, []uint64{math.MaxInt64 + 1})
	if back, err := theirs.DecodeInt64WithError(string(text)); err == nil {
		t.Errorf("go-hashids reads %s as %v; want that 2^63 is ours alone", text, back)
	}
	hex, _ := ours.AppendHex(nil, "deadbeef")
	if other, _ := theirs.EncodeHex("deadbeef"); other == string(hex) {
		t.Errorf("go-hashids writes deadbeef as %s; want another than ours", other)
	} else if back, err := ours.DecodeHex(other); err == nil {
		t.Errorf("DecodeHex(%s) = %s; want that its own hex mode is refused", other, back)
	}
	for name, alphabet := range map[string]string{"a space": "abcdefghijklmnop q",
		"a character twice": "abcdefghijklmnopqa"} {
		if _, err := reference.NewWithData(&reference.HashIDData{Alphabet: alphabet}); err == nil {
			t.Errorf("go-hashids takes an alphabet with %s; want that ours alone does", name)
		}
		mustNew(t, Options{Alphabet: alphabet})
	}
}

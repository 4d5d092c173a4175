package sqids

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	reference "github.com/sqids/sqids-go"
)

const many = 20_000

// pair makes the same codec here and there.
func pair(t testing.TB, o Options) (*Codec, *reference.Sqids) {
	t.Helper()
	theirs, err := reference.New(reference.Options{Alphabet: o.Alphabet, MinLength: uint8(o.MinLength),
		Blocklist: o.Blocklist})
	if err != nil {
		t.Fatalf("reference.New(%+v): %v", o, err)
	}
	return mustNew(t, o), theirs
}

func TestDefaultBlocklistIsThatOfTheReference(t *testing.T) {
	if got, want := strings.Fields(defaultWords), reference.Blocklist(); !slices.Equal(got, want) || len(got) != 560 {
		t.Errorf("the default blocklist has %d words; want the %d of sqids-go", len(got), len(want))
	}
}

// TestSameTexts holds that both write the same text for a list of numbers, and
// read it as the same numbers.
func TestSameTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ours, theirs := pair(t, Options{})
	blocked := 0
	for i := range many {
		if i%50 == 49 {
			ours, theirs = pair(t, randomOptions(r))
		}
		list := randomList(r)
		got, err := ours.Append(nil, list)
		want, e := theirs.Encode(list)
		if string(got) != want || (err == nil) != (e == nil) {
			t.Fatalf("Append(%v) = %s, %v; sqids-go has %s, %v", list, got, err, want, e)
		}
		if err != nil {
			blocked++
			continue
		}
		if back, err := ours.Decode(want); err != nil || !slices.Equal(back, list) {
			t.Fatalf("Decode(%s) = %v, %v; want %v", want, back, err, list)
		}
		if back := theirs.Decode(string(got)); !slices.Equal(back, list) {
			t.Fatalf("sqids-go reads %s as %v; want %v", got, back, list)
		}
	}
	t.Logf("%d of %d lists had no text", blocked, many)
}

// TestReadsWhatTheReferenceReads compares decoders on texts that nobody wrote:
// those that ours reads, theirs reads alike. Theirs reads more, as the
// specification has it: malformed texts, and numbers that wrap around.
func TestReadsWhatTheReferenceReads(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	ours, theirs := pair(t, Options{})
	read, refused := 0, 0
	for range many {
		text := make([]byte, 1+r.IntN(14))
		for i := range text {
			text[i] = DefaultAlphabet[r.IntN(len(DefaultAlphabet))]
		}
		got, err := ours.Decode(string(text))
		if got == nil {
			refused++
			continue
		}
		read++
		if want := theirs.Decode(string(text)); !slices.Equal(got, want) {
			t.Fatalf("Decode(%s) = %v, %v; sqids-go has %v", text, got, err, want)
		}
	}
	if read < many/2 || refused < many/100 {
		t.Errorf("%d texts read, %d refused; want some of both", read, refused)
	}
}

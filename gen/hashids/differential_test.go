package hashids

import (
	"bufio"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	reference "github.com/speps/go-hashids/v2"

	"idscope/gen/testing/try"
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

// vector is a line of testdata/public.jsonl, which has the published vectors of
// this scheme, each with its source.
type vector struct {
	Ref, ID         string
	Valid, Disputed bool
	Expect          struct {
		Error  string
		Fields struct {
			Numbers []json.Number
			Hex     *string
		}
	}
	Options struct {
		Op, Salt, Alphabet string
		MinLength          int `json:"min_length"`
		Numbers            []json.Number
		Hex                *string
	}
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	f := try.Of(os.Open("testdata/public.jsonl")).Or(t)
	defer f.Close()
	var list []vector
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var v vector
		try.Works(t, json.Unmarshal(lines.Bytes(), &v))
		list = append(list, v)
	}
	return list
}

func numbersOf(t *testing.T, list []json.Number) []uint64 {
	t.Helper()
	var numbers []uint64
	for _, n := range list {
		numbers = append(numbers, try.Of(strconv.ParseUint(n.String(), 10, 64)).Or(t))
	}
	return numbers
}

// The disputed ones, hex mode, are decided as JavaScript and Python do.
func TestVectors(t *testing.T) {
	all := readVectors(t)
	if len(all) != 64 {
		t.Fatalf("%d vectors; want all 64", len(all))
	}
	for _, v := range all {
		t.Run(v.Ref, func(t *testing.T) { v.run(t) })
	}
}

func (v vector) run(t *testing.T) {
	c, err := New(Options{Salt: v.Options.Salt, Alphabet: v.Options.Alphabet, MinLength: v.Options.MinLength})
	switch {
	case err != nil:
		if v.Valid {
			t.Fatalf("New: %v", err)
		}
	case v.Options.Hex != nil:
		got, err := c.AppendHex(nil, *v.Options.Hex)
		if string(got) != v.ID || (err == nil) != v.Valid {
			t.Fatalf("AppendHex(%s) = %s, %v; want %s, valid %v", *v.Options.Hex, got, err, v.ID, v.Valid)
		}
		if v.Valid {
			v.readsHex(t, c, strings.ToLower(*v.Options.Hex))
		}
	case v.Expect.Fields.Hex != nil:
		v.readsHex(t, c, *v.Expect.Fields.Hex)
		if got, err := c.AppendHex(nil, *v.Expect.Fields.Hex); string(got) != v.ID || err != nil {
			t.Fatalf("AppendHex(%s) = %s, %v; want %s", *v.Expect.Fields.Hex, got, err, v.ID)
		}
	case !v.Valid:
		if got, err := c.Decode(v.ID); err == nil {
			t.Fatalf("Decode(%q) = %v; want an error", v.ID, got)
		}
	default:
		list := v.Expect.Fields.Numbers
		if v.Options.Op == "encode" {
			list = v.Options.Numbers
		}
		want := numbersOf(t, list)
		if got, err := c.Append(nil, want); string(got) != v.ID || err != nil {
			t.Fatalf("Append(%v) = %s, %v; want %s", want, got, err, v.ID)
		}
		if got, err := c.Decode(v.ID); !slices.Equal(got, want) || err != nil {
			t.Fatalf("Decode(%s) = %v, %v; want %v", v.ID, got, err, want)
		}
	}
}

func (v vector) readsHex(t *testing.T, c *Codec, want string) {
	t.Helper()
	if got, err := c.DecodeHex(v.ID); got != want || err != nil {
		t.Fatalf("DecodeHex(%s) = %s, %v; want %s", v.ID, got, err, want)
	}
}

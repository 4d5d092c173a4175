package sqids

import (
	"bufio"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	reference "github.com/sqids/sqids-go"

	"idscope/gen/testing/try"
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

// vector is a line of testdata/public.jsonl, which has the published vectors of
// this scheme, each with its source.
type vector struct {
	Ref, ID         string
	Valid, Disputed bool
	Expect          struct {
		Detect, Error string
		Fields        struct{ Numbers []json.Number }
		Again         string `json:"re_encodes_to"`
	}
	Options struct {
		Op, Alphabet string
		MinLength    int `json:"min_length"`
		Numbers      []json.Number
		Blocklist    []string
	}
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	f := try.Of(os.Open("testdata/public.jsonl")).Or(t)
	defer f.Close()
	var list []vector
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		try.Works(t, json.Unmarshal(lines.Bytes(), &v))
		list = append(list, v)
	}
	return list
}

// numbersOf reads numbers; ok is false where one is out of range.
func numbersOf(list []json.Number) (numbers []uint64, ok bool) {
	for _, n := range list {
		v, err := strconv.ParseUint(n.String(), 10, 64)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, v)
	}
	return numbers, true
}

func TestVectors(t *testing.T) {
	all := readVectors(t)
	if len(all) != 47 {
		t.Fatalf("%d vectors; want all 47", len(all))
	}
	for _, v := range all {
		t.Run(v.Ref, func(t *testing.T) { v.run(t) })
	}
}

func (v vector) run(t *testing.T) {
	c, err := New(Options{Alphabet: v.Options.Alphabet, MinLength: v.Options.MinLength, Blocklist: v.Options.Blocklist})
	given, inRange := numbersOf(v.Options.Numbers)
	switch {
	case err != nil || !inRange:
		if v.Valid {
			t.Fatalf("New, numbers: %v, in range: %v; want both good", err, inRange)
		}
		return
	case v.Options.Op == "encode":
		got, err := c.Append(nil, given)
		if string(got) != v.ID || (err == nil) != v.Valid {
			t.Fatalf("Append(%v) = %s, %v; want %s", given, got, err, v.ID)
		}
		if v.Valid {
			if back, err := c.Decode(v.ID); err != nil || !slices.Equal(back, given) {
				t.Fatalf("Decode(%s) = %v, %v; want %v", v.ID, back, err, given)
			}
		}
		return
	}
	got, err := c.Decode(v.ID)
	want, _ := numbersOf(v.Expect.Fields.Numbers)
	switch {
	case !v.Valid:
		if err == nil {
			t.Fatalf("Decode(%q) = %v; want an error", v.ID, got)
		}
	case v.Options.Op == "detect":
		if err != nil {
			t.Fatalf("Decode(%q) = %v; want that it is read", v.ID, err)
		}
	case v.Expect.Again != "":
		var e *NotCanonicalError
		if !slices.Equal(got, want) || !errors.As(err, &e) || e.Canonical != v.Expect.Again || !e.Blocked {
			t.Fatalf("Decode(%q) = %v, %v; want %v, blocked, now %s", v.ID, got, err, want, v.Expect.Again)
		}
	case err != nil || !slices.Equal(got, want):
		t.Fatalf("Decode(%q) = %v, %v; want %v", v.ID, got, err, want)
	default:
		if again, err := c.Append(nil, got); string(again) != v.ID || err != nil {
			t.Fatalf("Append(%v) = %s, %v; want %s", got, again, err, v.ID)
		}
	}
}

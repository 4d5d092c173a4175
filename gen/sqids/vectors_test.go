package sqids

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"testing"

	"idscope/gen/testing/try"
)

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

package hashids

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

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
		v := try.Of(strconv.ParseUint(n.String(), 10, 64)).Or(t)
		numbers = append(numbers, v)
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

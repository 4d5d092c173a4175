package liststest

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// Vector is a line of a file of published vectors, each with its source.
type Vector struct {
	Ref, ID string
	Valid   bool
	Expect  struct {
		Fields struct {
			Numbers []json.Number
			Hex     *string
		}
		Again string `json:"re_encodes_to"` // its text of today
	}
	Options struct {
		Op, Salt, Alphabet string
		MinLength          int `json:"min_length"`
		Numbers            []json.Number
		Hex                *string
		Blocklist          []string
	}
}

// hexes writes and reads hexadecimal digits, too.
type hexes interface {
	AppendHex(dst []byte, hex string) ([]byte, error)
	DecodeHex(text string) (string, error)
}

// Vectors runs the vectors of a file, so many. canonical is what an error says of a text that was read and is written
// in another way now, because it has a word that is blocked.
func (p *Package[C, O]) Vectors(t *testing.T, path string, count int, options func(Vector) O,
	canonical func(error) (text string, blocked bool)) {
	t.Helper()
	lines := bytes.Lines(try.Of(os.ReadFile(path)).Or(t))
	for line := range lines {
		var v Vector
		try.Works(t, json.Unmarshal(line, &v))
		count--
		t.Run(v.Ref, func(t *testing.T) {
			c, err := p.New(options(v))
			given, inRange := numbersOf(v.Options.Numbers)
			switch h, _ := any(c).(hexes); {
			case err != nil || !inRange:
				if v.Valid {
					t.Fatalf("New, numbers: %v, in range: %v; want both good", err, inRange)
				}
			case v.Options.Hex != nil:
				v.hex(t, h, *v.Options.Hex)
			case v.Expect.Fields.Hex != nil:
				v.hex(t, h, *v.Expect.Fields.Hex)
			case v.Options.Op == "encode":
				v.writes(t, c, given)
			default:
				v.reads(t, c, canonical)
			}
		})
	}
	try.Equal(t, count, 0, "vectors that are missing:")
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

func (v Vector) hex(t *testing.T, c hexes, hex string) {
	t.Helper()
	if got, err := c.AppendHex(nil, hex); string(got) != v.ID || (err == nil) != v.Valid {
		t.Fatalf("AppendHex(%s) = %s, %v; want %s, valid %v", hex, got, err, v.ID, v.Valid)
	}
	if v.Valid {
		try.Of(c.DecodeHex(v.ID)).Is(t, strings.ToLower(hex), "DecodeHex(%s) =", v.ID)
	}
}

func (v Vector) writes(t *testing.T, c Codec, numbers []uint64) {
	t.Helper()
	got, err := c.Append(nil, numbers)
	if string(got) != v.ID || (err == nil) != v.Valid {
		t.Fatalf("Append(%v) = %s, %v; want %s", numbers, got, err, v.ID)
	}
	if back, err := c.Decode(v.ID); v.Valid && (err != nil || !slices.Equal(back, numbers)) {
		t.Fatalf("Decode(%s) = %v, %v; want %v", v.ID, back, err, numbers)
	}
}

func (v Vector) reads(t *testing.T, c Codec, canonical func(error) (string, bool)) {
	t.Helper()
	got, err := c.Decode(v.ID)
	want, _ := numbersOf(v.Expect.Fields.Numbers)
	switch {
	case !v.Valid:
		if err == nil {
			t.Fatalf("Decode(%q) = %v; want an error", v.ID, got)
		}
	case v.Expect.Again != "":
		if now, blocked := canonical(err); !slices.Equal(got, want) || now != v.Expect.Again || !blocked {
			t.Fatalf("Decode(%q) = %v, %v; want %v, blocked, now %s", v.ID, got, err, want, v.Expect.Again)
		}
	case err != nil || v.Options.Op != "detect" && !slices.Equal(got, want):
		t.Fatalf("Decode(%q) = %v, %v; want %v", v.ID, got, err, want)
	default:
		v.writes(t, c, got)
	}
}

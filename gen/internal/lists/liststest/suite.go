// Package liststest is the suite that the codecs for lists of numbers, sqids and hashids, pass: what both promise, what
// was published of them, and what other implementations make of the same options.
package liststest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// Printable has the characters of ASCII that are seen.
const Printable = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// Codec writes and reads lists of numbers.
type Codec interface {
	Append(dst []byte, numbers []uint64) ([]byte, error)
	Decode(text string) ([]uint64, error)
	Evidence(text string) float64
}

// Package has codecs with options of type O.
type Package[C Codec, O any] struct {
	New     func(O) (C, error)
	Option  error   // that the options are wrong
	Unread  []error // that a text has no numbers
	Refusal error   // that there is no text, or that it has no digits
	Wrong   []O     // beyond JSON: the others are lines of a file
	Random  func(*rand.Rand) O
	Few     []O // with the alphabet Symbols: all their texts of up to Longest are tried
	Symbols string
	Longest int
	Plain   []O // with which nothing is allocated

	// Other is another implementation with the same options; it takes numbers up to Largest.
	Other   func(testing.TB, O) Other
	Largest uint64
}

// Other writes and reads as another implementation does.
type Other struct {
	Write func([]uint64) (string, error)
	Read  func(string) ([]uint64, error)
}

// Must makes a codec.
func (p *Package[C, O]) Must(t testing.TB, o O) C {
	t.Helper()
	c, err := p.New(o)
	if err != nil {
		t.Fatalf("New(%+v): %v", o, err)
	}
	return c
}

// Lines holds what is written and read, and the whole of errors, as lines of a file: OPTIONS as JSON, write [NUMBERS],
// read "TEXT" or, where codecs have them, hex "DIGITS" and unhex "TEXT", and the answer.
func (p *Package[C, O]) Lines(t *testing.T, path string) {
	try.Lines(t, path, func(given string) string {
		var o O
		options := json.NewDecoder(strings.NewReader(given))
		try.Works(t, options.Decode(&o))
		c, err := p.New(o)
		if err != nil {
			try.Fails(t, err, p.Option, "%s:", given)
			return err.Error()
		}
		var answer any
		call, text, _ := strings.Cut(given[options.InputOffset()+1:], " ")
		if hex, ok := any(c).(interface {
			AppendHex(dst []byte, hex string) ([]byte, error)
			DecodeHex(text string) (string, error)
		}); ok && call == "hex" {
			answer, err = hex.AppendHex([]byte("."), try.Of(strconv.Unquote(text)).Or(t))
		} else if ok && call == "unhex" {
			answer, err = hex.DecodeHex(try.Of(strconv.Unquote(text)).Or(t))
		} else if call == "write" {
			var list []uint64
			try.Works(t, json.Unmarshal([]byte(text), &list))
			answer, err = c.Append([]byte("."), list)
		} else {
			var numbers []uint64
			if numbers, err = c.Decode(try.Of(strconv.Unquote(text)).Or(t)); err != nil && len(numbers) == 0 {
				p.Refused(t, o, text, numbers, err)
			}
			answer = numbers
		}
		for _, reason := range append([]error{p.Refusal}, p.Unread...) {
			says := err != nil && strings.Contains(err.Error(), reason.Error())
			try.Equal(t, errors.Is(err, reason), says, "%s: the error wraps what it says, %v:", given, reason)
		}
		if written, ok := answer.([]byte); ok {
			answer = string(written)
		}
		if err != nil {
			return strings.TrimSpace(fmt.Sprintf("%v %v", answer, err))
		}
		return fmt.Sprint(answer)
	})
}

// Run runs the suite.
func (p *Package[C, O]) Run(t *testing.T) {
	for name, run := range map[string]func(*testing.T){"options that are refused": p.options, "edges": p.edges,
		"evidence":    p.evidence,
		"allocations": p.allocations, "same texts": p.sameTexts} {
		t.Run(name, run)
	}
}

func (p *Package[C, O]) options(t *testing.T) {
	for _, o := range p.Wrong {
		try.Of(p.New(o)).Fails(t, p.Option, "New(%+v) =", o)
	}
}

func (p *Package[C, O]) edges(t *testing.T) {
	var o O
	c := p.Must(t, o)
	if got, err := c.Append([]byte("x"), nil); string(got) != "x" || err != nil {
		t.Errorf("Append(x, no numbers) = %q, %v; want x", got, err)
	}
	if got, err := c.Decode(""); len(got) != 0 || err != nil {
		t.Errorf("Decode of nothing = %v, %v; want no numbers", got, err)
	}
	for _, list := range [][]uint64{{math.MaxUint64}, {0}, {1 << 53}, {math.MaxUint64, 0, math.MaxUint64},
		make([]uint64, 1000)} {
		text, err := c.Append(nil, list)
		if back, e := c.Decode(string(text)); err != nil || e != nil || !slices.Equal(back, list) {
			t.Errorf("Decode(Append(%v)) = %v, %v, %v", list, back, err, e)
		}
	}
}

// evidence counts the texts of an alphabet: as many random ones are read as the evidence says.
func (p *Package[C, O]) evidence(t *testing.T) {
	all := p.Symbols
	for _, o := range p.Few {
		c := p.Must(t, o)
		for length := 1; length <= p.Longest; length++ {
			n, count := 1, 0
			for range length {
				n *= len(all)
			}
			text := make([]byte, length)
			for i := range n {
				for j := range text {
					text[j] = all[i%len(all)]
					i /= len(all)
				}
				if _, err := c.Decode(string(text)); err == nil {
					count++
				}
			}
			want := 0.0
			if count > 0 {
				want = math.Log2(float64(n) / float64(count))
			}
			if got := c.Evidence(string(text)); math.Abs(got-want) > 1e-9 {
				t.Errorf("%+v, %d characters: %d of %d are read, Evidence = %v; want %v", o, length, count, n,
					got, want)
			}
		}
	}
}

func (p *Package[C, O]) allocations(t *testing.T) {
	for _, o := range p.Plain {
		c := p.Must(t, o)
		dst, list := make([]byte, 0, 200), []uint64{1541815603606036480, 2, 3}
		if n := testing.AllocsPerRun(100, func() { dst, _ = c.Append(dst[:0], list) }); n > 0 && !try.Race {
			t.Errorf("%+v: Append allocates %v times; want none", o, n)
		}
	}
}

// sameTexts holds that both write the same text for a list of numbers, and read it as the same numbers, whatever the
// options.
func (p *Package[C, O]) sameTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var o O
	ours, theirs := p.Must(t, o), p.Other(t, o)
	for i := range 6000 {
		if i > 1000 && i%20 == 19 {
			o = p.Random(r)
			ours, theirs = p.Must(t, o), p.Other(t, o)
		}
		list := RandomList(r, p.Largest)
		got, err := ours.Append([]byte("x"), list)
		want, e := theirs.Write(list)
		got, kept := bytes.CutPrefix(got, []byte("x"))
		if !kept || string(got) != want || (err == nil) != (e == nil) {
			t.Fatalf("%+v: Append(%v) = %s, %v; the other has %s, %v", o, list, got, err, want, e)
		}
		if err != nil {
			continue
		}
		if back, err := ours.Decode(want); err != nil || !slices.Equal(back, list) {
			t.Fatalf("%+v: Decode(%s) = %v, %v; want %v", o, want, back, err, list)
		}
		if back, err := theirs.Read(string(got)); err != nil || !slices.Equal(back, list) {
			t.Fatalf("%+v: the other reads %s as %v, %v; want %v", o, got, back, err, list)
		}
	}
}

// Strangers gives both decoders texts of 1 to longest characters that nobody wrote, of the default options: what ours
// reads the other reads alike, and where it is strict, it reads nothing else. At least so many are read and refused.
func (p *Package[C, O]) Strangers(t *testing.T, alphabet string, longest int, strict bool, read, refused int) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	var o O
	ours, theirs := p.Must(t, o), p.Other(t, o)
	for range 20_000 {
		text := make([]byte, 1+r.IntN(longest))
		for i := range text {
			text[i] = alphabet[r.IntN(len(alphabet))]
		}
		got, err := ours.Decode(string(text))
		if got == nil && !strict {
			refused--
			continue
		}
		want, e := theirs.Read(string(text))
		switch {
		case strict && (err == nil) != (e == nil), e == nil && !slices.Equal(got, want):
			t.Fatalf("Decode(%s) = %v, %v; the other has %v, %v", text, got, err, want, e)
		case got == nil:
			refused--
		default:
			read--
		}
	}
	if read > 0 || refused > 0 {
		t.Errorf("%d texts too few are read, and %d refused", read, refused)
	}
}

// Refused holds of a text that is not read that it has no numbers, and an error that is known.
func (p *Package[C, O]) Refused(t *testing.T, o O, text string, numbers []uint64, err error) {
	t.Helper()
	known := func(reason error) bool { return errors.Is(err, reason) }
	if numbers != nil || !slices.ContainsFunc(p.Unread, known) {
		t.Fatalf("%+v: Decode(%q) = %v, %v; want nothing and a known error", o, text, numbers, err)
	}
}

// RandomList is a list of 1 to 6 numbers of all sizes, up to one less than a power of two.
func RandomList(r *rand.Rand, largest uint64) []uint64 {
	list := make([]uint64, 1+r.IntN(6))
	for i := range list {
		list[i] = r.Uint64() >> r.IntN(65) & largest // a shift by 64 makes 0
	}
	return list
}

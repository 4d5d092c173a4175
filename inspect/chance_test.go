package inspect

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
)

// passes reports whether a text is an identifier of a candidate: what the chance
// counts.
func (c *candidate) passes(text []byte) bool {
	if c.codec == nil {
		pieces, ok := c.matcher().Match(nil, string(text))
		for i := range pieces {
			if pieces[i].Source == gen.Time && c.timed && !c.plausible(pieces[i].Tick()) {
				ok = false
			}
		}
		if ok && c.scheme.Verify != nil {
			_, err := c.scheme.Verify(string(text))
			ok = err == nil
		}
		return ok
	}
	id, err := c.reader.text.Parse(text, c.reader.bits)
	if err != nil {
		return false
	}
	id = c.reader.id(id)
	return c.codec.Matches(id) && (!c.timed || c.plausible(c.tick(id)))
}

// small are layouts of few bits, so that all texts of a length can be tried.
func small(t *testing.T) []*gen.Scheme {
	t.Helper()
	var list []*gen.Scheme
	for i, text := range []string{"time:10 seq:4", "unused:1 time:9 worker:2 seq:3", "time:8 kind:3=5 seq:5",
		"worker:3 time:9 seq:3", "unused:2 worker:4 kind:2=1 time:6", "kind:4=9 time:12"} {
		s, err := scheme.Custom(scheme.CustomOptions{Name: string(rune('a' + i)), Layout: text,
			Epoch: new(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)), Tick: 240 * time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		c := *s
		c.Since = time.Date(2020, 9, 1, 0, 0, 0, 0, time.UTC)
		c.Alternatives = []gen.Text{{Form: gen.Hex}, {Form: gen.Crockford}, {Form: gen.Base32Hex}, {Form: gen.Base58},
			{Form: gen.Base36}, {Form: gen.Base64URL}, {Form: gen.Decimal, Width: 6}}
		list = append(list, &c)
	}
	return list
}

// Every text of a length and class is tried: where the time stands on top, the
// chance is their count; elsewhere it is close, for the form's own symbols.
func TestChanceExhaustive(t *testing.T) {
	now := time.Date(2023, 4, 1, 0, 0, 0, 0, time.UTC)
	in := inspector(t, Options{Now: now, Schemes: small(t)})
	for _, r := range newReaders(in.members()) {
		for class := range classes {
			symbols := classes[class]
			for length := 1; length <= 5 && math.Pow(float64(len(symbols)), float64(length)) < float64(long(1e4,
				4e4)); length++ {
				shortest, longest := r.text.Len(r.bits)
				if length < shortest || length > longest {
					continue
				}
				total := math.Pow(float64(len(symbols)), float64(length))
				counts := make([]float64, len(r.candidates))
				each(symbols, length, func(text []byte) {
					for i, c := range r.candidates {
						if c.passes(text) {
							counts[i]++
						}
					}
				})
				for i, c := range r.candidates {
					got, want := c.chance(class, length, true), counts[i]/total
					exact := c.top.time > 0 && ones(c.codec.Mask(gen.Const)) == c.top.lead
					if exact && math.Abs(got-want) > 1e-12 {
						t.Errorf("%s in %s of %d symbols of %q: chance %g; counted %g", c.scheme.Layout, r.name, length,
							symbols, got, want)
					}
					full := class == in.shapes.usual[r.text.Form] && length == longest // of fewer symbols parts depend on each other
					if !exact && full && math.Abs(got-want) > 0.01+0.3*want {
						t.Errorf("%s in %s of %d symbols of %q: chance %g; counted %g, want close", c.scheme.Layout,
							r.name, length, symbols, got, want)
					}
				}
			}
		}
	}
}

// readersOf are the readers of texts of a length.
func readersOf(in *Inspector, length int) (list []*reader) {
	for _, r := range newReaders(in.members()) {
		if r.shortest <= length && length <= r.longest {
			list = append(list, r)
		}
	}
	return list
}

// each calls f with every text of a length.
func each(symbols string, length int, f func([]byte)) {
	text := make([]byte, length)
	var fill func(int)
	fill = func(i int) {
		if i == length {
			f(text)
			return
		}
		for j := range len(symbols) {
			text[i] = symbols[j]
			fill(i + 1)
		}
	}
	fill(0)
}

// The chance of the real schemes agrees with random texts.
func TestChanceMonteCarlo(t *testing.T) {
	in := inspector(t, Options{})
	r := rand.New(rand.NewPCG(3, 9))
	n := long(3_000, 60_000)
	for _, k := range []struct {
		symbols string
		length  int
	}{{digits, 16}, {digits, 17}, {digits, 18}, {digits, 19}, {digits, 20}, {digits, 13}, {lowerHex, 16},
		{lowerHex, 24}, {lowerHex, 32}, {crockford, 26}, {crockford, 13}, {hex32, 20}, {base58, 22}, {base58,
			11}, {base62, 11}, {base62, 18}, {base36, 12}, {base36, 25}} {
		class := slices.Index(in.shapes.sets[:], symbolsOf(k.symbols, false))
		var candidates []*candidate
		for _, reader := range readersOf(in, k.length) {
			for _, c := range reader.candidates {
				// a worker above the time and digits alone in hexadecimal is a product of parts that depend on each other
				split := c.top.time == 0 && class != in.shapes.usual[reader.text.Form]
				if n := c.scheme.Name; n == "isbn-10" && k.length > 10 || n == "phone" && k.length > 17 {
					continue // of these lengths hyphens are among the symbols
				}
				if p := c.chance(class, k.length, true); reader.text.Form.Punctuation() == "" && p > 0 && !split {
					candidates = append(candidates, c)
				}
			}
		}
		counts := make([]int, len(candidates))
		for range n {
			text := []byte(randomText(r, k.symbols, k.length))
			for i, c := range candidates {
				if c.passes(text) {
					counts[i]++
				}
			}
		}
		for i, c := range candidates {
			p := c.chance(class, k.length, true)
			want := p * float64(n)
			if math.Abs(float64(counts[i])-want) > 5*math.Sqrt(want)+3 {
				t.Errorf("%s in %s, %d of %q: %d of %d pass; want about %.1f (%.2f bits)", c.scheme.Name,
					c.reader.name, k.length, k.symbols, counts[i], n, want, evidence(p))
			}
		}
	}
}

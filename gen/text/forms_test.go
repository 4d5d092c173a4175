package text

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	stdhex "encoding/hex"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// Each row says all that there is to say, and its symbols are told apart.
func TestFormsAreComplete(t *testing.T) {
	names := map[string]bool{}
	for i := range table[1:] {
		r := &table[i+1]
		if r.name == "" || r.help == "" || r.unit == "" || r.rule == 0 || names[r.name] {
			t.Errorf("row %d, %q: want a name of its own, a help, a unit and a rule", i+1, r.name)
			continue
		}
		names[r.name] = true
		if r.alphabet == nil {
			continue
		}
		a, base := r.alphabet, uint64(len(r.alphabet.symbols))
		if want := uint64(math.Ceil(math.Exp2(32)/math.Log2(float64(base)))) - 1; a.perBit != want {
			t.Errorf("%s: perBit %d; want %d", r.name, a.perBit, want)
		}
		if r.rule == radixRule {
			p := a.pairs()
			over, product := bits.Mul64(p.half-1, p.inverse)
			if over != 0 || product>>pairShift != (p.half-1)/p.base2 || p.half*p.base2 > 1<<pairShift {
				t.Errorf("%s: %d divided by %d by its inverse %d is %d, %d", r.name, p.half-1, p.base2, p.inverse, over,
					product>>pairShift)
			}
		}
		seen := r.marks
		for _, c := range r.alphabet.symbols {
			if strings.ContainsRune(seen, c) || r.alphabet.fold && strings.ContainsRune(seen, c^' ') && c >= 'A' {
				t.Errorf("%s: %q is a symbol twice, or a mark as well", r.name, c)
			}
			seen += string(c)
		}
	}
}

// A text begins as First says, has as many marks as Marks says, and its symbols
// have as many bits as Spare says.
func TestFormsShape(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for _, text := range textForms() {
		for bits := 1; bits <= MaxBits; bits++ {
			if text.Form.Binary() || text.Check(bits) != nil {
				continue
			}
			first, fold := text.First(bits)
			begun := map[byte]bool{}
			for range 25 {
				s := text.Append(nil, randomID(r, bits), bits)
				begun[s[0]] = true
				in := strings.IndexByte(first, s[0]) >= 0 || fold && strings.IndexByte(first, s[0]^' ') >= 0
				if first != "" && !in {
					t.Fatalf("%+v.First(%d) = %q; want the first of %q too", text, bits, first, s)
				}
				marks := 0
				for _, c := range s {
					if strings.IndexByte(text.Form.Punctuation(), c) >= 0 {
						marks++
					}
				}
				if got := text.Marks(bits); got != marks && text.Form != NCName58 { // as many as are left over
					t.Fatalf("%+v.Marks(%d) = %d; want %d, as of %q", text, bits, got, marks, s)
				}
				symbols, _ := text.Form.Symbols()
				if text.Form.Bytes() && (len(s)-marks)*text.Form.row().alphabet.bits() != (bits+7)/8*8+text.Spare(bits) {
					t.Fatalf("%+v.Spare(%d) = %d; want that of %q, of %d symbols", text, bits, text.Spare(bits), s, len(symbols))
				}
			}
			if first != "" && len(first) < len(begun) {
				t.Fatalf("%+v.First(%d) = %q; want more", text, bits, first)
			}
		}
	}
}

func symbolsOf(f Form) string {
	symbols, _ := f.Symbols()
	return symbols
}

// translate maps symbols of one alphabet to those of another.
func translate(s, from, to string) string {
	return strings.Map(func(r rune) rune { return rune(to[strings.IndexRune(from, r)]) }, s)
}

// math/big writes base 62 with the small letters first.
const bigSymbols = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func TestTextEqualsStandardLibrary(t *testing.T) {
	base32Lower := base32.NewEncoding(symbolsOf(Base32Hex)).WithPadding(base32.NoPadding)
	tests := []struct {
		name string
		form Form
		want func(id ID, size int) string // size in bytes
	}{
		{"math/big base 10", Decimal, func(id ID, _ int) string { return bigOf(id).String() }},
		{"math/big base 62", Base62, func(id ID, _ int) string {
			return translate(bigOf(id).Text(62), bigSymbols, base62Symbols)
		}},
		{"math/big digit by digit", Base58, func(id ID, _ int) string { return bigBase58(id) }},
		{"encoding/hex", Hex, func(id ID, size int) string { return stdhex.EncodeToString(id.AppendBytes(nil, size)) }},
		{"encoding/base32", Base32Hex, func(id ID, size int) string {
			return base32Lower.EncodeToString(id.AppendBytes(nil, size))
		}},
		{"encoding/base64", Base64URL, func(id ID, size int) string {
			return base64.RawURLEncoding.EncodeToString(id.AppendBytes(nil, size))
		}},
		{"math/big base 32, padded", Crockford, func(id ID, size int) string {
			s := translate(bigOf(id).Text(32), bigSymbols[:32], symbolsOf(Crockford))
			return strings.Repeat("0", (8*size+4)/5-len(s)) + s
		}},
		{"math/big base 36", Base36, func(id ID, _ int) string { return bigOf(id).Text(36) }},
		{"math/big base 36", Base36Lower, func(id ID, _ int) string { return bigOf(id).Text(36) }},
		{"math/big base 58, translated", Base58Flickr, func(id ID, _ int) string {
			return translate(bigBase58(id), symbolsOf(Base58), symbolsOf(Base58Flickr))
		}},
		{"math/big base 32, translated", ZBase32, func(id ID, _ int) string {
			return translate(bigOf(id).Text(32), bigSymbols[:32], symbolsOf(ZBase32))
		}},
		{"math/big digit by digit, base 57", Base57, func(id ID, _ int) string { return bigText(id, symbolsOf(Base57)) }},
		{"math/big digit by digit, base 64", Shortcode, func(id ID, _ int) string {
			return bigText(id, symbolsOf(Base64URL))
		}},
		{"math/big base 32, padded and translated", Base32Sort, func(id ID, size int) string {
			s := translate(bigOf(id).Text(32), bigSymbols[:32], symbolsOf(Base32Sort))
			return strings.Repeat("2", (8*size+4)/5-len(s)) + s
		}},
		{"math/big base 64, padded", Base64Sort, func(id ID, size int) string {
			s := bigText(id, symbolsOf(Base64Sort))
			return strings.Repeat("0", (8*size+5)/6-len(s)) + s
		}},
		{"encoding/hex in upper case", HexUpper, func(id ID, size int) string {
			return strings.ToUpper(stdhex.EncodeToString(id.AppendBytes(nil, size)))
		}},
		{"encoding/base64, padded", Base64Std, func(id ID, size int) string {
			return base64.StdEncoding.EncodeToString(id.AppendBytes(nil, size))
		}},
		{"AppendBytes", Raw, func(id ID, size int) string { return string(id.AppendBytes(nil, size)) }},
	}
	r := rand.New(rand.NewPCG(5, 6))
	for _, tt := range tests {
		for range 1000 {
			size := 1 + r.IntN(24)
			id := randomID(r, 8*size)
			try.Need(t, string(Text{Form: tt.form}.Append(nil, id, 8*size)), tt.want(id, size), "%s: Append(%x, %d) =", tt.name,
				id, 8*size)
		}
	}
}

func bigBase58(id ID) string { return bigText(id, symbolsOf(Base58)) }

func bigText(id ID, symbols string) string {
	n, base, digit := bigOf(id), big.NewInt(int64(len(symbols))), new(big.Int)
	s := ""
	for first := true; first || n.Sign() > 0; first = false {
		n.DivMod(n, base, digit)
		s = string(symbols[digit.Int64()]) + s
	}
	return s
}

// lines expects of AppendLines what Append writes.
func lines(t *testing.T, text Text, bits int, ids []ID) {
	t.Helper()
	want := []byte("before ")
	for _, id := range ids {
		want = append(text.Append(want, id, bits), '\n')
	}
	got := text.AppendLines([]byte("before "), ids, bits)
	if bytes.Equal(got, want) {
		return
	}
	for i, line := range bytes.SplitAfter(got, []byte("\n")) {
		if !bytes.HasPrefix(want, line) {
			t.Fatalf("%+v of %d bits: line %d from %x on is %q; want %q", text, bits, i, ids[0], line,
				want[:min(len(line), len(want))])
		}
		want = want[len(line):]
	}
	t.Fatalf("%+v of %d bits: the lines from %x on end before %q", text, bits, ids[0], want)
}

// TestLinesAreAppend: all forms, sizes and widths, and numbers of every length.
func TestLinesAreAppend(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, f := range Forms() {
		for bits := 1; bits <= MaxBits; bits++ {
			over, _ := Mask(bits).MulAdd(1, 1) // of which Append takes the lowest bits
			ids := []ID{{}, ID{Lo: 1}, Mask(max(1, bits-1)), Mask(bits), over}
			for range 8 {
				id := ID{random.Uint64(), random.Uint64(), random.Uint64()}.And(Mask(bits))
				next, _ := id.MulAdd(1, 1)
				ids = append(ids, id.Shr(uint(random.IntN(bits))), id, next.And(Mask(bits)))
			}
			for p := uint64(1); p < 1e19 && (ID{Lo: p}).Len() <= bits; p *= 10 {
				ids = append(ids, ID{Lo: p - 1}, ID{Lo: p})
			}
			// The last follows, but for its upper bits.
			for _, id := range []ID{{1, 0, 5000}, {1, 0, 5001}, {2, 0, 5002}} {
				ids = append(ids, id.And(Mask(bits)))
			}
			_, longest := Text{Form: f.Form}.Len(bits)
			for _, width := range []int{0, longest, longest + 3} {
				if text := (Text{Form: f.Form, Width: width}); text.Check(bits) == nil {
					lines(t, text, bits, ids)
				}
			}
		}
	}
}

// TestLinesFollowing: numbers that follow each other, of all lengths and across the borders of their last two and three
// symbols, and the texts of identifiers that do, or that have one upper half.
func TestLinesFollowing(t *testing.T) {
	check := func(text Text, bits int, from ID, step func(int, ID) ID) {
		t.Helper()
		ids := make([]ID, 2200)
		for i := range ids {
			ids[i] = from.And(Mask(bits))
			from = step(i, ids[i])
		}
		lines(t, text, bits, ids)
	}
	next := func(i int, id ID) ID {
		unit := uint64(1)
		if i%977 == 976 { // one that does not follow
			unit = 3
		}
		id, _ = id.MulAdd(1, unit)
		return id
	}
	for start, digits := uint64(1), 1; digits <= 20; start, digits = start*10, digits+1 {
		for _, from := range []uint64{start - 1, start + 9_990, start*3 + 12_340, start - 700, ^uint64(0) - 1_000} {
			check(Text{Form: Decimal}, 64, ID{Lo: from}, next)
		}
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		from := ID{random.Uint64(), random.Uint64(), random.Uint64()}
		const late = ^uint64(0) - 1_000
		for _, from := range []ID{from, {from.Hi, from.Mid, late}, {from.Hi, ^uint64(0), late}} {
			check(Text{Form: Crockford}, 128, from, next)
			check(Text{Form: Base32Hex}, 96, from, next)
			check(Text{Form: UUID}, 128, from, next)
			check(Text{Form: UUID}, 128, from, func(_ int, id ID) ID { return ID{0, id.Mid, random.Uint64()} })
		}
	}
}

package birthday

import (
	"math/big"
	"math/bits"
	"sort"
	"unicode/utf8"
)

// Solution is the smallest space in which so many ids collide with a probability of at most
// P: in bits, and in random symbols of alphabets.
type Solution struct {
	Schema  int      `json:"schema"`
	Count   string   `json:"count"`
	Most    float64  `json:"probability_max"`
	Bits    int      `json:"size_bits"`
	Found   float64  `json:"probability"` // with those bits
	Lengths []Length `json:"lengths"`
}

// Length is the length of random texts of an alphabet.
type Length struct {
	Alphabet    string  `json:"alphabet"`
	Symbols     int     `json:"symbols"`
	Length      int     `json:"length"`
	Probability float64 `json:"probability"`
}

// alphabets are the usual ones, by how many symbols they have.
var alphabets = [...]struct {
	name    string
	symbols int
}{{"decimal", 10}, {"hexadecimal", 16}, {"Crockford base32", 32}, {"base36", 36}, {"base58", 58}, {"base62", 62},
	{"base64, Nano ID", 64}}

// Solve finds the space; with an alphabet its length alone. It is false where no space
// that is calculated is large enough. Count is at least 0, p above 0 and below 1.
func Solve(count *big.Int, p *big.Rat, alphabet string) (s Solution, ok bool) {
	s = Solution{Schema: 2, Count: count.String()}
	s.Most, _ = p.Float64()
	if s.Bits, ok = fewestBits(count, p); !ok {
		return s, false
	}
	probability := func(symbols, length int) float64 {
		n := new(big.Int).Exp(big.NewInt(int64(symbols)), big.NewInt(int64(length)), nil)
		return In(n).Chance(count).Probability()
	}
	s.Found = probability(2, s.Bits)
	add := func(name string, symbols int) {
		if n, fits := fewestSymbols(count, p, symbols); fits {
			s.Lengths = append(s.Lengths, Length{name, symbols, n, probability(symbols, n)})
		}
	}
	if alphabet != "" {
		add(alphabet, utf8.RuneCountInString(alphabet))
		return s, len(s.Lengths) > 0
	}
	for _, a := range alphabets {
		add(a.name, a.symbols)
	}
	return s, true
}

// fewestBits is the fewest random bits with which any two of count ids are equal with a
// probability of at most p; ok is false where even MaxBits are too few.
func fewestBits(count *big.Int, p *big.Rat) (n int, ok bool) {
	return solve(MaxBits, func(n int) *big.Int { return bit(n) }, count, p)
}

// fewestSymbols is the same in random symbols of an alphabet of 2 or more.
func fewestSymbols(count *big.Int, p *big.Rat, symbols int) (length int, ok bool) {
	return solve(MaxBits/bits.Len(uint(symbols-1)), func(n int) *big.Int {
		return new(big.Int).Exp(big.NewInt(int64(symbols)), big.NewInt(int64(n)), nil)
	}, count, p)
}

// solve finds the smallest n of 1 to most whose space is large enough: the probability
// falls as the space grows.
func solve(most int, space func(n int) *big.Int, count *big.Int, p *big.Rat) (n int, ok bool) {
	limit, _ := p.Float64()
	n = 1 + sort.Search(most, func(i int) bool { return In(space(i+1)).Chance(count).Probability() <= limit })
	return n, n <= most
}

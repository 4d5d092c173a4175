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
	Count   Count    `json:"count"`
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
	s = Solution{Schema: 2, Count: Count{count}, Lengths: []Length{}}
	s.Most, _ = p.Float64()
	if s.Bits, ok = fewestSymbols(count, p, 2); !ok {
		return s, false
	}
	s.Found = among(2, s.Bits, count)
	add := func(name string, symbols int) {
		if n, fits := fewestSymbols(count, p, symbols); fits {
			s.Lengths = append(s.Lengths, Length{name, symbols, n, among(symbols, n, count)})
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

// fewestSymbols is the fewest random symbols of an alphabet of 2 or more with which any two of
// count ids are equal with a probability of at most p; ok is false where even MaxBits are too few.
func fewestSymbols(count *big.Int, p *big.Rat, symbols int) (length int, ok bool) {
	most := MaxBits / bits.Len(uint(symbols-1))
	limit, _ := p.Float64()
	length = 1 + sort.Search(most, func(i int) bool { return among(symbols, i+1, count) <= limit })
	return length, length <= most
}

// among is how likely any two of count texts of so many symbols are equal.
func among(symbols, length int, count *big.Int) float64 {
	n := new(big.Int).Exp(big.NewInt(int64(symbols)), big.NewInt(int64(length)), nil)
	return In(n).Chance(count).Probability()
}

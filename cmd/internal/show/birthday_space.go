package show

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	bday "idscope/bench/birthday"
	"idscope/cmd/internal/ui"
	"idscope/gen/quantity"
)

// Space is the smallest space in which so many ids collide with a probability of at most
// P: in bits, and in random symbols of alphabets.
type Space struct {
	Schema  int        `json:"schema"`
	Count   string     `json:"count"`
	Most    float64    `json:"probability_max"`
	Bits    int        `json:"bits"`
	Found   float64    `json:"probability"` // with those bits
	Lengths []Spelling `json:"lengths"`
}

// Spelling is the length of random texts of an alphabet.
type Spelling struct {
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

// SpaceFor solves for the space; with an alphabet for its length alone. It is false where
// no space that is calculated is large enough.
func SpaceFor(count *big.Int, p *big.Rat, alphabet string) (s Space, ok bool) {
	s = Space{Schema: 1, Count: count.String()}
	s.Most, _ = p.Float64()
	if s.Bits, ok = bday.Bits(count, p); !ok {
		return s, false
	}
	probability := func(symbols, length int) float64 {
		n := new(big.Int).Exp(big.NewInt(int64(symbols)), big.NewInt(int64(length)), nil)
		return bday.In(n).Chance(count).Probability()
	}
	s.Found = probability(2, s.Bits)
	add := func(name string, symbols int) {
		if n, fits := bday.Length(count, p, symbols); fits {
			s.Lengths = append(s.Lengths, Spelling{name, symbols, n, probability(symbols, n)})
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

// answer is the size of a space in words: of the alphabet that was asked for, or in bits.
func (s *Space) answer() string {
	if len(s.Lengths) == 1 {
		l := &s.Lengths[0]
		return fmt.Sprintf("%d random symbols of %d, or %d bits", l.Length, l.Symbols, s.Bits)
	}
	return fmt.Sprintf("%d random bits", s.Bits)
}

// Card shows a space.
func (s *Space) Card(pen *ui.Pen) string {
	count, _ := new(big.Int).SetString(s.Count, 10)
	n, _ := new(big.Float).SetInt(count).Float64()
	most := strings.Replace(quantity.FormatNumber(s.Most), ".00e", "e", 1)
	p := pen.AtMost(textWidth).Page(0)
	p.Paragraph("", fmt.Sprintf("%s: any two of %s ids are equal with a probability of at most %s.", s.answer(),
		quantity.FormatNumber(n), most))
	p.Line()
	var rows [][]string
	for _, l := range s.Lengths {
		rows = append(rows, []string{"  " + l.Alphabet, strconv.Itoa(l.Symbols), strconv.Itoa(l.Length),
			quantity.FormatNumber(l.Probability)})
	}
	p.Text(pen.Table(&ui.Table{Head: []string{"  alphabet", ">symbols", ">length", ">probability"}, Rows: rows}))
	return p.String()
}

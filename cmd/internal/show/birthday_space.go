package show

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	bday "idscope/bench/birthday"
	"idscope/cmd/internal/ui"
	"idscope/gen/quantity"
)

// spaceAnswer is the size of a space in words: of the alphabet that was asked for, or in bits.
func spaceAnswer(s *bday.Solution) string {
	if len(s.Lengths) == 1 {
		l := &s.Lengths[0]
		return fmt.Sprintf("%d random symbols of %d, or %d bits", l.Length, l.Symbols, s.Bits)
	}
	return fmt.Sprintf("%d random bits", s.Bits)
}

// Space shows the smallest space for a count and a probability.
func Space(pen *ui.Pen, s *bday.Solution) string {
	count, _ := new(big.Int).SetString(s.Count, 10)
	n, _ := new(big.Float).SetInt(count).Float64()
	most := strings.Replace(quantity.FormatNumber(s.Most), ".00e", "e", 1)
	p := pen.AtMost(textWidth).Page(0)
	p.Paragraph("", fmt.Sprintf("%s: any two of %s ids are equal with a probability of at most %s.", spaceAnswer(s),
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

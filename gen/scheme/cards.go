package scheme

import (
	"errors"

	"idscope/gen"
)

// paymentCard is the number on a payment card: an issuer's prefix, an account and a
// check digit. Only the last four digits of one are ever shown. Source: ISO/IEC
// 7812-1; the ranges are those of the networks' own rules.
func paymentCard() *gen.Scheme {
	return &gen.Scheme{
		Name:    "card",
		Title:   "payment card number",
		Summary: "number of a payment card, 15 or 16 digits and Luhn; shown to the last four",
		Spec:    "ISO/IEC 7812-1",
		Format:  gen.FormatCheckDigit,
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "number", Source: gen.Data, Alphabet: decimals, Min: 11, Max: 12, Secret: true},
				{Name: "last", Source: gen.Data, Alphabet: decimals, Min: 4, Max: 4},
			},
			Verify:     verifyCard,
			VerifyBits: 5.5, // one of ten by Luhn, two of nine by the prefix
		},
		ReadOnly: "banks give them out",
		Since:    day(1989, 1, 1),
		Prior:    4,
		Notes:    []string{"all digits but the last four are hidden wherever idscope writes one"},
		Example: gen.Vector{Text: "4242424242424242", Values: []string{"424242424242", "4242"},
			Source: "docs.stripe.com/testing"},
	}
}

var errCardPrefix = errors.New("no network has cards with its first digits and length")

// verifyCard names the network whose cards begin so.
func verifyCard(text string) ([]gen.Finding, error) {
	network := cardNetwork(text)
	switch {
	case network == "":
		return nil, errCardPrefix
	case !luhn(text):
		return nil, errCheckDigit
	}
	return []gen.Finding{{Name: "network", Value: network}}, nil
}

// IsCard reports whether 15 or 16 digits can be the number of a payment card.
func IsCard(digits string) bool {
	n := len(digits)
	return (n == 15 || n == 16) && cardNetwork(digits) != "" && luhn(digits)
}

func cardNetwork(text string) string {
	head := 0
	for i := range 4 {
		head = head*10 + int(text[i]-'0')
	}
	if len(text) == 15 {
		switch head / 100 {
		case 34, 37:
			return "American Express"
		}
		return ""
	}
	switch {
	case head/1000 == 4:
		return "Visa"
	case head/100 >= 51 && head/100 <= 55, head >= 2221 && head <= 2720:
		return "Mastercard"
	case head == 6011, head/100 == 65, head/10 >= 644 && head/10 <= 649:
		return "Discover"
	case head >= 3528 && head <= 3589:
		return "JCB"
	case head/100 == 62:
		return "UnionPay"
	case head/100 == 36, head/100 == 38, head/100 == 39:
		return "Diners Club"
	case head >= 2200 && head <= 2204:
		return "Mir"
	}
	return ""
}

// imei numbers a mobile telephone. Source: 3GPP TS 23.003 section 6.2; GSMA TS.06.
func imei() *gen.Scheme {
	return &gen.Scheme{
		Name:    "imei",
		Title:   "IMEI",
		Summary: "number of a mobile telephone: 8 digits of its type, 6 of its own, Luhn",
		Spec:    "3GPP TS 23.003 section 6.2.1",
		Format:  gen.FormatCheckDigit,
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "type", Source: gen.Data, Alphabet: decimals, Min: 8, Max: 8},
				{Name: "serial", Source: gen.Data, Alphabet: decimals, Min: 6, Max: 6},
				{Name: "check", Source: gen.Data, Alphabet: decimals, Min: 1, Max: 1},
			},
			Verify:     verifyIMEI,
			VerifyBits: 6.1, // one of ten by Luhn, one of seven by the body that reports it
		},
		ReadOnly: "manufacturers of telephones give them out",
		Since:    day(2004, 1, 1),
		Prior:    1.5,
		Example: gen.Vector{Text: "490154203237518", Values: []string{"49015420", "323751", "8"},
			Source: "en.wikipedia.org, International Mobile Equipment Identity"},
	}
}

var errReporting = errors.New("its first two digits are those of no body that reports types")

func verifyIMEI(text string) ([]gen.Finding, error) {
	switch text[:2] {
	case "01", "35", "44", "45", "49", "50", "51", "52", "53", "54", "86", "91", "98", "99":
	default:
		return nil, errReporting
	}
	if !luhn(text) {
		return nil, errCheckDigit
	}
	return nil, nil
}

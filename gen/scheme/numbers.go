package scheme

import (
	"errors"
	"strings"

	"idscope/gen"
)

// macAddress is the address of a network card. Source: IEEE 802-2014, section 8.
func macAddress() *gen.Scheme {
	return &gen.Scheme{
		Name:    "mac",
		Aliases: []string{"eui48"},
		Title:   "MAC address",
		Summary: "address of a network card: six bytes apart by colons, hyphens or dots",
		Spec:    "IEEE 802-2014, section 8.1",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "address", Source: gen.Data, Alphabet: "0123456789abcdef:-.", Fold: true, Min: 14, Max: 17},
			},
			Verify:     verifyMAC,
			VerifyBits: 16, // the places of five marks, and nothing but digits elsewhere
		},
		ReadOnly: "the IEEE and manufacturers of cards give them out",
		Since:    day(1982, 1, 1),
		Prior:    2,
		Example: gen.Vector{Text: "00:00:5e:00:53:01", Values: []string{"00:00:5e:00:53:01"},
			Source: "RFC 7042 section 2.1.2"},
	}
}

var errMarks = errors.New("colons, hyphens or dots stand in other places than those of an address")

func verifyMAC(text string) ([]gen.Finding, error) {
	mark, group := text[2], 2
	if len(text) == 14 {
		mark, group = '.', 4
	} else if len(text) != 17 || mark == '.' {
		return nil, errMarks
	}
	for i := range len(text) {
		c := text[i]
		marked := c == ':' || c == '-' || c == '.'
		if marked != (i%(group+1) == group) || marked && c != mark {
			return nil, errMarks
		}
	}
	first := strings.IndexByte(hexDigits, text[1]|' ')
	to, by := "one card", "its manufacturer"
	if first&1 == 1 {
		to = "a group"
	}
	if first&2 == 2 {
		by = "who runs the network"
	}
	return []gen.Finding{{Name: "names", Value: to}, {Name: "given by", Value: by}}, nil
}

// phone is a telephone number: international, or one of North America. Source:
// ITU-T E.164, and its list of country codes.
func phone() *gen.Scheme {
	return &gen.Scheme{
		Name:    "phone",
		Title:   "telephone number",
		Summary: "not an id: telephone number, international or of North America",
		Spec:    "ITU-T E.164; nanpa.com",
		Format:  gen.FormatNumber,
		Weak:    true,
		Encoding: gen.Encoding{Verify: verifyPhone, VerifyBits: 0.3, Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: []string{"+", "00"}},
			{Name: "number", Source: gen.Data, Alphabet: decimals + " -().", Min: 8, Max: 24},
		}},
		ReadOnly: "telephone companies give them out",
		Since:    day(1970, 1, 1),
		Prior:    2.5,
		Example: gen.Vector{Text: "+14155552671", Values: []string{"+", "14155552671"},
			Source: "twilio.com/docs/glossary/what-e164"},
	}
}

// phoneNational is a telephone number without a mark that says so: of North America,
// or with the code of a country in front. Source: as phone.
func phoneNational() *gen.Scheme {
	s := phone()
	s.Name = "phone-national"
	s.Family = "phone"
	s.Title = "telephone number, digits alone"
	s.Summary = "not an id: 10 to 13 digits that may be a telephone number"
	s.Pattern = gen.Pattern{{Name: "number", Source: gen.Data, Alphabet: decimals, Min: 10, Max: 13}}
	s.Verify = verifyNational
	s.Prior = 3
	s.Example = gen.Vector{Text: "4155552671", Values: []string{"4155552671"},
		Source: "twilio.com/docs/glossary/what-e164, without the +1"}
	return s
}

var errPhone = errors.New("it is neither an international number nor one of North America")

// countryCodes are the codes that are shorter than three digits; of the others the
// first two digits are those of a zone of three-digit codes.
const (
	countryCodes = " 1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 " +
		"63 64 65 66 81 82 84 86 90 91 92 93 94 95 98 "
	countryZones = " 21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 99 "
)

func verifyPhone(text string) ([]gen.Finding, error) {
	digits := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, text)
	if text[0] == '0' {
		digits = digits[2:]
	}
	code := countryCode(digits)
	if len(digits) < 8 || len(digits) > 15 || code == "" || strings.Trim(text[len(text)-1:], decimals) != "" {
		return nil, errPhone
	}
	return []gen.Finding{{Name: "country code", Value: "+" + code}}, nil
}

func verifyNational(digits string) ([]gen.Finding, error) {
	code := countryCode(digits)
	switch {
	case len(digits) == 10 && northAmerican(digits):
		code = "1"
	case len(digits) == 10 || code == "" || code == "1" && !northAmerican(digits[1:]):
		return nil, errPhone
	}
	return []gen.Finding{{Name: "country code", Value: "+" + code}}, nil
}

func countryCode(digits string) string {
	for n := 1; n <= 2 && n < len(digits); n++ {
		if strings.Contains(countryCodes, " "+digits[:n]+" ") {
			return digits[:n]
		}
	}
	if len(digits) > 3 && strings.Contains(countryZones, " "+digits[:2]+" ") {
		return digits[:3]
	}
	return ""
}

// northAmerican reports whether ten digits are an area and an exchange that may be.
func northAmerican(digits string) bool {
	return len(digits) == 10 && digits[0] >= '2' && digits[3] >= '2' && digits[1:3] != "11" && digits[4:6] != "11"
}

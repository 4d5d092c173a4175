package known

import (
	"errors"
	"strings"

	"idscope/gen"
)

// gtin is the number under a bar code: 8, 12, 13 or 14 digits.
func gtin() *gen.Scheme {
	return &gen.Scheme{
		Name: "gtin", Title: "GTIN (EAN, UPC)",
		Aliases: []string{"ean", "upc"},
		Summary: "number under a bar code: 8, 12, 13 or 14 digits, the last one a check digit",
		Spec:    "GS1 General Specifications, section 7.9",
		Format:  gen.FormatCheckDigit,
		Encoding: gen.Encoding{Verify: verifyGTIN, VerifyBits: 3.3, Pattern: gen.Pattern{
			{Name: "item", Source: gen.Data, Alphabet: decimals, Min: 7, Max: 13},
			{Name: "check", Source: gen.Data, Alphabet: decimals, Min: 1, Max: 1},
		}},
		ReadOnly: "GS1 gives them out",
		Since:    day(1974, 6, 26), Prior: 2.5,
		Example: gen.Vector{Text: "4006381333931", Values: []string{"400638133393", "1"},
			Source: "en.wikipedia.org, International Article Number"},
	}
}

var errLength = errors.New("it has another length than those numbers have")

func verifyGTIN(text string) ([]gen.Finding, error) {
	kind := ""
	switch len(text) {
	case 8:
		kind = "EAN-8"
	case 12:
		kind = "UPC-A"
	case 13:
		kind = "EAN-13"
	case 14:
		kind = "GTIN-14"
	default:
		return nil, errLength
	}
	if !gs1(text) {
		return nil, errCheckDigit
	}
	return found("kind", kind), nil
}

// isbn is the number of a book.
func isbn() *gen.Scheme {
	return &gen.Scheme{
		Name: "isbn", Title: "ISBN",
		Summary: "number of a book: 978 or 979, 9 digits and a check digit; hyphens may be",
		Spec:    "ISO 2108; ISBN Users' Manual",
		Format:  gen.FormatCheckDigit,
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "isbn", Source: gen.Data, Alphabet: decimals + "-", Min: 13, Max: 17},
			},
			Verify:     verifyISBN,
			VerifyBits: 12.3, // one of 500 by 978 and 979, one of ten by the check digit
		},
		ReadOnly: "agencies of ISBN give them out",
		Since:    day(2007, 1, 1), Prior: 3,
		Notes: []string{"it is an EAN-13 as well"},
		Example: gen.Vector{Text: "9780306406157", Values: []string{"9780306406157"},
			Source: "en.wikipedia.org, ISBN"},
	}
}

// isbn10 is the number of a book until 2006.
func isbn10() *gen.Scheme {
	return isbn().Variant(gen.Scheme{
		Name: "isbn-10", Family: "isbn", Title: "ISBN of ten digits",
		Summary: "number of a book until 2006: 9 digits, and a check digit that may be X",
		Encoding: gen.Encoding{Verify: verifyISBN10, VerifyBits: 3.46, Pattern: gen.Pattern{
			{Name: "isbn", Source: gen.Data, Alphabet: decimals + "-X", Min: 10, Max: 13},
		}},
		Since:   day(1970, 1, 1),
		Prior:   1,
		Example: gen.Vector{Text: "0306406152", Values: []string{"0306406152"}, Source: "en.wikipedia.org, ISBN"},
	})
}

var (
	errHyphens  = errors.New("its hyphens stand in odd places")
	errBookland = errors.New("it does not begin with 978 or 979")
)

func verifyISBN(text string) ([]gen.Finding, error) {
	digits, err := unhyphened(text, 13)
	switch {
	case err != nil:
		return nil, err
	case digits[:3] != "978" && digits[:3] != "979":
		return nil, errBookland
	case !gs1(digits):
		return nil, errCheckDigit
	}
	return nil, nil
}

func verifyISBN10(text string) ([]gen.Finding, error) {
	digits, err := unhyphened(text, 10)
	switch {
	case err != nil:
		return nil, err
	case !mod11(digits):
		return nil, errCheckDigit
	}
	return nil, nil
}

// unhyphened takes the hyphens out of a number, which has none or those between all its parts.
func unhyphened(text string, digits int) (string, error) {
	if len(text) == digits && strings.IndexByte(text, '-') < 0 {
		return text, nil
	}
	plain := strings.ReplaceAll(text, "-", "")
	switch {
	case len(plain) != digits:
		return "", errLength
	case digits == 13 && (len(text) != 17 || text[3] != '-'), digits == 10 && len(text) != 13:
		return "", errHyphens
	case text[len(text)-2] != '-', text[0] == '-', strings.Contains(text, "--"):
		return "", errHyphens
	}
	return plain, nil
}

// issn is the number of a journal.
func issn() *gen.Scheme {
	return &gen.Scheme{
		Name: "issn", Title: "ISSN",
		Summary: "number of a journal: 4 digits, a hyphen, 3 digits, a check digit or X",
		Spec:    "ISO 3297",
		Format:  gen.FormatCheckDigit,
		Weak:    true, // telephone numbers have its form, and one of eleven its check digit
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "issn", Source: gen.Data, Alphabet: decimals, Min: 4, Max: 4},
				{Name: "hyphen", Source: gen.Const, Texts: []string{"-"}},
				{Name: "rest", Source: gen.Data, Alphabet: decimals, Min: 3, Max: 3},
				{Name: "check", Source: gen.Data, Alphabet: decimals + "X", Min: 1, Max: 1},
			},
			Verify:     func(text string) ([]gen.Finding, error) { return nil, verified(mod11(text[:4] + text[5:])) },
			VerifyBits: 3.3,
		},
		ReadOnly: "ISSN centres give them out",
		Since:    day(1975, 1, 1), Prior: 1.5,
		Example: gen.Vector{Text: "0378-5955", Values: []string{"0378", "-", "595", "5"},
			Source: "en.wikipedia.org, ISSN"},
	}
}

// doi names a publication.
func doi() *gen.Scheme {
	return &gen.Scheme{
		Name: "doi", Title: "DOI",
		Summary: "name of a publication: 10., the number of who registered it, /, its name",
		Spec:    "ISO 26324; doi.org/10.1000/182",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "directory", Source: gen.Const, Texts: []string{"10."}},
				{Name: "name", Source: gen.Data, Alphabet: gen.AnyByte, Min: 6, Max: 300},
			},
			Verify:     verifyDOI,
			VerifyBits: 13, // four digits of 95 symbols
		},
		ReadOnly: "agencies of the DOI give them out",
		Since:    day(2000, 1, 1), Prior: 3,
		Example: gen.Vector{Text: "10.1000/182", Values: []string{"10.", "1000/182"},
			Source: "doi.org/10.1000/182, the DOI Handbook itself"},
	}
}

var errRegistrant = errors.New("behind 10. stand no 4 to 9 digits and a /")

func verifyDOI(text string) ([]gen.Finding, error) {
	registrant, name, ok := strings.Cut(text[len("10."):], "/")
	digits, _, _ := strings.Cut(registrant, ".")
	if !ok || name == "" || len(digits) < 4 || len(digits) > 9 || strings.Trim(registrant, decimals+".") != "" {
		return nil, errRegistrant
	}
	if strings.ContainsAny(name, " \t") {
		return nil, errors.New("it has a blank in it")
	}
	return found("registrant", "10."+registrant, "suffix", name), nil
}

// asin is a product at Amazon. Those of books are their ISBN, and not read here.
func asin() *gen.Scheme {
	return &gen.Scheme{
		Name: "asin", Title: "Amazon Standard Identification Number",
		Summary: "a product at Amazon: B0 and 8 of base36 with large letters",
		Spec:    "sell.amazon.com/blog/what-is-an-asin",
		Weak:    true, // names of constants in tables look the same, as B019LINEAR
		Encoding: gen.Encoding{Verify: asinMixed, Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: []string{"B0"}},
			{Name: "product", Source: gen.Data, Alphabet: decimals + capitals, Min: 8, Max: 8},
		}},
		ReadOnly: "Amazon gives them out",
		Since:    day(1998, 1, 1), Prior: 1,
		Notes: []string{"that of a book is its ISBN of ten digits"},
		Example: gen.Vector{Text: "B00DQC2FPM", Values: []string{"B0", "0DQC2FPM"},
			Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"},
	}
}

var errASIN = errors.New("behind B0 stand letters or digits alone; want both")

// asinMixed refuses plain numbers and words.
func asinMixed(text string) ([]gen.Finding, error) {
	if body := text[len("B0"):]; !strings.ContainsAny(body, decimals) || !strings.ContainsAny(body, capitals) {
		return nil, errASIN
	}
	return nil, nil
}

// vin is the number of a car, of North America and China: others need no check digit.
func vin() *gen.Scheme {
	const symbols = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ"
	return &gen.Scheme{
		Name: "vin", Title: "Vehicle Identification Number",
		Summary: "number of a car: producer, kind, check digit, year, plant and serial number",
		Spec:    "49 CFR 565.15; ISO 3779",
		Format:  gen.FormatCheckDigit,
		Encoding: gen.Encoding{Verify: verifyVIN, VerifyBits: 3.4, Pattern: gen.Pattern{
			{Name: "manufacturer", Source: gen.Data, Alphabet: symbols, Min: 3, Max: 3},
			{Name: "kind", Source: gen.Data, Alphabet: symbols, Min: 5, Max: 5},
			{Name: "check", Source: gen.Data, Alphabet: decimals + "X", Min: 1, Max: 1},
			{Name: "year", Source: gen.Data, Alphabet: "ABCDEFGHJKLMNPRSTVWXY123456789", Min: 1, Max: 1},
			{Name: "plant", Source: gen.Data, Alphabet: symbols, Min: 1, Max: 1},
			{Name: "serial", Source: gen.Data, Alphabet: symbols, Min: 2, Max: 2},
			{Name: "digits", Source: gen.Data, Alphabet: decimals, Min: 4, Max: 4},
		}},
		ReadOnly: "manufacturers of cars give them out",
		Since:    day(1981, 1, 1), Prior: 2,
		Notes: []string{"those of Europe need no check digit, and are read only where it is right by chance"},
		Example: gen.Vector{Text: "1M8GDM9AXKP042788", Values: []string{"1M8", "GDM9A", "X", "K", "P", "04", "2788"},
			Source: "en.wikipedia.org, Vehicle identification number"},
	}
}

func verifyVIN(text string) ([]gen.Finding, error) {
	const letters, values = "ABCDEFGHJKLMNPRSTUVWXYZ", "12345678123457923456789"
	weights := [...]int{8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2}
	sum := 0
	for i, w := range weights {
		v := int(text[i] - '0')
		if at := strings.IndexByte(letters, text[i]); at >= 0 {
			v = int(values[at] - '0')
		}
		sum += w * v
	}
	return nil, verified("0123456789X"[sum%11] == text[8])
}

package known

import (
	"errors"
	"strings"

	"idscope/gen"
)

var goods = []declaration{
	{since: "1974-06-26", Scheme: gen.Scheme{Name: "gtin", Title: "GTIN (EAN, UPC)", Aliases: []string{"ean", "upc"},
		Spec: "GS1 General Specifications, section 7.9", Format: gen.FormatCheckDigit, ReadOnly: "GS1 gives them out",
		Summary: "number under a bar code: 8, 12, 13 or 14 digits, the last one a check digit", Prior: 2.5,
		Encoding: gen.Encoding{Verify: verifyGTIN, VerifyBits: 3.3,
			Pattern: gen.Pattern{part("item", gen.Data, decimals, 7, 13), data("check", decimals, 1)}},
		Example: parted("", "en.wikipedia.org, International Article Number", "400638133393", "1")}},
	{since: "2007-01-01", Scheme: gen.Scheme{Name: "isbn", Title: "ISBN", Spec: "ISO 2108; ISBN Users' Manual",
		Format: gen.FormatCheckDigit, ReadOnly: "agencies of ISBN give them out", Prior: 3,
		Summary: "number of a book: 978 or 979, 9 digits and a check digit; hyphens may be",
		// one of 500 by 978 and 979, one of ten by the check digit
		Encoding: gen.Encoding{Verify: verifyISBN, VerifyBits: 12.3,
			Pattern: gen.Pattern{part("isbn", gen.Data, decimals+"-", 13, 17)}},
		Notes:   []string{"it is an EAN-13 as well"},
		Example: parted("", "en.wikipedia.org, ISBN", "9780306406157")}},
	{of: "isbn", since: "1970-01-01", Scheme: gen.Scheme{Name: "isbn-10", Family: "isbn", Title: "ISBN of ten digits",
		Summary: "number of a book until 2006: 9 digits, and a check digit that may be X", Prior: 1,
		Encoding: gen.Encoding{Verify: verifyISBN10, VerifyBits: 3.46,
			Pattern: gen.Pattern{anyCase("isbn", gen.Data, decimals+"-X", 10, 13)}},
		Example: parted("", "en.wikipedia.org, ISBN", "0306406152")}},
	// telephone numbers have the form of an issn, and one of eleven its check digit
	{since: "1975-01-01", Scheme: gen.Scheme{Name: "issn", Title: "ISSN", Spec: "ISO 3297",
		Format: gen.FormatCheckDigit, Weak: true, ReadOnly: "ISSN centres give them out", Prior: 1.5,
		Summary: "number of a journal: 4 digits, a hyphen, 3 digits, a check digit or X",
		Encoding: gen.Encoding{Verify: verifyISSN, VerifyBits: 3.3, Pattern: gen.Pattern{
			data("issn", decimals, 4), fixed("hyphen", "-"), data("rest", decimals, 3),
			anyCase("check", gen.Data, decimals+"X", 1, 1)}},
		Example: parted("", "en.wikipedia.org, ISSN", "0378", "-", "595", "5")}},
	{since: "2000-01-01", Scheme: gen.Scheme{Name: "doi", Title: "DOI", Spec: "ISO 26324; doi.org/10.1000/182",
		ReadOnly: "agencies of the DOI give them out", Prior: 3,
		Summary: "name of a publication: 10., the number of who registered it, /, its name",
		// four digits of 95 symbols
		Encoding: gen.Encoding{Verify: verifyDOI, VerifyBits: 13,
			Pattern: gen.Pattern{fixed("directory", "10."), part("name", gen.Data, gen.AnyByte, 6, 300)}},
		Example: parted("", "doi.org/10.1000/182, the DOI Handbook itself", "10.", "1000/182")}},
	// names of constants in tables look like an asin, as B019LINEAR
	{since: "1998-01-01", Scheme: gen.Scheme{Name: "asin", Title: "Amazon Standard Identification Number",
		Spec: "sell.amazon.com/blog/what-is-an-asin", Weak: true, ReadOnly: "Amazon gives them out", Prior: 1,
		Summary: "a product at Amazon: B0 and 8 of base36 with large letters",
		Encoding: gen.Encoding{Verify: asinMixed,
			Pattern: gen.Pattern{fixed("prefix", "B0"), data("product", decimals+capitals, 8)}},
		Notes:   []string{"that of a book is its ISBN of ten digits"},
		Example: parted("", "github.com/Racum/uuinfo, src/id_format_tests.rs", "B0", "0DQC2FPM")}},
	{since: "1981-01-01", Scheme: gen.Scheme{Name: "vin", Title: "Vehicle Identification Number",
		Spec: "49 CFR 565.15; ISO 3779", Format: gen.FormatCheckDigit, ReadOnly: "manufacturers of cars give them out",
		Summary: "number of a car: producer, kind, check digit, year, plant and serial number", Prior: 2,
		Encoding: gen.Encoding{Verify: verifyVIN, VerifyBits: 3.4, Pattern: gen.Pattern{
			data("manufacturer", vinSymbols, 3), data("kind", vinSymbols, 5), data("check", decimals+"X", 1),
			data("year", "ABCDEFGHJKLMNPRSTVWXY123456789", 1), data("plant", vinSymbols, 1),
			data("serial", vinSymbols, 2), data("digits", decimals, 4)}},
		Notes: []string{"those of Europe need no check digit, and are read only where it is right by chance"},
		Example: parted("", "en.wikipedia.org, Vehicle identification number",
			"1M8", "GDM9A", "X", "K", "P", "04", "2788")}},
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

var (
	errHyphens  = errors.New("its hyphens are in wrong places")
	errBookland = errors.New("it does not begin with 978 or 979")
)

func verifyISBN(text string) ([]gen.Finding, error) {
	digits, err := unhyphened(text, 13)
	if err == errLength && len(text) == 13 { // one of ten digits is verified as such
		if _, e := verifyISBN10(text); e != nil {
			err = e
		}
	}
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

func verifyISSN(text string) ([]gen.Finding, error) { return nil, verified(mod11(text[:4] + text[5:])) }

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

var errRegistrant = errors.New("10. is not followed by 4 to 9 digits, a / and a name")

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

var errASIN = errors.New("letters or digits alone follow B0, and both have to")

// asinMixed refuses plain numbers and words.
func asinMixed(text string) ([]gen.Finding, error) {
	if body := text[len("B0"):]; !strings.ContainsAny(body, decimals) || !strings.ContainsAny(body, capitals) {
		return nil, errASIN
	}
	return nil, nil
}

const vinSymbols = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ"

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

package known

import (
	"errors"
	"strings"

	"idscope/gen"
)

// paymentCard is the number on a payment card: an issuer's prefix, an account and a check digit. Only the last
// four digits of one are ever shown.
func paymentCard() *gen.Scheme {
	return &gen.Scheme{
		Name: "card", Title: "payment card number", Spec: "ISO/IEC 7812-1", Format: gen.FormatCheckDigit,
		Summary: "number of a payment card, 15 or 16 digits and Luhn; shown to the last four",
		// one of ten by Luhn, two of nine by the prefix
		Encoding: pattern(verifyCard, 5.5,
			gen.Part{Name: "number", Source: gen.Data, Alphabet: decimals, Min: 11, Max: 12, Secret: true},
			part("last", gen.Data, decimals, 4, 4)),
		ReadOnly: "banks give them out", Since: day(1989, 1, 1), Prior: 4,
		Notes:   []string{"all digits but the last four are hidden wherever idscope writes one"},
		Example: example("4242424242424242", "", "docs.stripe.com/testing", "424242424242", "4242"),
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
	return found("network", network), nil
}

// IsCard reports whether 15 or 16 digits can be the number of a payment card.
func IsCard(digits string) bool {
	n := len(digits)
	return (n == 15 || n == 16) && cardNetwork(digits) != "" && luhn(digits)
}

// cardNetworks are the first four digits of the cards of a network, from and to, and how long their numbers are.
var cardNetworks = [...]struct {
	from, to string
	length   int
	network  string
}{
	{"3400", "3499", 15, "American Express"}, {"3700", "3799", 15, "American Express"}, {"4000", "4999", 16, "Visa"},
	{"5100", "5599", 16, "Mastercard"}, {"2221", "2720", 16, "Mastercard"}, {"6011", "6011", 16, "Discover"},
	{"6440", "6599", 16, "Discover"}, {"3528", "3589", 16, "JCB"}, {"6200", "6299", 16, "UnionPay"},
	{"3600", "3699", 16, "Diners Club"}, {"3800", "3999", 16, "Diners Club"}, {"2200", "2204", 16, "Mir"},
}

func cardNetwork(text string) string {
	for i := range cardNetworks {
		if c := &cardNetworks[i]; len(text) == c.length && text[:4] >= c.from && text[:4] <= c.to {
			return c.network
		}
	}
	return ""
}

func imei() *gen.Scheme {
	return &gen.Scheme{
		Name: "imei", Title: "IMEI", Spec: "3GPP TS 23.003 section 6.2.1", Format: gen.FormatCheckDigit,
		Summary: "number of a mobile telephone: 8 digits of its type, 6 of its own, Luhn",
		// one of ten by Luhn, one of seven by the body that reports it
		Encoding: pattern(verifyIMEI, 6.1, part("type", gen.Data, decimals, 8, 8),
			part("serial", gen.Data, decimals, 6, 6), part("check", gen.Data, decimals, 1, 1)),
		ReadOnly: "manufacturers of telephones give them out", Since: day(2004, 1, 1), Prior: 1.5,
		Example: example("490154203237518", "", "en.wikipedia.org, International Mobile Equipment Identity",
			"49015420", "323751", "8"),
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

func iban() *gen.Scheme {
	return &gen.Scheme{
		Name: "iban", Title: "IBAN", Spec: "ISO 13616; SWIFT, IBAN Registry", Format: gen.FormatCheckDigit,
		Summary: "number of a bank account: country, two check digits, bank and account",
		// one of 97 by the check digits, one of ten by the length
		Encoding: pattern(verifyIBAN, 10, fixed("country", ibanCountries()...),
			part("check", gen.Data, decimals, 2, 2), part("account", gen.Data, decimals+capitals, 11, 29)),
		ReadOnly: "banks give them out", Since: day(1997, 1, 1), Prior: 3,
		Example: example("GB82WEST12345698765432", "", "en.wikipedia.org, International Bank Account Number", "GB",
			"82", "WEST12345698765432"),
	}
}

// ibanLengths are the countries of the registry with the length of their numbers.
const ibanLengths = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 " +
	"DK18 DO28 EE20 EG29 ES24 " +
	"FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 " +
	"LB28 LC32 LI21 LT20 LU20 LV21 " +
	"LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 " +
	"SA24 SC31 SD18 SE24 SI19 SK24 " +
	"SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"

func ibanCountries() (list []string) {
	for entry := range strings.FieldsSeq(ibanLengths) {
		list = append(list, entry[:2])
	}
	return list
}

func verifyIBAN(text string) ([]gen.Finding, error) {
	at := strings.Index(ibanLengths, text[:2])
	if want := int(ibanLengths[at+2]-'0')*10 + int(ibanLengths[at+3]-'0'); len(text) != want {
		return nil, errLength
	}
	return nil, verified(mod97(text[4:]+text[:4]) == 1)
}

func lei() *gen.Scheme {
	return &gen.Scheme{
		Name: "lei", Title: "Legal Entity Identifier", Spec: "ISO 17442", Format: gen.FormatCheckDigit,
		Summary: "number of a company: 4 of who gave it out, 14 of its own, two check digits",
		Encoding: pattern(func(text string) ([]gen.Finding, error) { return nil, verified(mod97(text) == 1) }, 6.6,
			part("unit", gen.Data, decimals+capitals, 4, 4), part("entity", gen.Data, decimals+capitals, 14, 14),
			part("check", gen.Data, decimals, 2, 2)),
		ReadOnly: "units of the GLEIF give them out", Since: day(2012, 6, 1), Prior: 1.5,
		Example: example("HWUPKR0MPOU8FGXBT394", "", "search.gleif.org, Apple Inc.", "HWUP", "KR0MPOU8FGXBT3", "94"),
	}
}

func isin() *gen.Scheme {
	return &gen.Scheme{
		Name: "isin", Title: "ISIN", Spec: "ISO 6166", Format: gen.FormatCheckDigit,
		Summary: "number of a security: country, 9 digits and letters, a check digit",
		// one of ten by Luhn, one of three by the country
		Encoding: pattern(verifyISIN, 4.7, part("country", gen.Data, capitals, 2, 2),
			part("security", gen.Data, decimals+capitals, 9, 9), part("check", gen.Data, decimals, 1, 1)),
		ReadOnly: "numbering agencies give them out", Since: day(1981, 1, 1), Prior: 2,
		Example: example("US0378331005", "", "en.wikipedia.org, International Securities Identification Number", "US",
			"037833100", "5"),
	}
}

// countries are those of ISO 3166-1, and the codes that ISINs have besides.
const countries = " AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ " +
	"BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL " +
	"CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG " +
	"GH GI GL GM GN GP GQ GR GS GT GU GW GY HK " +
	"HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK " +
	"LR LS LT LU LV LY MA MC MD ME MF MG MH MK " +
	"ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL " +
	"PM PN PR PS PT PW PY QA RE RO RS RU RW SA " +
	"SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW " +
	"TZ UA UG UM US UY UZ VA VC VE VG VI VN VU " +
	"WF WS YE YT ZA ZM ZW EU XA XB XC XD XF XK XS "

var errCountry = errors.New("its first two letters are not a country's")

func verifyISIN(text string) ([]gen.Finding, error) {
	if !strings.Contains(countries, " "+text[:2]+" ") {
		return nil, errCountry
	}
	return nil, verified(luhn(text))
}

func orcid() *gen.Scheme {
	return &gen.Scheme{
		Name: "orcid", Title: "ORCID iD", Spec: "support.orcid.org, Structure of the ORCID Identifier",
		Format:  gen.FormatCheckDigit,
		Summary: "number of a researcher: four groups of four digits, the last may be X",
		Encoding: pattern(func(text string) ([]gen.Finding, error) {
			return nil, verified(mod11to2(strings.ReplaceAll(text, "-", "")))
		}, 3.46,
			fixed("block", "0000-000", "0009-000"), part("person", gen.Data, decimals, 1, 1), fixed("hyphen", "-"),
			part("person_b", gen.Data, decimals, 4, 4), fixed("hyphen_b", "-"),
			part("person_c", gen.Data, decimals, 3, 3), part("check", gen.Data, decimals+"X", 1, 1)),
		ReadOnly: "orcid.org gives them out", Since: day(2012, 10, 16), Prior: 2,
		Example: example("0000-0002-1825-0097", "", "support.orcid.org, Structure of the ORCID Identifier",
			"0000-000", "2", "-", "1825", "-", "009", "7"),
	}
}

func phone() *gen.Scheme {
	return &gen.Scheme{
		Name: "phone", Title: "telephone number", Spec: "ITU-T E.164; nanpa.com", Format: gen.FormatNumber,
		Weak: true, Summary: "not an id: telephone number, international or of North America",
		Encoding: pattern(verifyPhone, 0.3, fixed("prefix", "+", "00"),
			part("number", gen.Data, decimals+" -().", 8, 24)),
		ReadOnly: "telephone companies give them out", Since: day(1970, 1, 1), Prior: 2.5,
		Example: example("+14155552671", "", "twilio.com/docs/glossary/what-e164", "+", "14155552671"),
	}
}

// phoneNational is a telephone number without a mark that says so: of North America, or with the code of a
// country in front.
func phoneNational() *gen.Scheme {
	return phone().Variant(gen.Scheme{
		Name: "phone-national", Family: "phone", Title: "telephone number, digits alone", Weak: true,
		Summary:  "not an id: 10 to 13 digits that may be a telephone number",
		Encoding: pattern(verifyNational, 0, part("number", gen.Data, decimals, 10, 13)),
		Prior:    3,
		Example:  example("4155552671", "", "twilio.com/docs/glossary/what-e164, without the +1", "4155552671"),
	})
}

var errPhone = errors.New("it is neither an international number nor one of North America")

// countryCodes are the codes that are shorter than three digits; of the others the first two digits are those
// of a zone of three-digit codes.
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
	return found("country code", "+"+code), nil
}

func verifyNational(digits string) ([]gen.Finding, error) {
	code := countryCode(digits)
	switch {
	case len(digits) == 10 && northAmerican(digits):
		code = "1"
	case len(digits) == 10 || code == "" || code == "1" && !northAmerican(digits[1:]):
		return nil, errPhone
	}
	return found("country code", "+"+code), nil
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

package known

import (
	"errors"
	"strconv"
	"strings"

	"idscope/gen"
)

var accounts = []declaration{
	// card is the number on a payment card: an issuer's prefix, an account and a check digit. Only the last
	// four digits of one are ever shown.
	{since: "1989-01-01", Scheme: gen.Scheme{Name: "card", Title: "payment card number", Spec: "ISO/IEC 7812-1",
		Format: gen.FormatCheckDigit, ReadOnly: "banks give them out", Prior: 4,
		Summary: "number of a payment card, 14 to 16 digits and Luhn; shown to the last four",
		// one of ten by Luhn, two of nine by the prefix
		Encoding: gen.Encoding{Verify: verifyCard, VerifyBits: 5.5,
			Pattern: gen.Pattern{secret("number", decimals, 10, 12), data("last", decimals, 4)}},
		Notes:   []string{"all digits but the last four are hidden wherever idscope writes one"},
		Example: parted("", "docs.stripe.com/testing", "424242424242", "4242")}},
	{since: "2004-01-01", Scheme: gen.Scheme{Name: "imei", Title: "IMEI", Spec: "3GPP TS 23.003 section 6.2.1",
		Format: gen.FormatCheckDigit, ReadOnly: "manufacturers of telephones give them out", Prior: 1.5,
		Summary: "number of a mobile telephone: 8 digits of its type, 6 of its own, Luhn",
		// one of ten by Luhn, one of seven by the body that reports it
		Encoding: gen.Encoding{Verify: verifyIMEI, VerifyBits: 6.1,
			Pattern: gen.Pattern{data("type", decimals, 8), data("serial", decimals, 6), data("check", decimals, 1)}},
		Example: parted("", "en.wikipedia.org, International Mobile Equipment Identity", "49015420", "323751", "8")}},
	{since: "1997-01-01", objects: ibanLengths, Scheme: gen.Scheme{Name: "iban", Title: "IBAN",
		Spec: "ISO 13616; SWIFT, IBAN Registry", Format: gen.FormatCheckDigit, ReadOnly: "banks give them out",
		Summary: "number of a bank account: country, two check digits, bank and account", Prior: 3,
		// one of 97 by the check digits, one of ten by the length
		Encoding: gen.Encoding{Verify: verifyIBAN, VerifyBits: 10, Pattern: gen.Pattern{
			fixed("country"), data("check", decimals, 2), part("account", gen.Data, decimals+capitals, 11, 29)}},
		Example: parted("", "en.wikipedia.org, International Bank Account Number", "GB", "82", "WEST12345698765432")}},
	{since: "2012-06-01", Scheme: gen.Scheme{Name: "lei", Title: "Legal Entity Identifier", Spec: "ISO 17442",
		Format: gen.FormatCheckDigit, ReadOnly: "units of the GLEIF give them out", Prior: 1.5,
		Summary: "number of a company: 4 of who gave it out, 14 of its own, two check digits",
		Encoding: gen.Encoding{Verify: verifyLEI, VerifyBits: 6.6, Pattern: gen.Pattern{
			data("unit", decimals+capitals, 4), data("entity", decimals+capitals, 14), data("check", decimals, 2)}},
		Example: parted("", "search.gleif.org, Apple Inc.", "HWUP", "KR0MPOU8FGXBT3", "94")}},
	{since: "1981-01-01", Scheme: gen.Scheme{Name: "isin", Title: "ISIN", Spec: "ISO 6166",
		Format: gen.FormatCheckDigit, ReadOnly: "numbering agencies give them out", Prior: 2,
		Summary: "number of a security: country, 9 digits and letters, a check digit",
		// one of ten by Luhn, one of three by the country
		Encoding: gen.Encoding{Verify: verifyISIN, VerifyBits: 4.7, Pattern: gen.Pattern{
			data("country", capitals, 2), data("security", decimals+capitals, 9), data("check", decimals, 1)}},
		Example: parted("", "en.wikipedia.org, International Securities Identification Number",
			"US", "037833100", "5")}},
	{since: "2012-10-16", Scheme: gen.Scheme{Name: "orcid", Title: "ORCID iD", Spec: orcidPage,
		Format: gen.FormatCheckDigit, ReadOnly: "orcid.org gives them out", Prior: 2,
		Summary: "number of a researcher: four groups of four digits, the last may be X",
		Encoding: gen.Encoding{Verify: verifyORCID, VerifyBits: 3.46, Pattern: gen.Pattern{
			fixed("block", "0000-000", "0009-000"), data("person", decimals, 1), fixed("hyphen", "-"),
			data("person_b", decimals, 4), fixed("hyphen_b", "-"),
			data("person_c", decimals, 3), anyCase("check", gen.Data, decimals+"X", 1, 1)}},
		Example: parted("", orcidPage, "0000-000", "2", "-", "1825", "-", "009", "7")}},
	{since: "1970-01-01", Scheme: gen.Scheme{Name: "phone", Title: "telephone number", Spec: "ITU-T E.164; nanpa.com",
		Format: gen.FormatNumber, Weak: true, ReadOnly: "telephone companies give them out", Prior: 2.5,
		Summary: "not an id: telephone number, international or of North America",
		Encoding: gen.Encoding{Verify: verifyPhone, VerifyBits: 0.3,
			Pattern: gen.Pattern{fixed("prefix", "+", "00"), part("number", gen.Data, decimals+" -().", 8, 24)}},
		Example: parted("", "twilio.com/docs/glossary/what-e164", "+", "14155552671")}},
	// phone-national is a telephone number without a mark that says so: of North America, or with the code of a
	// country in front.
	{of: "phone", Scheme: gen.Scheme{Name: "phone-national", Family: "phone", Title: "telephone number, digits alone",
		Weak: true, Prior: 3,
		Summary: "not an id: 10 to 13 digits that may be a telephone number",
		Encoding: gen.Encoding{Verify: verifyNational,
			Pattern: gen.Pattern{part("number", gen.Data, decimals, 10, 13)}},
		Example: parted("", "twilio.com/docs/glossary/what-e164, without the +1", "4155552671")}},
}

const orcidPage = "support.orcid.org, Structure of the ORCID Identifier"

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

// IsCard reports whether a text of digits is the number of a payment card.
func IsCard(text string) bool {
	return cardNetwork(text) != "" && strings.Trim(text, decimals) == "" && luhn(text)
}

// cardNetworks are the first four digits of the cards of a network, from and to, and how long their numbers are.
// UnionPay's of 19 digits are not among them: as many are IDs.
var cardNetworks = [...]struct {
	from, to string
	length   int
	network  string
}{
	{"3400", "3499", 15, "American Express"}, {"3700", "3799", 15, "American Express"}, {"4000", "4999", 16, "Visa"},
	{"5100", "5599", 16, "Mastercard"}, {"2221", "2720", 16, "Mastercard"}, {"6011", "6011", 16, "Discover"},
	{"6440", "6599", 16, "Discover"}, {"3528", "3589", 16, "JCB"}, {"6200", "6299", 16, "UnionPay"},
	{"3600", "3699", 16, "Diners Club"}, {"3800", "3999", 16, "Diners Club"}, {"2200", "2204", 16, "Mir"},
	{"3000", "3059", 16, "Diners Club"}, {"3000", "3059", 14, "Diners Club"}, {"3600", "3699", 14, "Diners Club"},
	{"3800", "3999", 14, "Diners Club"},
}

func cardNetwork(text string) string {
	for i := range cardNetworks {
		if c := &cardNetworks[i]; len(text) == c.length && text[:4] >= c.from && text[:4] <= c.to {
			return c.network
		}
	}
	return ""
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

// ibanLengths are the countries of the registry with the length of their numbers.
const ibanLengths objects = `
AD 24; AE 23; AL 28; AT 20; AZ 28; BA 20; BE 16; BG 22; BH 22; BI 27; BR 29; BY 28; CH 21; CR 22; CY 28; CZ 24; DE
22; DJ 27; DK 18; DO 28; EE 20; EG 29; ES 24; FI 18; FK 18; FO 18; FR 27; GB 22; GE 22; GI 23; GL 18; GR 27; GT 28;
HN 28; HR 21; HU 28; IE 22; IL 23; IQ 23; IS 26; IT 27; JO 30; KW 30; KZ 20; LB 28; LC 32; LI 21; LT 20; LU 20; LV
21; LY 25; MC 27; MD 24; ME 22; MK 19; MN 20; MR 27; MT 31; MU 30; NI 28; NL 18; NO 15; OM 23; PK 24; PL 28; PS 29;
PT 25; QA 29; RO 24; RS 22; RU 33; SA 24; SC 31; SD 18; SE 24; SI 19; SK 24; SM 27; SO 23; ST 25; SV 28; TL 23; TN
24; TR 26; UA 29; VA 22; VG 24; XK 20; YE 30`

func verifyIBAN(text string) ([]gen.Finding, error) {
	if strconv.Itoa(len(text)) != ibanLengths.of(text[:2]) {
		return nil, errLength
	}
	return nil, verified(mod97(text[4:]+text[:4]) == 1)
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

func verifyLEI(text string) ([]gen.Finding, error) { return nil, verified(mod97(text) == 1) }

func verifyORCID(text string) ([]gen.Finding, error) {
	return nil, verified(mod11to2(strings.ReplaceAll(text, "-", "")))
}

var errCountry = errors.New("its first two letters are not a country's")

func verifyISIN(text string) ([]gen.Finding, error) {
	if !strings.Contains(countries, " "+text[:2]+" ") {
		return nil, errCountry
	}
	return nil, verified(luhn(text))
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
